/* Asking from a component: an answer that was given once is given at once again, until there is another snapshot. */
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Problem } from "./client";

export interface Asked<T> {
  data: T | null;
  problem: Problem | null;
  /** Whether an answer is awaited; `data` is then the last one that there was. */
  loading: boolean;
  /** Ask once more, where it went wrong. */
  again(): void;
}

const MOST = 200;
const kept = new Map<string, unknown>();
const listeners = new Set<() => void>();
let era = 0;

function keep(key: string, value: unknown): void {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size > MOST) kept.delete(kept.keys().next().value as string);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Another snapshot, other answers: whatever is shown is asked for again. */
export function forget(): void {
  kept.clear();
  era += 1;
  listeners.forEach((one) => one());
}

export const problemOf = (error: unknown): Problem => (error instanceof Problem ? error : new Problem("page", String(error)));

/** Ask again whenever the key changes; a key of null asks nothing. While waiting, the last answer stays. */
export function useAsk<T>(key: string | null, ask: () => Promise<T>): Asked<T> {
  const now = useSyncExternalStore(subscribe, () => era);
  const [tries, setTries] = useState(0);
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
        if (wanted) setState({ key, data: null, problem: problemOf(error) });
      },
    );
    return () => {
      wanted = false;
    };
  }, [key, now, tries]);
  const again = useCallback(() => {
    setState({ key: null, data: null, problem: null });
    setTries((before) => before + 1);
  }, []);
  const last = useRef<T | null>(null);
  if (key === null) return { data: null, problem: null, loading: false, again };
  const known = kept.get(key) as T | undefined;
  if (known !== undefined) {
    last.current = known;
    return { data: known, problem: null, loading: false, again };
  }
  if (state.key === key) {
    if (state.data) last.current = state.data;
    return { data: state.data, problem: state.problem, loading: false, again };
  }
  return { data: last.current, problem: null, loading: true, again };
}
