import { describe, expect, it } from 'vitest';
import { elsewhere, renamed } from '../../engine/language/elsewhere.ts';
import { FILTERS } from '../../engine/language/filters.ts';
import { OBJECTS } from '../../engine/language/objects.ts';
import { TAGS } from '../../engine/language/tags.ts';
import { propertyOf } from '../../engine/language/value-types.ts';

const words = {
  tag: ['form', 'paginate', 'content_for', 'sections', 'layout', 'stylesheet_tag', 'snippet', 'block'],
  filter: [
    ...['money', 'img_url', 'img_tag', 't', 'link_to', 'color_darken', 'font_modify', 'md5'],
    ...['handle', 'handleize', 'time_tag', 'where_exp', 'group_by', 'push', 'raw', 'slugify', 'jsonify'],
  ],
  object: [
    ...['product', 'products', 'collection', 'collections', 'cart', 'customer', 'shop', 'all_products', 'linklists'],
    ...['request', 'routes', 'localization', 'canonical_url', 'page_title', 'page_description', 'content_for_header'],
  ],
  property: ['block.shopify_attributes', 'page.title', 'shop.name', 'article.content', 'blog.title'],
} as const;
const kinds = ['tag', 'filter', 'object', 'property'] as const;

describe('words of other platforms', () => {
  it.each(kinds.flatMap((kind) => words[kind].map((word) => [kind, word] as const)))('%s %s', (kind, word) => {
    expect(elsewhere(kind, word)).toMatch(/^(?:un |une |[a-zàâéê<]|« )\S*.*[^.]$/);
    expect(elsewhere(kind, word)?.length).toBeLessThanOrEqual(120);
    // The clause follows a colon.
    expect(elsewhere(kind, word)).not.toContain(' : ');
  });

  it('none of them is a word of the language, or any other word', () => {
    for (const word of [...TAGS.keys(), 'inconnu', 'constructor', '__proto__']) {
      expect([word, elsewhere('tag', word)]).toEqual([word, undefined]);
    }
    for (const word of [...FILTERS.keys(), 'toString'])
      expect([word, elsewhere('filter', word)]).toEqual([word, undefined]);
    for (const [word, { fields = {} }] of Object.entries(OBJECTS)) {
      expect([word, elsewhere('object', word)]).toEqual([word, undefined]);
      for (const field of Object.keys(fields)) expect(elsewhere('property', `${word}.${field}`)).toBeUndefined();
    }
  });

  it('what has the same meaning here exists here', () => {
    const exists = (path: string): boolean => {
      const [object = '', ...names] = path.split('.');
      const reached = names.reduce((type, name) => type && propertyOf(type, name), OBJECTS[object]);
      return reached !== undefined;
    };
    for (const kind of kinds) {
      for (const word of words[kind]) {
        const here = renamed(kind, word);
        if (here !== undefined)
          expect([here, kind === 'filter' ? FILTERS.has(here) : exists(here)]).toEqual([here, true]);
      }
    }
  });
});
