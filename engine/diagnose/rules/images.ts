import { scopesOf } from '../../document/scopes.ts';
import type { ThemeFile } from '../../document/theme-documents.ts';
import { type Around, pathOf } from '../../document/uses.ts';
import { nodesIn } from '../../document/walk.ts';
import { valuesIn } from '../../json/json-tree.ts';
import type { ValueType } from '../../language/value-types.ts';
import { NAMED_MEDIA } from '../../pictures/facts.ts';
import type { Expression } from '../../syntax/expression.ts';
import { htmlOf, LIQUID_FILE } from '../html/of-file.ts';
import type { Place, Tag } from '../html/tags.ts';
import type { Rule } from '../rule.ts';

/** An `<img>` that a theme writes itself around an image: it has one size for all screens, and the page jumps when it comes. */
export const handmadeImages: Rule = {
  judges: LIQUID_FILE,
  judge(file, theme, report) {
    const sources = file.known(imageSources);
    if (sources.length === 0) return;
    const scopes = theme.known(scopesOf);
    const arounds = new Map<Expression, Around>();
    for (const { lookup, around } of scopes.uses(file.path)?.reads ?? []) arounds.set(lookup, around);
    for (const { piped, start, end } of outputsIn(file, sources)) {
      const { value, filters } = piped;
      const around = arounds.get(value);
      if (!around || value.kind !== 'lookup' || filters.some(({ name }) => name === 'image_url')) continue;
      if (!isImage(scopes.typeOf(file.path, value, around))) continue;
      report('image_sans_tailles', { offset: start, end }, { lecture: pathOf(value) ?? 'image' });
    }
  },
};

/** What `image_url` gives has no properties any more. */
const isImage = ({ kind, among, fields }: ValueType): boolean =>
  among ? among.every(isImage) : kind === 'image' && fields !== undefined;

/** What Liquid writes of the sources of images: each up to the next attribute, in their order. */
const imageSources = (file: ThemeFile): readonly Place[] =>
  file
    .known(htmlOf)
    .tags.flatMap((tag) => sourceOf(tag) ?? [])
    .sort((a, b) => a.start - b.start);

function sourceOf({ name, attributes, end }: Tag): Place | undefined {
  const source = name === 'img' ? attributes.find((attribute) => attribute.name === 'src') : undefined;
  if (!source?.isComputed) return undefined;
  const start = source.valueStart;
  return {
    start,
    end: attributes.reduce((next, other) => (other.start > start ? Math.min(next, other.start) : next), end),
  };
}

/** The outputs that stand in places. @param places in their order */
function* outputsIn(file: ThemeFile, places: readonly Place[]) {
  let at = 0;
  for (const node of nodesIn(file.liquid().nodes)) {
    if (node.kind !== 'output') continue;
    while ((places[at]?.end ?? Number.POSITIVE_INFINITY) <= node.start) at++;
    const { start = Number.POSITIVE_INFINITY } = places[at] ?? {};
    if (start <= node.start) yield node;
  }
}

const MEDIA = new RegExp(NAMED_MEDIA, 'g');

/** Values of a theme that name files of the library which the site does not have. @param known ids of those that it has */
export const missingMedia = (known: ReadonlySet<string>): Rule => ({
  judges: /^(?:config\/settings_data|templates\/.*)\.json$/,
  judge(file, _theme, report) {
    const tree = file.json().value;
    for (const value of tree ? valuesIn(tree) : []) {
      if (value.kind !== 'scalar' || typeof value.value !== 'string') continue;
      const ids = [...value.value.matchAll(MEDIA)].map(([, id = '']) => id);
      if (ids.some((id) => !known.has(id))) report('media_absent', value);
    }
  },
});
