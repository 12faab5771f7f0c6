import { describe, expect, it } from 'vitest';
import { compileTemplate } from '../../engine/index.ts';
import { html, renderTheme, themeFiles } from './support.ts';

const FEW_OBJECTS = { objects: 1_000_000 };

describe('a limit of the whole render', () => {
  it.each([
    '{% for a in (1..9000) %}{% for b in (1..9000) %}{% for c in (1..9000) %}{% endfor %}{% endfor %}{% endfor %}',
    '{% for a in (1..9000) %}{% for b in (1..9000) %}{{ a | times: b }}{% endfor %}{% endfor %}',
  ])('time: %s', (section) => {
    expect(renderTheme(themeFiles(section), { timeMs: 100, objects: 1e12 })).toEqual({
      outcome: 'limit',
      limit: 'time',
    });
  });

  it.each([
    '{% for a in (1..2000000) %}{% endfor %}',
    '{% assign a = (1..99999999) | reverse %}',
    '{% assign s = "0123456789" %}{% for i in (1..30) %}{% assign s = s | append: s %}{% endfor %}',
    '{% assign s = "a" %}{% for i in (1..30) %}{% assign s = s | replace: "a", "aaaaaaaaaa" %}{% endfor %}',
  ])('objects: %s', (section) => {
    expect(renderTheme(themeFiles(section), FEW_OBJECTS)).toEqual({ outcome: 'limit', limit: 'objects' });
  });

  it('counts the sections and the layout together', () => {
    const once = '{% assign a = (1..300000) | reverse %}';
    const four = themeFiles(once, {
      'templates/index.json': JSON.stringify({
        sections: Object.fromEntries(['a', 'b', 'c', 'd'].map((key) => [key, { type: 's' }])),
        order: ['a', 'b', 'c', 'd'],
      }),
    });
    expect(renderTheme(themeFiles(once), FEW_OBJECTS).outcome).toBe('page');
    expect(renderTheme(four, FEW_OBJECTS)).toEqual({ outcome: 'limit', limit: 'objects' });
  });

  it('is no error of a section, however deep it is met', () => {
    const files = themeFiles("{% render 'k' %}", { 'snippets/k.liquid': '{% assign a = (1..99999999) | reverse %}' });
    expect(renderTheme(files, FEW_OBJECTS)).toEqual({ outcome: 'limit', limit: 'objects' });
  });

  it('cannot be imitated by a template', () => {
    expect(renderTheme(themeFiles('{% render "memory alloc limit exceeded" %}')).outcome).toBe('page');
  });
});

describe('values that share their parts', () => {
  /** 2^60 elements in 60 lists. */
  const shared = () => Array.from({ length: 60 }).reduce<unknown>((inner) => [inner, inner], [1]);

  it.each([
    '{% if a == b %}{% endif %}',
    '{{ a }}',
    '{{ "x" | append: a }}',
    '{{ a | join }}',
    '{{ a | json }}',
    '{{ a | sort }}',
    '{{ a | uniq }}',
    '{{ a | sum }}',
    '{{ a | concat: a }}',
  ])('cost what they would weigh: %s', (source) => {
    const template = compileTemplate(source, { limits: { objects: 1_000_000 } });
    expect(() => template.render({ a: shared(), b: shared() })).toThrow(/limit of (objects|time)/);
  });
});

describe('nothing of JavaScript is reachable', () => {
  it.each([
    '{{ site.constructor }}{{ site.__proto__ }}{{ site.toString }}{% assign a = "a" %}{{ a.constructor }}{{ section.blocks.map }}',
    '{{ site["constructor"]["constructor"] }}',
    '{% assign k = "constructor" %}{{ site[k] }}{{ settings[k] }}{{ menus[k] }}',
    '{{ constructor }}{{ __proto__ }}{{ toString }}{{ hasOwnProperty }}',
  ])('%s', (section) => expect(html(themeFiles(section))).toBe(''));

  it('and assigning to its names touches nothing', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const section = names.map((name) => `{% assign ${name} = 1 %}{% capture ${name} %}x{% endcapture %}`).join('');
    renderTheme(themeFiles(section));
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
    expect(typeof {}.hasOwnProperty).toBe('function');
  });
});
