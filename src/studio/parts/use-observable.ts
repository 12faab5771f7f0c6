import { useEffect, useReducer } from 'preact/hooks';
import type { Observable } from '../observable.ts';

/** Renders a component again whenever something has changed. */
export function useObservable<T extends Observable>(observed: T): T {
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => observed.subscribe(() => again(undefined)), [observed]);
  return observed;
}
