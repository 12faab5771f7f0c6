import { useEffect, useState } from 'preact/hooks';
import type { Failure } from './use-act.ts';

/** Something that is asked for. */
type Loaded<T> =
  | { readonly state: 'asked' }
  | { readonly state: 'there'; readonly value: T }
  | { readonly state: 'failed'; readonly failure: Failure; readonly again: () => void };

/**
 * Loads a value when it is first shown, and again when an input has changed.
 * @param inputs what `load` depends on
 */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'asked' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isWanted = true;
    const tell = (next: Loaded<T>) => {
      if (isWanted) setLoaded(next);
    };
    tell({ state: 'asked' });
    load().then(
      (value) => tell({ state: 'there', value }),
      (error) => {
        const failure = { error, act: null };
        tell({ state: 'failed', failure, again: () => setAttempt((before) => before + 1) });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [...inputs, attempt]);
  return loaded;
}
