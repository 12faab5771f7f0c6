import { FIELDS, NAMES, type TextKind } from '../../../../src/studio/writing/store/fields.ts';
import type { KeptText } from './memory-text.ts';

type Values = Readonly<Record<string, string>>;

/** A version of a text, as docs/content.md, Versions says. */
export interface Left {
  readonly moyen: string;
  readonly auteur: string | null;
  readonly valeurs: Values;
}

/** A request that has changed a text. */
interface Write {
  readonly body: Readonly<Record<string, unknown>>;
  readonly before: KeptText;
  readonly after: KeptText;
  readonly author: string;
  /** Whether visitors saw the text before. */
  readonly wasVisible: boolean;
}

/** The versions of a text whose publication was called off before visitors saw the text. */
export function calledOff(versions: readonly Left[]): readonly Left[] {
  const last = versions.findLastIndex(({ moyen }) => moyen === 'publication');
  return versions.map((version, n) => (n === last ? { ...version, moyen: 'programmation' } : version));
}

/** The versions of a text after a write, the oldest first. All saves are of the same ten minutes. */
export function versionsAfter(
  kind: TextKind,
  versions: readonly Left[],
  { body, before, after, author, wasVisible }: Write,
): readonly Left[] {
  let now = [...versions];
  const leave = (moyen: string, valeurs: Values, auteur: string | null = author) => {
    const last = now.at(-1);
    if (moyen === 'enregistrement' && last?.moyen === moyen && last.auteur === auteur) now = now.slice(0, -1);
    now.push({ moyen, auteur, valeurs });
  };
  const publish = () => {
    if (before.isPublished && !wasVisible) now = [...calledOff(now)];
    leave('publication', after.shown);
  };
  if (now.length === 0 && before.isPublished) leave('origine', before.shown, null);
  else if (now.length === 0 && before.shown.contenu !== '') leave('enregistrement', before.shown, null);
  const { isPublished } = NAMES[kind];
  if (before.isPublished && !wasVisible && !after.isPublished) now = [...calledOff(now)];
  const isWritten = FIELDS[kind].some((field) => body[field] !== undefined);
  const isGiven = Object.keys((body.travail ?? {}) as Values).length > 0;
  if (body.publier) {
    const hasWork = body.travail === undefined ? before.work !== null : isGiven;
    const isNew = !wasVisible || hasWork || before.planned !== null || isWritten || body.publie_le !== undefined;
    if (isNew) publish();
    return now;
  }
  const editor = { ...after.shown, ...after.planned, ...after.work };
  const isDirect = isWritten || body[isPublished] === true;
  if (isDirect && after.isPublished) publish();
  if (typeof body.prevoir === 'string') leave('programmation', { ...after.shown, ...after.planned });
  else if (isGiven || (isDirect && !after.isPublished)) leave('enregistrement', editor);
  return now;
}
