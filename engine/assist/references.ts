import { scopesOf } from '../document/scopes.ts';
import type { ThemeDocuments, ThemeFile } from '../document/theme-documents.ts';
import { nameOf, roleOf } from '../language/paths.ts';
import { jsonOccurrences, schemaOccurrences } from './json-occurrences.ts';
import { liquidOccurrences } from './liquid-occurrences.ts';
import { jsonOf, schemaOf } from './loose-json.ts';
import { styleOccurrences } from './style-occurrences.ts';
import { fileOf, isSameThing, type Occurrence, type Thing, thingOfFile } from './things.ts';
import type { FileRange, Reference } from './types.ts';

/** What one file names, by place. */
export function occurrencesIn(theme: ThemeDocuments, path: string): readonly Occurrence[] {
  const file = theme.files.get(path);
  if (!file) return [];
  if (!path.endsWith('.liquid')) return file.known(ofFile);
  const known = theme.known(ofLiquidFiles);
  let found = known.get(path);
  if (!found) {
    found = inOrder([...liquidOccurrences(theme.known(scopesOf), file), ...file.known(ofSchema)]);
    known.set(path, found);
  }
  return found;
}

/** Filled file by file: what a Liquid file names depends on the whole theme. */
const ofLiquidFiles = (_theme: ThemeDocuments) => new Map<string, readonly Occurrence[]>();

function ofFile(file: ThemeFile): readonly Occurrence[] {
  const { path, source } = file;
  if (path.endsWith('.css')) return styleOccurrences(source);
  return path.endsWith('.json') ? inOrder(jsonOccurrences(path, source, jsonOf(file))) : [];
}

function ofSchema(file: ThemeFile): readonly Occurrence[] {
  return roleOf(file.path) === 'section' ? schemaOccurrences(nameOf(file.path), file.source, schemaOf(file)) : [];
}

const inOrder = (found: Occurrence[]): readonly Occurrence[] => found.sort((a, b) => a.from - b.from || a.to - b.to);

/** What is named at an offset. */
export function occurrenceAt(theme: ThemeDocuments, path: string, offset: number): Occurrence | undefined {
  const found = occurrencesIn(theme, path).filter(({ from, to }) => from <= offset && offset <= to);
  // Where two names meet, that behind the offset.
  return found.at(-1);
}

/** A place of a thing, and all that its name may mean there. */
export interface PlaceOfThing extends FileRange {
  readonly occurrence: Occurrence;
}

/** All places that name something, by path and place. */
export function placesOf(theme: ThemeDocuments, thing: Thing): readonly PlaceOfThing[] {
  const paths = thing.kind === 'variable' ? [thing.owner] : [...theme.files.keys()].sort();
  return paths.flatMap((path) =>
    occurrencesIn(theme, path)
      .filter(({ things }) => things.some((one) => isSameThing(one, thing)))
      .map((occurrence) => ({ path, from: occurrence.from, to: occurrence.to, occurrence })),
  );
}

/** All places that name something, the file that it is among them. */
function referencesOf(theme: ThemeDocuments, thing: Thing): readonly Reference[] {
  const path = fileOf(thing);
  const declared: Reference[] =
    path !== undefined && theme.has(path) ? [{ path, from: 0, to: 0, isDeclaration: true }] : [];
  const places = placesOf(theme, thing).map(
    ({ occurrence, ...place }): Reference => ({
      ...place,
      ...(occurrence.isDeclaration && { isDeclaration: true }),
    }),
  );
  return [...declared, ...places];
}

/** All places of the theme that name what is named at a place, the declaration among them; empty where nothing is named. */
export function referencesAt(theme: ThemeDocuments, path: string, offset: number): readonly Reference[] {
  const things = occurrenceAt(theme, path, offset)?.things ?? [];
  const found = new Map<string, Reference>();
  for (const one of things.flatMap((thing) => referencesOf(theme, thing))) found.set(`${one.path}\n${one.from}`, one);
  return [...found.values()];
}

/** All places that name a file of the theme. */
export function referencesTo(theme: ThemeDocuments, path: string): readonly Reference[] {
  const thing = thingOfFile(path);
  return thing ? referencesOf(theme, thing).filter(({ isDeclaration }) => !isDeclaration) : [];
}

/** Where what is named at a place is declared: a file (then at its start), a setting of a schema, a variable's assignment. */
export function definitionAt(theme: ThemeDocuments, path: string, offset: number): FileRange | null {
  for (const thing of occurrenceAt(theme, path, offset)?.things ?? []) {
    const declared = referencesOf(theme, thing).filter(({ isDeclaration }) => isDeclaration);
    // Of what is set more than once the last time before the place.
    const before = declared.filter((one) => one.path === path && one.from <= offset).at(-1);
    const [found] = before ? [before] : declared.length > 0 ? declared : firstReading(theme, thing);
    if (found) return { path: found.path, from: found.from, to: found.to };
  }
  return null;
}

/** Where a snippet reads a parameter that it does not declare. */
const firstReading = (theme: ThemeDocuments, thing: Thing): readonly FileRange[] =>
  thing.kind === 'parameter'
    ? placesOf(theme, thing).filter(({ path }) => path === fileOf({ kind: 'snippet', name: thing.owner }))
    : [];
