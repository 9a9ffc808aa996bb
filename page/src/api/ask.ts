/* Asking from a component: an answer that was given once is given at once again, until the page is left. */
import { useEffect, useRef, useState } from "react";
import { Problem } from "./client";

export interface Asked<T> {
  data: T | null;
  problem: Problem | null;
  /** Whether an answer is awaited; `data` is then the last one that there was. */
  loading: boolean;
}

const kept = new Map<string, unknown>();
const MOST = 200;

function keep(key: string, value: unknown): void {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size > MOST) kept.delete(kept.keys().next().value as string);
}

/** Ask again whenever the key changes; a key of null asks nothing. While waiting, the last answer stays. */
export function useAsk<T>(key: string | null, ask: () => Promise<T>): Asked<T> {
  const known = key !== null ? (kept.get(key) as T | undefined) : undefined;
  const [state, setState] = useState<{ key: string | null; data: T | null; problem: Problem | null }>({
    key: null, data: null, problem: null,
  });
  const asked = useRef(ask);
  asked.current = ask;
  useEffect(() => {
    if (key === null || kept.has(key)) return;
    let wanted = true;
    asked.current().then(
      (data) => {
        keep(key, data);
        if (wanted) setState({ key, data, problem: null });
      },
      (error: unknown) => {
        const problem = error instanceof Problem ? error : new Problem("page", String(error));
        if (wanted) setState({ key, data: null, problem });
      },
    );
    return () => {
      wanted = false;
    };
  }, [key]);
  const last = useRef<T | null>(null);
  if (key === null) return { data: null, problem: null, loading: false };
  if (known !== undefined) {
    last.current = known;
    return { data: known, problem: null, loading: false };
  }
  if (state.key === key) {
    if (state.data) last.current = state.data;
    return { data: state.data, problem: state.problem, loading: false };
  }
  return { data: last.current, problem: null, loading: true };
}

/** Another snapshot, other answers. */
export function forget(): void {
  kept.clear();
}
