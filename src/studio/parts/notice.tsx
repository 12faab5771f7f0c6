import type { ComponentChildren } from 'preact';
import type { ReadOnly } from './props.ts';

interface NoticeProps {
  /** To be calm is for what is no mistake. */
  readonly kind?: 'calm' | 'bad' | undefined;
  readonly id?: string;
  readonly children: ComponentChildren;
}

/** A sentence that stands out. */
export const Notice = ({ kind, id, children }: NoticeProps) => (
  <p class={kind ? `notice ${kind}` : 'notice'} id={id}>
    {children}
  </p>
);

/** Controls that may not be used refer to the notice with this id. */
export const REASON_ID = 'raison';

/** Says why nothing may be changed; nothing where it may. */
export const ReasonNotice = ({ why }: { readonly why: ReadOnly | null }) =>
  why && (
    <Notice kind={why.isReader ? 'calm' : undefined} id={REASON_ID}>
      {why.reason}
    </Notice>
  );
