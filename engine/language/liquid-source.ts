/** Finds a few tags in Liquid text without parsing it, so that a file with mistakes can be read too. */
import { TAGS } from './tags.ts';

/** Tags in which no other is read. */
const HOLDING_TEXT = [...TAGS].flatMap(([name, { holds }]) => (holds === 'text' ? [name] : []));
const TAG = new RegExp(`\\{%-?\\s*(section|${HOLDING_TEXT.join('|')})\\b([^%]*(?:%(?!\\})[^%]*)*)%\\}`, 'g');

interface FoundTag {
  readonly name: string;
  readonly markup: string;
  /** Between the tag and its end; empty for a tag without one. */
  readonly body: string;
  readonly offset: number;
}

function tagsIn(source: string): readonly FoundTag[] {
  const found: FoundTag[] = [];
  const tag = new RegExp(TAG);
  for (let match = tag.exec(source); match; match = tag.exec(source)) {
    const [, name = '', markup = ''] = match;
    let body = '';
    if (name !== 'section') {
      const end = new RegExp(`\\{%-?\\s*end${name}\\s*-?%\\}`, 'g');
      end.lastIndex = tag.lastIndex;
      const closing = end.exec(source);
      body = source.slice(tag.lastIndex, closing?.index ?? source.length);
      tag.lastIndex = closing ? end.lastIndex : source.length;
    }
    found.push({ name, markup, body, offset: match.index });
  }
  return found;
}

/** The JSON of a section's schema; the first counts. @returns null for a file without one */
export const schemaTextOf = (source: string): string | null =>
  tagsIn(source).find(({ name }) => name === 'schema')?.body ?? null;

/** Types of the sections that a file renders itself, in its order, and which of them stand before the content of the page. */
export function sectionsRenderedBy(source: string): readonly { readonly type: string; readonly isBefore: boolean }[] {
  const content = source.indexOf('content_for_layout');
  return tagsIn(source).flatMap(({ name, markup, offset }) => {
    const type = /^\s*(["'])(.+?)\1/.exec(markup)?.[2];
    return name === 'section' && type !== undefined ? [{ type, isBefore: content === -1 || offset < content }] : [];
  });
}
