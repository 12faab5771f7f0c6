import { type JsonPlace, jsonPlace, presentKeys, type Stretch, shapeAt, treeOf } from './json-place.ts';
import { fieldText } from './markdown.ts';
import type { KeyOffer, OfferedValue, Shape } from './shape.ts';
import type { CompletionItem, Completions, Hover } from './types.ts';

/** What may be written at an offset of a JSON text. @param shapeFor the shape of the text, given its tree */
export function jsonCompletions(
  { text, base }: Stretch,
  shapeFor: (tree: ReturnType<typeof treeOf>) => Shape,
  offset: number,
): Completions | null {
  const place = jsonPlace(text, offset - base);
  if (!place) return null;
  const tree = treeOf(text);
  const around = shapeAt(shapeFor(tree), tree, place.path);
  if (!around) return null;
  const items =
    place.what === 'key'
      ? keyItems(around.shape.keys?.() ?? [], presentKeys(around.node, offset - base), place, text)
      : valueItems(place.step === undefined ? undefined : around.shape.at?.(place.step, around.node), place, text);
  if (items.length === 0) return null;
  // A quote that is there already stays: what is typed behind it narrows the list.
  const from = base + place.from + (place.isQuoted ? 1 : 0);
  return { from, to: base + place.to, items };
}

const BLANK = /\s*/y;

/** What follows a place, blanks left out. */
function following(text: string, at: number): string | undefined {
  BLANK.lastIndex = at;
  BLANK.exec(text);
  return text[BLANK.lastIndex];
}

function keyItems(
  offers: readonly KeyOffer[],
  present: ReadonlySet<string>,
  place: JsonPlace,
  text: string,
): CompletionItem[] {
  const next = following(text, place.to);
  return offers
    .filter(({ key }) => !present.has(key))
    .map(({ key, kind, detail, says, begins }) => {
      const [before = '', after = ''] = begins.split('|');
      const value = next === ':' ? '' : `: ${fieldText(before)}\${1}${fieldText(after)}${next === '"' ? ',' : ''}`;
      const name = fieldText(JSON.stringify(key)) + value;
      return {
        label: key,
        kind,
        ...(detail && { detail }),
        ...(says !== undefined && { documentation: says }),
        insert: place.isQuoted ? name.slice(1) : name,
      };
    });
}

function valueItems(shape: Shape | undefined, place: JsonPlace, text: string): CompletionItem[] {
  const comma = following(text, place.to) === '"' ? ',' : '';
  const items = (shape?.values?.() ?? [])
    .filter(({ value }) => typeof value === 'string' || !place.isQuoted)
    .map(({ value, detail, kind, says }: OfferedValue) => {
      const json = fieldText(JSON.stringify(value)) + comma;
      return {
        label: String(value),
        kind,
        ...(detail && { detail }),
        ...(says !== undefined && { documentation: says }),
        insert: place.isQuoted ? json.slice(1) : json,
      };
    });
  return items;
}

/** What stands at an offset of a JSON text: a key, or a value that is chosen from some. */
export function jsonHover(
  { text, base }: Stretch,
  shapeFor: (tree: ReturnType<typeof treeOf>) => Shape,
  offset: number,
): Hover | null {
  // A cursor before the first character of a word stands on the word, too.
  const places = [offset - base, offset - base + 1].map((at) => jsonPlace(text, at));
  const place = places.find((one) => one && one.from < one.to);
  if (!place) return null;
  const tree = treeOf(text);
  const around = shapeAt(shapeFor(tree), tree, place.path);
  const range = { from: base + place.from, to: base + place.to };
  const said = wordAt(text, place);
  if (place.what === 'key') {
    const says = around?.shape.keys?.().find(({ key }) => key === said)?.says;
    return says === undefined ? null : { ...range, text: says.startsWith('**') ? says : `**${said}** : ${says}` };
  }
  const shape = place.step === undefined ? undefined : around?.shape.at?.(place.step, around.node);
  const value = shape?.values?.().find((offer) => String(offer.value) === said);
  const says = value?.says ?? value?.detail;
  return says ? { ...range, text: `**${said}** : ${says}` } : null;
}

function wordAt(text: string, { from, to, isQuoted }: JsonPlace): string {
  const written = text.slice(from, to);
  if (!isQuoted) return written;
  try {
    return String(JSON.parse(written));
  } catch {
    return written.slice(1, -1);
  }
}
