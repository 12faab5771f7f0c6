import type { ThemeDocuments, ThemeFile } from '../../document/theme-documents.ts';
import { nodesIn } from '../../document/walk.ts';
import { factsOf } from '../liquid-facts.ts';
import type { NestingMistake } from './nesting.ts';
import { type Html, readHtml } from './reader.ts';

/** The HTML of a Liquid file. A snippet may end inside of a tag, for the file that calls it to go on. */
export const htmlOf = (file: ThemeFile): Html =>
  readHtml(file.source, file.liquid().nodes, !file.path.startsWith('snippets/'));

/** Where one file may end what another one has begun. */
interface Loose {
  /** Elements that no end tag of their file ends. */
  readonly begun: ReadonlySet<string>;
  /** End tags for which their file has no element. */
  readonly ended: ReadonlySet<string>;
}

const NONE: Loose = { begun: new Set(), ended: new Set() };

function looseIn(file: ThemeFile): Loose {
  const nesting = nestingOf(file);
  const names = (kind: NestingMistake['kind']) => new Set(nesting.filter((one) => one.kind === kind).map(nameOf));
  return nesting.length === 0 ? NONE : { begun: names('element_ouvert'), ended: names('fin_sans_debut') };
}

const nameOf = ({ name }: NestingMistake): string => name;

const TAG_IN_TEXT = /<(\/?)([a-z][\w-]*)/gi;

/** Tags that a quoted text of Liquid writes: `{% assign fin = '</div>' %}`. */
function tagsInTexts(file: ThemeFile): Loose {
  const begun = new Set<string>();
  const ended = new Set<string>();
  for (const node of nodesIn(file.liquid().nodes)) {
    if (node.kind === 'text' || !node.markup.text.includes('<')) continue;
    for (const [, slash, name = ''] of node.markup.text.matchAll(TAG_IN_TEXT)) {
      (slash === '/' ? ended : begun).add(name.toLowerCase());
    }
  }
  return begun.size + ended.size === 0 ? NONE : { begun, ended };
}

/** Nothing can be said where the Liquid itself is broken. */
const nestingOf = (file: ThemeFile): readonly NestingMistake[] =>
  file.liquid().mistakes.length > 0 ? [] : file.known(htmlOf).nesting;

/** What is loose in each file, for the others. */
function looseFiles(theme: ThemeDocuments): ReadonlyMap<string, readonly Loose[]> {
  const loose = new Map<string, readonly Loose[]>();
  for (const file of theme.files.values()) {
    if (!LIQUID_FILE.test(file.path)) continue;
    const found = [file.known(looseIn), file.known(tagsInTexts)].filter((one) => one !== NONE);
    if (found.length > 0) loose.set(file.path, found);
  }
  return loose;
}

export const LIQUID_FILE = /^(layout|sections|snippets)\/.*\.liquid$/;

/** The files that each file calls. */
const callsOf = (file: ThemeFile): ReadonlySet<string> =>
  new Set(file.known(factsOf).named.map(({ folder, name }) => `${folder}/${name}.liquid`));

/** Whether two files may stand on one page with nothing but each other's markup between: one calls the other, or a third one both. */
function meet(theme: ThemeDocuments, one: string, other: string): boolean {
  if (one.startsWith('sections/') && other.startsWith('sections/')) return true;
  for (const file of theme.files.values()) {
    if (!LIQUID_FILE.test(file.path)) continue;
    const calls = file.known(callsOf);
    if ((file.path === one || calls.has(one)) && (file.path === other || calls.has(other))) return true;
  }
  return false;
}

/** What is surely wrong in a file: no other file, and no other part of it, may begin or end what is begun or ended there. */
export function sureNesting(file: ThemeFile, theme: ThemeDocuments): readonly NestingMistake[] {
  const nesting = nestingOf(file);
  if (nesting.length === 0) return nesting;
  const others = [...theme.known(looseFiles)].filter(([path]) => path !== file.path && meet(theme, path, file.path));
  const loose = [file.known(tagsInTexts), ...others.flatMap(([, found]) => found)];
  const begun = new Set(loose.flatMap((one) => [...one.begun]));
  const ended = new Set(loose.flatMap((one) => [...one.ended]));
  const parts = partsByName(nesting);
  return nesting.filter(({ kind, name, fragment }) => {
    if (kind === 'elements_croises' || kind === 'fin_omise') return true;
    const [answers, other] =
      kind === 'element_ouvert' ? ([ended, 'fin_sans_debut'] as const) : ([begun, 'element_ouvert'] as const);
    return !answers.has(name) && [...(parts.get(`${other} ${name}`) ?? [])].every((part) => part === fragment);
  });
}

/** The parts of a file that have one kind of mistake with one name: never more than two, which is enough to know whether there are others. */
function partsByName(nesting: readonly NestingMistake[]): ReadonlyMap<string, ReadonlySet<number>> {
  const parts = new Map<string, Set<number>>();
  for (const { kind, name, fragment } of nesting) {
    const known = parts.get(`${kind} ${name}`) ?? new Set();
    if (known.size < 2) parts.set(`${kind} ${name}`, known.add(fragment));
  }
  return parts;
}

/** End tags of a theme that might be left out: those that are there, and those that are not. */
export function endsThatMayLack(theme: ThemeDocuments): { readonly said: number; readonly omitted: number } {
  let [said, omitted] = [0, 0];
  for (const file of theme.files.values()) {
    if (!LIQUID_FILE.test(file.path)) continue;
    said += file.known(htmlOf).saidEnds;
    omitted += nestingOf(file).filter(({ kind }) => kind === 'fin_omise').length;
  }
  return { said, omitted };
}
