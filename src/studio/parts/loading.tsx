import type { ComponentChildren } from 'preact';
import type { Loaded } from '../live/use-loaded.ts';
import { Refusal } from './refusal.tsx';

interface LoadingProps<T> {
  readonly of: Loaded<T>;
  /** That it is asked for. */
  readonly words: ComponentChildren;
  readonly children: (value: T) => ComponentChildren;
}

/** What was asked for; until it is there a sentence, or why it is not. */
export function Loading<T>({ of, words, children }: LoadingProps<T>) {
  if (of.state === 'there') return <>{children(of.value)}</>;
  if (of.state === 'failed') return <Refusal {...of} />;
  return (
    <p class="soft" role="status">
      {words}
    </p>
  );
}
