import { type Scopes, scopesOf } from '../document/scopes.ts';
import { originOf } from '../document/setting-values.ts';
import type { ThemeDocuments, ThemeFile } from '../document/theme-documents.ts';
import { keyOf } from '../document/walk.ts';
import type { ValueType } from '../language/value-types.ts';
import type { Lookup } from '../syntax/expression.ts';
import type { Thing } from './things.ts';
import { typesOf } from './values.ts';

/** Why it is not certain that all places are known that name something, in a sentence; null where it is. */
export function doubtOf(theme: ThemeDocuments, thing: Thing): string | null {
  const { kind, name } = thing;
  if (kind === 'variable') return null;
  const unread = unreadWith(theme, name);
  if (unread !== undefined) return `${unread} a des erreurs et contient « ${name} » : corrigez-le d’abord.`;
  const computing = kind === 'snippet' ? computedInclude(theme) : undefined;
  if (computing !== undefined)
    return `${computing} inclut un extrait dont le nom est calculé : ce peut être « ${name} ».`;
  const reading = SETTINGS.has(kind) ? doubtfulRead(theme, thing) : undefined;
  if (reading === undefined) return null;
  return `${reading} lit peut-être « ${name} », sans qu’on sache de quelle section : renommez-le d’abord là.`;
}

/** A file that includes a snippet whose name only a render tells. */
function computedInclude(theme: ThemeDocuments): string | undefined {
  const scopes = theme.known(scopesOf);
  return [...theme.files.keys()].find((path) => scopes.uses(path)?.calls.some(({ snippet }) => snippet === undefined));
}

/** A file that has mistakes, so that not all of its names are known, and in which a name stands. */
function unreadWith(theme: ThemeDocuments, name: string): string | undefined {
  for (const file of theme.files.values()) {
    if (!hasName(file.source, name)) continue;
    const isJson = file.path.endsWith('.json');
    const isUnread = isJson ? file.json().mistake : file.path.endsWith('.liquid') && hasMistakes(file);
    if (isUnread) return file.path;
  }
  return undefined;
}

const SETTINGS: ReadonlySet<Thing['kind']> = new Set(['theme setting', 'section setting', 'block setting'] as const);

/** A file that may read a setting under a name that is computed, or of a value of which nothing is known. */
function doubtfulRead(theme: ThemeDocuments, thing: Thing): string | undefined {
  const scopes = theme.known(scopesOf);
  for (const path of theme.files.keys()) {
    for (const { lookup, around } of scopes.uses(path)?.reads ?? []) {
      if (mayRead(lookup, thing) && isDoubtful(scopes.steps(path, lookup, around), lookup, thing)) return path;
    }
  }
  return undefined;
}

/** Whether a path has the name of a setting behind `settings`, or one that is computed. */
const mayRead = ({ root, path }: Lookup, { name }: Thing): boolean =>
  path.some((segment, at) => {
    const owner = at === 0 ? root : keyOf(path[at - 1]);
    const key = keyOf(segment);
    return owner === 'settings' && (key === undefined || key === name);
  });

function isDoubtful(steps: ReturnType<Scopes['steps']>, { path }: Lookup, thing: Thing): boolean {
  return path.some((segment, at) => {
    const type = steps[at]?.type;
    if (!type) return false;
    const key = keyOf(segment);
    if (key === thing.name) return type.kind === 'any' && !type.among;
    return key === undefined && typesOf(type).some((one) => one.kind === 'settings' && isOwnedAs(one, thing));
  });
}

const isOwnedAs = (type: ValueType, { kind, owner }: Thing): boolean =>
  kind === `${type.owner} setting` && (originOf(type)?.section ?? owner) === owner;

const OF_NAME = /[\w-]/;

/** Whether a name stands in a text, and not within a longer one. */
function hasName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    if (!OF_NAME.test(text[at - 1] ?? '') && !OF_NAME.test(text[at + name.length] ?? '')) return true;
  }
  return false;
}

const hasMistakes = (file: ThemeFile): boolean => file.liquid().mistakes.length > 0 || Boolean(file.schema()?.mistake);
