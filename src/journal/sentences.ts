import type { StoredEntry } from '../storage/journal.ts';
import { isolated } from '../text/names.ts';
import { isRole, ROLE_WORDS } from '../text/roles.ts';
import { localWords } from '../text/zoned-times.ts';
import { ACTS, type ActName } from './acts.ts';

/** A piece of a sentence: words of ours, or a name that somebody gave. */
export type Part = string | { readonly name: string };

/** What sentences are made with. */
interface Knowledge {
  /** Addresses of accounts by their ids; one that is gone is missing. */
  readonly addresses: ReadonlyMap<string, string>;
  /** The time zone of the site. */
  readonly zone: string;
}

/** Whether an act is one of the list: the release after this one may write others. */
export const isAct = (name: string): name is ActName => Object.hasOwn(ACTS, name);

/** Who did it. */
export function whoOf({ moyen, auteur, compte_id }: StoredEntry, { addresses }: Knowledge): Part[] {
  switch (moyen) {
    case 'exploitant':
      return ['L’équipe de ce service'];
    case 'programme':
      return ['Ce service'];
    case 'compte':
      return auteur === null ? ['Une personne dont le compte n’existe plus'] : [{ name: auteur }];
    default: {
      if (auteur === null) return ['Une clé d’un compte qui n’existe plus'];
      const owner = compte_id === null ? undefined : addresses.get(compte_id);
      return ['La clé «\u00a0', { name: auteur }, '\u00a0»', ...(owner === undefined ? [] : [' de ', { name: owner }])];
    }
  }
}

/** What was done. */
export function deedOf({ acte, details }: StoredEntry, knowledge: Knowledge): Part[] {
  if (!isAct(acte)) return ['a fait ce que cette version du service ne sait pas nommer'];
  return ACTS[acte].phrase.split(/\{(\w+)\}/).flatMap((piece, index) => {
    if (index % 2 === 0) return piece === '' ? [] : [piece];
    return detailOf(piece, details[piece], knowledge);
  });
}

function detailOf(detail: string, value: string | undefined, { addresses, zone }: Knowledge): Part[] {
  if (detail === 'compte') {
    const address = value === undefined ? undefined : addresses.get(value);
    return [address === undefined ? 'une personne dont le compte n’existe plus' : { name: address }];
  }
  if (value === undefined) return ['…'];
  if (detail === 'role') return [isRole(value) ? ROLE_WORDS[value].toLowerCase() : value];
  if (detail === 'nombre') return [value];
  if (detail.endsWith('_le')) return [localWords(value, zone)];
  return ['«\u00a0', { name: value }, '\u00a0»'];
}

/** A sentence as text: each name keeps its own direction. */
export const textOf = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : isolated(part.name))).join('');
