/** What is known of a text on the platform: its fields as visitors have them, as they are planned, and as they are worked on. */
import { FIELDS, NAMES, placeholderSlug, type TextKind, type TextValues } from './fields.ts';

export interface ContentState {
  /** Whether the text is on the platform not yet. */
  readonly isNew: boolean;
  /** Its version, which each write names (`garde`); null for a new one. */
  readonly majLe: string | null;
  readonly isPublished: boolean;
  /** When visitors begin to see the published text, or have begun. */
  readonly publishedFrom: string | null;
  /** When they see the text no longer. */
  readonly endsAt: string | null;
  /** The fields that are shown from `plannedFor` on; null without a planned change. */
  readonly planned: TextValues | null;
  readonly plannedFor: string | null;
  /** The fields as visitors have them, or would. */
  readonly shown: TextValues;
  /** Work in progress: the fields that differ from those that are shown, or planned. */
  readonly work: TextValues;
  /** When what visitors see was changed last. */
  readonly shownSince: string | null;
  /** Whether the text is or was published: one that is hidden then is no draft. */
  readonly wasShown: boolean;
}

/** The fields as who writes sees them: work in progress over a planned change over what is shown. */
export const valuesOf = ({ shown, planned, work }: ContentState): TextValues => ({ ...shown, ...planned, ...work });

/** A text that nobody has saved yet. @param initial what its fields begin with, where that is not nothing */
export function newState(kind: TextKind, id: string, initial: TextValues): ContentState {
  const empty = Object.fromEntries(FIELDS[kind].map((field) => [field, '']));
  const shown = { ...empty, ...(kind === 'pages' && { gabarit: 'page' }), slug: placeholderSlug(kind, id), ...initial };
  const none = {
    publishedFrom: null,
    endsAt: null,
    planned: null,
    plannedFor: null,
    shownSince: null,
    wasShown: false,
  };
  return { isNew: true, majLe: null, isPublished: false, ...none, shown, work: {} };
}

/** What an answer of the API says of a text. @param answered what the platform has sent, of which other members wrote parts */
export function stateOf(kind: TextKind, answered: Readonly<Record<string, unknown>>): ContentState {
  const textsIn = (from: unknown): TextValues =>
    Object.fromEntries(
      FIELDS[kind].flatMap((field) => {
        const value = (from as Readonly<Record<string, unknown>> | null)?.[field];
        return typeof value === 'string' ? [[field, value]] : [];
      }),
    );
  const instant = (name: string): string | null => {
    const value = answered[name];
    return typeof value === 'string' ? value : null;
  };
  const { prevu } = answered;
  return {
    isNew: false,
    majLe: instant('maj_le'),
    isPublished: answered[NAMES[kind].isPublished] === true,
    publishedFrom: instant('publie_le'),
    endsAt: instant('retire_le'),
    planned: prevu === null || prevu === undefined ? null : textsIn(prevu),
    plannedFor: instant('prevu_le'),
    shown: { ...Object.fromEntries(FIELDS[kind].map((field) => [field, ''])), ...textsIn(answered) },
    work: textsIn(answered.travail),
    shownSince: instant('montre_le'),
    wasShown: answered.a_paru === true,
  };
}

/** What a person sees of a state; a value that is not there counts as any. */
export interface Seen {
  readonly values: TextValues;
  readonly shown: TextValues;
  readonly isPublished: boolean;
  readonly publishedFrom?: string | null | undefined;
  readonly endsAt: string | null;
  readonly plannedFor: string | null;
}

export function seenOf(state: ContentState): Seen {
  const { shown, isPublished, publishedFrom, endsAt, plannedFor } = state;
  return { values: valuesOf(state), shown, isPublished, publishedFrom, endsAt, plannedFor };
}

/** Whether a person sees the same in both. */
export const isSameSeen = (one: Seen, other: Seen): boolean =>
  one.isPublished === other.isPublished &&
  (['publishedFrom', 'endsAt', 'plannedFor'] as const).every((name) => isSameInstant(one[name], other[name])) &&
  isSameText(one.shown, other.shown) &&
  isSameText(one.values, other.values);

/** What is expected after a request, where plans came true since: what was to stay as it was before them is as it is now. */
export function seenLater(after: Seen, before: Seen, now: Seen): Seen {
  const isLeft = (name: 'publishedFrom' | 'endsAt' | 'plannedFor') => isSameInstant(after[name], before[name]);
  return {
    ...after,
    ...(after.isPublished === before.isPublished && { isPublished: now.isPublished }),
    ...(isLeft('publishedFrom') && after.publishedFrom !== undefined && { publishedFrom: now.publishedFrom }),
    ...(isLeft('endsAt') && { endsAt: now.endsAt }),
    ...(isLeft('plannedFor') && { plannedFor: now.plannedFor }),
    ...(isSameText(after.shown, before.shown) && { shown: now.shown }),
  };
}

/** Whether two instants are one, in whichever form; an instant that is undefined is like any. */
export const isSameInstant = (one: string | null | undefined, other: string | null | undefined): boolean =>
  one === undefined || other === undefined || one === other || Date.parse(one ?? '') === Date.parse(other ?? '');

/** The platform keeps titles without the blanks around them. */
const isSameText = (one: TextValues, other: TextValues): boolean =>
  Object.entries({ ...one, ...other }).every(([field]) => {
    const [here, there] = [one, other].map((values) => (values as Record<string, string>)[field] ?? '');
    return here === there || (field === 'titre' && here?.trim() === there?.trim());
  });
