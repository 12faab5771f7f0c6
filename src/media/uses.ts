import type { Mention } from '../storage/mentions.ts';
import { isolated } from '../text/names.ts';

/** So many places are named in a sentence. */
const NAMED = 6;
/** Longest name of a place in a sentence, UTF-16 code units. */
const NAME_UNITS = 80;

const PLACES: Readonly<Record<Mention['genre'], string>> = {
  theme: 'le thème publié',
  brouillon: 'le thème non publié',
  version: 'une version antérieure du thème',
  page: 'la page',
  article: 'l’article',
  blog: 'le blog',
  menu: 'le menu',
  reglages: 'les paramètres',
};

/** Says where a file of the library is named, for who wants to delete it. @param uses at least one */
export function usesSentence(uses: readonly Mention[]): string {
  const named = uses.slice(0, NAMED).map(({ genre, nom }) => `${PLACES[genre]} « ${shortened(nom)} »`);
  const left = uses.length - named.length;
  const all = left === 0 ? named : [...named, left === 1 ? 'un autre endroit' : `${left} autres endroits`];
  const list = all.length === 1 ? all[0] : `${all.slice(0, -1).join(', ')} et ${all.at(-1)}`;
  return `Ce fichier sert encore : ${list}. Le supprimer l’ôte de tous ces endroits.`;
}

function shortened(name: string): string {
  const text = name.length > NAME_UNITS ? `${name.slice(0, NAME_UNITS).toWellFormed()}…` : name;
  return isolated(text);
}
