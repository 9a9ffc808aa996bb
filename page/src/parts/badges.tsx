/* Types and levels, the same everywhere: colour, word, and for what is not sure a sign. */
import type { EdgeType, Level } from "../api/types";
import { percent } from "./words";

export function TypeBadge({ type, influence }: { type: EdgeType; influence: boolean }) {
  const unknown = type === "UNKNOWN" && !influence;
  return (
    <span className={`badge type ${influence ? "influence" : type.toLowerCase()}`}>
      <i aria-hidden="true" />
      {influence ? `by ${type}` : type}
      {unknown ? <b aria-hidden="true"> ?</b> : null}
    </span>
  );
}

export function LevelBadge({ level, confidence }: { level: Level; confidence?: number | undefined }) {
  const doubtful = level !== "EXACT" && level !== "INFERRED";
  return (
    <span className={`badge level ${level.toLowerCase()}${doubtful ? " doubtful" : ""}`}>
      {doubtful ? <b aria-hidden="true">! </b> : null}
      {level}
      {confidence === undefined ? null : <span className="faint"> {percent(confidence)}</span>}
    </span>
  );
}
