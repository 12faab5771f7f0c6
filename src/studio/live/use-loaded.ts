import { useEffect, useState } from 'preact/hooks';
import type { Failure } from './use-act.ts';

/** Something that is asked for. */
export type Loaded<T> =
  | { readonly state: 'asked' }
  | { readonly state: 'there'; readonly value: T }
  | { readonly state: 'failed'; readonly failure: Failure; readonly again: () => void };

/**
 * Loads a value when it is first shown, and again when an input has changed. What nobody waits for any more is called off by its signal.
 * @param inputs what `load` depends on
 */
export function useLoaded<T>(load: (leaving: AbortSignal) => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'asked' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const tell = (next: Loaded<T>) => {
      if (!leaving.signal.aborted) setLoaded(next);
    };
    tell({ state: 'asked' });
    load(leaving.signal).then(
      (value) => tell({ state: 'there', value }),
      (error) => {
        const failure = { error, act: null };
        tell({ state: 'failed', failure, again: () => setAttempt((before) => before + 1) });
      },
    );
    return () => leaving.abort();
  }, [...inputs, attempt]);
  return loaded;
}
