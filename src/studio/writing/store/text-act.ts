/** The acts of a person on a text, as requests, and what they leave. Pure. */
import { type ContentState, isSameInstant, type Seen, valuesOf } from './content-state.ts';
import type { TextField, TextValues } from './fields.ts';

export type TextAct =
  /** Shows what is written, at once or from an instant on. */
  | {
      readonly kind: 'publish';
      readonly from?: string;
      /** Whether an address that visitors know leads to the new one; where nothing is said, it does. */
      readonly leavesRedirect?: boolean;
    }
  /** Has what is written take the place of what is shown, at an instant. */
  | { readonly kind: 'plan'; readonly at: string }
  /** Calls a planned change off: its fields are work in progress again. */
  | { readonly kind: 'callOff' }
  /** Says when visitors see the text no longer; null for never. */
  | { readonly kind: 'end'; readonly at: string | null }
  /** Gives a published article another date: visitors see it from then on. */
  | { readonly kind: 'date'; readonly at: string }
  | { readonly kind: 'hide' };

/** What an act is in the body of a `PATCH`. */
export function bodyOf(state: ContentState, asked: TextAct, isPublished: 'publie' | 'publiee'): object {
  if (asked.kind === 'hide') return { [isPublished]: false };
  if (asked.kind === 'end') return { retire_le: asked.at };
  if (asked.kind === 'date') return { publie_le: asked.at };
  if (asked.kind === 'callOff') return { prevoir: null };
  const travail = asked.kind === 'publish' || state.planned ? { travail: unshown(state) } : {};
  if (asked.kind === 'plan') return { ...travail, prevoir: asked.at };
  return {
    ...travail,
    publier: true,
    ...(asked.from !== undefined && { publie_le: asked.from }),
    ...(asked.leavesRedirect === false && { redirection: false }),
  };
}

/** All fields that a plan or work in progress names, as they are written: the plan may come true before the request does. */
function unshown(state: ContentState): TextValues {
  const values = valuesOf(state);
  const fields = Object.keys({ ...state.planned, ...state.work }) as TextField[];
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

/** What a person sees of the text once an act is done. */
export function seenAfter(seen: Seen, asked: TextAct): Seen {
  if (asked.kind === 'hide') return { ...seen, isPublished: false };
  if (asked.kind === 'end') return { ...seen, endsAt: asked.at };
  if (asked.kind === 'date') return { ...seen, publishedFrom: asked.at };
  if (asked.kind === 'callOff') return { ...seen, plannedFor: null };
  if (asked.kind === 'plan') return { ...seen, plannedFor: asked.at };
  return { ...seen, shown: seen.values, isPublished: true, publishedFrom: asked.from, plannedFor: null };
}

/** Whether a text is as an act would leave it. */
export function isDone(
  { isPublished, publishedFrom, endsAt, plannedFor, work }: ContentState,
  asked: TextAct,
): boolean {
  const isShown = Object.keys(work).length === 0;
  if (asked.kind === 'hide') return !isPublished;
  if (asked.kind === 'end') return isSameInstant(endsAt, asked.at);
  if (asked.kind === 'date') return isSameInstant(publishedFrom, asked.at);
  if (asked.kind === 'callOff') return plannedFor === null;
  if (asked.kind === 'plan') return isShown && isSameInstant(plannedFor, asked.at);
  return isPublished && isShown && plannedFor === null && isSameInstant(publishedFrom, asked.from);
}

/** Beginning and end of a text as an act would leave them, where the end would not follow the beginning; null where all is well. */
export function wrongOrder(
  { publishedFrom, endsAt }: Pick<ContentState, 'publishedFrom' | 'endsAt'>,
  asked: TextAct,
): { readonly from: string; readonly until: string } | null {
  if (asked.kind !== 'publish' && asked.kind !== 'date' && asked.kind !== 'end') return null;
  const from = asked.kind === 'date' ? asked.at : asked.kind === 'publish' ? asked.from : publishedFrom;
  const until = asked.kind === 'end' ? asked.at : endsAt;
  return from && until && Date.parse(until) <= Date.parse(from) ? { from, until } : null;
}
