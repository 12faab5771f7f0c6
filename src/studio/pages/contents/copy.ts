import { FIELDS, NAMES, type TextKind, type TextValues } from '../../writing/store/fields.ts';

/** A text as the API gives it. */
export interface StoredText extends TextValues {
  readonly titre: string;
  readonly slug: string;
  /** Work in progress, and a planned change, which that goes on from. */
  readonly travail?: TextValues | null;
  readonly prevu?: TextValues | null;
}

const TITLE_LENGTH = 200;
const SLUG_LENGTH = 80;
const SLUG = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
/** So many addresses are tried. */
const TRIED = 20;

/** The title of a copy, cut to what a title may have. */
export function titleOfCopy(title: string): string {
  const end = ' (copie)';
  return [...title].slice(0, TITLE_LENGTH - end.length).join('') + end;
}

/** Addresses for a copy, to be tried in turn: `tarifs-copie`, `tarifs-copie-2` … */
export function addressesOfCopy({ slug, travail }: StoredText): readonly string[] {
  const typed = travail?.slug ?? '';
  const base = SLUG.test(typed) ? typed : slug;
  return Array.from({ length: TRIED }, (_, at) => {
    const end = at === 0 ? '-copie' : `-copie-${at + 1}`;
    return base.slice(0, SLUG_LENGTH - end.length).replace(/-+$/, '') + end;
  });
}

/** The body that makes a copy: a draft with all that the text has, its work in progress too. */
export function copyOf(kind: TextKind, text: StoredText, id: string, slug: string): Readonly<Record<string, unknown>> {
  const fields = Object.fromEntries(FIELDS[kind].flatMap((field) => (field in text ? [[field, text[field]]] : [])));
  const { slug: _, ...work } = { ...text.prevu, ...text.travail };
  const travail = work.titre === undefined ? work : { ...work, titre: titleOfCopy(work.titre) };
  return {
    ...fields,
    ...{ id, slug, titre: titleOfCopy(text.titre), [NAMES[kind].isPublished]: false },
    ...(Object.keys(travail).length > 0 && { travail }),
  };
}

/** A random UUID. Browsers have `randomUUID` in pages over https only. */
export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
