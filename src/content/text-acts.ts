import type { TextMeans } from '../contract/writing.ts';
import { Refusal, wrongInput } from '../errors.ts';
import type { Change } from '../storage/content.ts';
import type { HeldText, TextTable, TextWrite, Work } from '../storage/text-table.ts';

/** What a client asks of a text: fields that are shown at once, work in progress, plans. Instants are in the form in which the program prints them. */
export interface TextWish<Fields> {
  readonly fields: Change<Fields>;
  readonly travail?: Work | null | undefined;
  readonly publier?: true | undefined;
  readonly prevoir?: string | null | undefined;
  readonly publie_le?: string | null | undefined;
  readonly retire_le?: string | null | undefined;
}

/** A version that a write leaves. */
interface Left {
  readonly means: TextMeans;
  readonly withPlan: boolean;
  readonly withWork: boolean;
}

/** What a wish means for a text: the write of its row, and the versions that are kept. */
export interface TextAct<Fields> {
  readonly write: TextWrite<Fields>;
  readonly left: readonly Left[];
}

/** What the rules need to know of pages or articles. */
export interface TextRules<Fields> {
  readonly table: Pick<TextTable<Fields & { readonly contenu: string }>, 'published' | 'placed' | 'begins' | 'written'>;
  /** Work as it may be shown. @throws Refusal `invalid_input` */
  judge(work: Work): Change<Fields>;
}

const PUBLISHED: Left = { means: 'publication', withPlan: false, withWork: false };
const SAVED: Left = { means: 'enregistrement', withPlan: true, withWork: true };
const PLANNED: Left = { means: 'programmation', withPlan: true, withWork: false };

/**
 * Works a wish out (docs/content.md, Work in progress). The value of a field in the editor is that of the work in progress, else that of the
 * planned change, else what is shown; to publish and to plan mean these values.
 * @param held the text, whose passed plans are settled
 * @param now the instant that decides what visitors see
 * @throws Refusal `invalid_input`, `adresse_immediate`, `pas_publie`
 */
export function actOf<Fields>(
  { table, judge }: TextRules<Fields>,
  held: HeldText<Fields>,
  wish: TextWish<Fields>,
  now: string,
): TextAct<Fields> {
  const { fields, travail: given, publier, prevoir } = wish;
  const work = given === undefined ? null : (given ?? {});
  const plan = planOf(table, held, wish, now);
  const isPublished = (fields as Record<string, unknown>)[table.published] ?? isPublishedIn(table, held);
  const small = (): Work => {
    const { contenu: _, ...rest } = { ...held.prevu, ...(work ?? held.travail) };
    return rest;
  };
  const still = { ...plan, work, judged: {}, contentOf: null, prevu_le: held.prevu_le } as const;
  // `held.travail` lacks `contenu`: stored work on the content alone has no field there.
  const hasWork = work ? isSome(work) : held.travail !== null;
  const isShownNow = Object.values(fields).some((value) => value !== undefined) || wish.publie_le !== undefined;

  if (publier) {
    if (prevoir !== undefined) throw wrongInput('prevoir');
    const content = work?.contenu;
    // A publication that comes twice shows nothing new.
    const isNew = isShownNow || !isVisible(table, held, now) || hasWork || held.prevu !== null;
    return {
      write: {
        ...still,
        fields: {
          ...judge(small()),
          ...(content !== undefined && { contenu: content }),
          ...presentIn(fields),
          [table.published]: true,
        } as Change<Fields>,
        contentOf: work ? 'plan' : 'work',
        travail: 'ends',
        prevu: 'ends',
        prevu_le: null,
        isShown: isNew,
      },
      left: isNew ? [PUBLISHED] : [],
    };
  }
  const left = shownVersions(table, wish, isPublished === true);
  if (typeof prevoir === 'string') {
    if (isPublished !== true) throw new Refusal('pas_publie');
    if (prevoir <= now || (!hasWork && held.prevu === null)) throw wrongInput('prevoir');
    const judged = judge(small()) as Record<string, string>;
    for (const column of table.placed) {
      const present = (fields as Record<string, unknown>)[column] ?? (held as Record<string, unknown>)[column];
      if (judged[column] !== undefined && judged[column] !== present) throw new Refusal('adresse_immediate');
    }
    return {
      write: { ...still, fields, judged, travail: 'ends', prevu: 'set', prevu_le: prevoir, isShown: isShownNow },
      left: [...left, PLANNED],
    };
  }
  const callsOff = prevoir === null && held.prevu !== null;
  const isSet = isSome(work);
  const kept = work === null ? 'stays' : isSet ? 'set' : 'ends';
  return {
    write: {
      ...still,
      fields,
      travail: callsOff ? 'back' : kept,
      prevu: callsOff ? 'ends' : 'stays',
      prevu_le: callsOff ? null : held.prevu_le,
      isShown: isShownNow,
    },
    left: isSet && !left.includes(SAVED) ? [...left, SAVED] : left,
  };
}

/** The version that a change of shown fields leaves. */
function shownVersions<Fields>(
  { written, published }: TextRules<Fields>['table'],
  { fields }: TextWish<Fields>,
  isPublished: boolean,
): readonly Left[] {
  const changed = fields as Record<string, unknown>;
  const isWritten = written.some((column) => changed[column] !== undefined);
  if (!isWritten && changed[published] !== true) return [];
  return [isPublished ? PUBLISHED : SAVED];
}

/**
 * Beginning and end as they become.
 * @throws Refusal `invalid_input` for an end that has passed, or is not later than the beginning
 */
function planOf<Fields>(
  { begins, published }: TextRules<Fields>['table'],
  held: HeldText<Fields>,
  { publier, fields, ...wish }: TextWish<Fields>,
  now: string,
): Pick<TextWrite<Fields>, 'publie_le' | 'retire_le'> {
  const wanted = wish.publie_le ?? null;
  let begin = held.publie_le;
  if (wish.publie_le !== undefined) begin = begins && wanted !== null && wanted <= now ? null : wanted;
  else if (publier && begins) begin = null;
  else if (
    publier &&
    !isVisible({ published }, held, now) &&
    !(held.a_paru && held.publie_le !== null && held.publie_le <= now)
  )
    begin = now;
  const end = wish.retire_le === undefined ? held.retire_le : wish.retire_le;
  if (typeof wish.retire_le === 'string' && wish.retire_le <= now) throw wrongInput('retire_le');
  if (end !== null && begin !== null && end <= begin) throw wrongInput(wish.retire_le ? 'retire_le' : 'publie_le');
  return { publie_le: begin, retire_le: end };
}

/** Whether a text is published; visitors may see it later still. */
export const isPublishedIn = <Fields>({ published }: { readonly published: string }, held: HeldText<Fields>): boolean =>
  (held as Record<string, unknown>)[published] === true;

/** Whether visitors see a text whose passed plans are settled. */
export const isVisible = <Fields>(
  table: { readonly published: string },
  held: HeldText<Fields>,
  now: string,
): boolean => isPublishedIn(table, held) && (held.publie_le === null || held.publie_le <= now);

/** Whether there is any work. */
const isSome = (work: Work | null): boolean => work !== null && Object.keys(work).length > 0;

/** Without the fields that are absent. */
export const presentIn = <Fields>(fields: Change<Fields>): Change<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Change<Fields>;
