import { scopesOf } from '../document/scopes.ts';
import type { ThemeDocuments } from '../document/theme-documents.ts';
import type { Expression } from '../syntax/expression.ts';
import { doubtOf } from './doubts.ts';
import { refusalOf } from './name-rules.ts';
import { occurrenceAt, type PlaceOfThing, placesOf } from './references.ts';
import { fileOf, type Thing, thingOfFile } from './things.ts';
import type { Range, Refusal, Renaming, TextEdit } from './types.ts';

/** What can be renamed at a place, and its name; null where nothing can. */
export function renamedAt(theme: ThemeDocuments, path: string, offset: number): (Range & { text: string }) | null {
  const { from, to, things } = occurrenceAt(theme, path, offset) ?? {};
  const [thing] = things ?? [];
  return from === undefined || to === undefined || !thing ? null : { from, to, text: thing.name };
}

/** Another name for what is named at a place, wherever it is named. */
export function renameAt(theme: ThemeDocuments, path: string, offset: number, newName: string): Renaming | Refusal {
  const [thing, other] = occurrenceAt(theme, path, offset)?.things ?? [];
  if (!thing) return { refusal: 'Rien ne peut être renommé ici.' };
  if (other)
    return {
      refusal: `« ${thing.name} » est ici à la fois ${nameOfOwner(thing)} et ${nameOfOwner(other)} : renommez-le dans un schéma.`,
    };
  if (newName === thing.name) return { edits: [], files: [] };
  const refusal = refusalOf(theme, thing, newName);
  if (refusal !== null) return { refusal };
  const places = placesOf(theme, thing);
  const shared = places.find(({ occurrence }) => occurrence.things.length > 1);
  if (shared) {
    return {
      refusal: `« ${thing.name} » est lu dans ${shared.path}, qui sert aussi à d’autres : son nom ne peut pas changer pour l’un seulement.`,
    };
  }
  const doubt = doubtOf(theme, thing);
  if (doubt !== null) return { refusal: doubt };
  const more = thing.kind === 'snippet' ? aliases(theme, thing.name) : [];
  if (more === null) {
    return {
      refusal: `Un appel passe une valeur à « ${thing.name} » sans la nommer : écrivez « as ${thing.name} » derrière cette valeur.`,
    };
  }
  const from = fileOf(thing);
  const to = fileOf({ ...thing, name: newName });
  const files = from !== undefined && to !== undefined && theme.has(from) ? [{ from, to }] : [];
  return { edits: inOrder([...renamed(places, newName), ...more]), files };
}

/** What names a file, with its new name. @param from path of a file, which may have its new name already */
export function renameFile(theme: ThemeDocuments, from: string, to: string): readonly TextEdit[] {
  const [thing, target] = [thingOfFile(from), thingOfFile(to)];
  if (!thing || !target || thing.kind !== target.kind) return [];
  const more = thing.kind === 'snippet' ? aliases(theme, thing.name, theme.has(from) ? from : to) : [];
  return inOrder([...renamed(placesOf(theme, thing), target.name), ...(more ?? [])]);
}

const renamed = (places: readonly PlaceOfThing[], text: string): TextEdit[] =>
  places.map(({ path, from, to }) => ({ path, from, to, text }));

const inOrder = (edits: TextEdit[]): TextEdit[] =>
  edits.sort((a, b) => (a.path === b.path ? a.from - b.from : a.path < b.path ? -1 : 1));

/**
 * The values that calls pass to a snippet without a name bear the snippet's: they are given that name before the snippet has another.
 * @returns null where the end of such a value is not known
 */
function aliases(theme: ThemeDocuments, snippet: string, path = `snippets/${snippet}.liquid`): TextEdit[] | null {
  const scopes = theme.known(scopesOf);
  if (!scopes.uses(path)?.names.has(snippet)) return [];
  const edits: TextEdit[] = [];
  for (const { path: caller, call } of scopes.callsOf(snippet)) {
    const { bound, alias } = call.meaning;
    if (!bound || alias) continue;
    const end = endOf(bound);
    if (end === undefined) return null;
    edits.push({ path: caller, from: end, to: end, text: ` as ${snippet}` });
  }
  return edits;
}

function endOf(expression: Expression): number | undefined {
  if (expression.kind === 'lookup') return expression.end;
  return expression.kind === 'literal' ? expression.place?.end : undefined;
}

function nameOfOwner({ kind, owner }: Thing): string {
  if (kind === 'theme setting') return 'un réglage du thème';
  if (kind === 'section setting') return `un réglage de la section « ${owner} »`;
  if (kind === 'block setting') return `un réglage des blocs de la section « ${owner} »`;
  return `un type de bloc de la section « ${owner} »`;
}
