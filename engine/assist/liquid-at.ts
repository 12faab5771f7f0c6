import type { LiquidDocument } from '../document/nodes.ts';
import { type Scopes, scopesOf } from '../document/scopes.ts';
import type { ThemeDocuments, ThemeFile } from '../document/theme-documents.ts';
import { keyOf } from '../document/walk.ts';
import { roleOf } from '../language/paths.ts';
import { TAGS } from '../language/tags.ts';
import { ANY } from '../language/value-types.ts';
import type { Expression, Lookup, Segment } from '../syntax/expression.ts';
import { blocksAround } from './around.ts';
import type { Chain } from './expressions.ts';
import type { Stretch } from './json-place.ts';
import type { LiquidContext } from './liquid-context.ts';
import { liquidPlace } from './liquid-place.ts';
import { parametersOf } from './parameters.ts';

type LiquidStretch =
  | { readonly schema: Stretch }
  /** A `{% doc %}`. */
  | { readonly doc: Stretch }
  | { readonly context: LiquidContext };

/** What a place of a Liquid file belongs to: a section's schema, or a tag or an output; null for text and what is no Liquid. */
export function liquidAt(theme: ThemeDocuments, file: ThemeFile, offset: number): LiquidStretch | null {
  const document = file.liquid();
  const blocks = blocksAround(document, offset);
  const around = blocks.at(-1);
  if (around && TAGS.get(around.name)?.holds === 'text') {
    // One that is not ended yet holds the rest of the file.
    const { text, offset: base } = around.raw ?? { text: file.source.slice(around.end), offset: around.end };
    return around.name === 'schema'
      ? { schema: { text, base } }
      : around.name === 'doc'
        ? { doc: { text, base } }
        : null;
  }
  const place = liquidPlace(file.source, offset);
  if (!place) return null;
  const scopes = theme.known(scopesOf);
  const surroundings = scopes.uses(file.path)?.around(offset) ?? { loop: undefined, guard: undefined };
  const cases = blocks.findLast(({ meaning }) => meaning?.kind === 'case')?.meaning;
  return {
    context: {
      source: file.source,
      place,
      theme,
      variables: new Map(scopes.variables(file.path, offset).map((variable) => [variable.name, variable])),
      typeOf: (chain) => scopes.steps(file.path, lookupOf(chain), surroundings).at(chain.path.length)?.type ?? ANY,
      openTags: blocks.map(({ name }) => name),
      isEnded: isEnded(document, place.start),
      takesSchema: roleOf(file.path) === 'section' && document.traits.schemas.length === 0,
      subject: cases?.kind === 'case' ? chainOf(cases.value) : undefined,
      menuKeys: () => menuKeys(theme, scopes),
      parametersOf: (snippet) => parametersOf(scopes, snippet),
    },
  };
}

/** Keys of menus that the code of a theme reads. */
function menuKeys(theme: ThemeDocuments, scopes: Scopes): readonly string[] {
  const keys = new Set<string>();
  for (const path of theme.files.keys()) {
    for (const { lookup } of scopes.uses(path)?.reads ?? []) {
      const key = lookup.root === 'menus' ? keyOf(lookup.path[0]) : undefined;
      if (key !== undefined && key !== '') keys.add(key);
    }
  }
  return [...keys].sort();
}

/** Whether the tag that begins at a place has its end already. */
function isEnded(document: LiquidDocument, start: number): boolean {
  // Its own body begins behind its name.
  const inner = blocksAround(document, start + 1).at(-1);
  const nodes = inner?.parts.findLast(({ tag }) => tag.end <= start)?.nodes ?? document.nodes;
  const node = nodes.find((one) => one.start === start);
  return node?.kind === 'tag' && node.close !== undefined;
}

/** A path as words write it. */
function chainOf(expression: Expression): Chain | undefined {
  if (expression.kind !== 'lookup' || typeof expression.root !== 'string') return undefined;
  return { root: expression.root, path: expression.path.map((segment) => keyOf(segment) ?? null) };
}

const NOWHERE = { offset: 0, end: 0 };
const SOME: Expression = { kind: 'literal', value: 0 };

/** The same path as an expression. */
function lookupOf({ root, path }: Chain): Lookup {
  const segments = path.map((key): Segment => ({ ...NOWHERE, ...(key === null ? { index: SOME } : { key }) }));
  return { kind: 'lookup', root, path: segments, ...NOWHERE };
}
