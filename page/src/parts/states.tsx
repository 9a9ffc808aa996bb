/* What is shown when there is nothing to show: waiting, empty, wrong. */
import type { ReactNode } from "react";
import type { Problem } from "../api/client";

export function Waiting({ what }: { what: string }) {
  return (
    <div className="state waiting" role="status">
      <div className="bars" aria-hidden="true"><i /><i /><i /></div>
      <p>{what}</p>
    </div>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="state">
      <svg className="drop" viewBox="0 0 48 48" aria-hidden="true"><path d="M8 14c12 0 10 10 18 10h14M8 34c12 0 10-10 18-10" /></svg>
      <h2>{title}</h2>
      <div className="say">{children}</div>
    </div>
  );
}

export function Wrong({ problem, choose, again }: { problem: Problem; choose?: ((name: string) => void) | undefined; again?: (() => void) | undefined }) {
  const offered = problem.candidates.length ? choose : undefined;
  return (
    <div className="state wrong" role="alert">
      <h2>{problem.message}</h2>
      {offered ? <p className="say">Choose one:</p> : problem.help ? <p className="say">{problem.help}</p> : null}
      {offered ? (
        <ul className="candidates" aria-label="Similar names">
          {problem.candidates.map((name) => (
            <li key={name}><button type="button" className="link mono" onClick={() => offered(name)}>{name}</button></li>
          ))}
        </ul>
      ) : null}
      {problem.code === "token" ? <button type="button" className="tool" onClick={() => location.reload()}>Enter the token</button>
        : problem.passing && again ? <button type="button" className="tool" onClick={again}>Try again</button> : null}
    </div>
  );
}
