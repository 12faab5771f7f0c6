import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { misfit } from '../../../engine/diagnose/setting-types.ts';
import { jsonTree } from '../../../engine/json/json-tree.ts';
import { SETTING_TYPES } from '../../../engine/language/setting-types.ts';
import { settingValue } from '../../../engine/theme/setting-types.ts';
import { CONTENT, html, loadedTheme, REQUEST, template, themeFiles } from '../support.ts';

const schema = (...settings: object[]) => `{% schema %}${JSON.stringify({ settings })}{% endschema %}`;

/** What a section puts out that has one setting `a`; undefined for no value. */
function shown(setting: object, value: unknown, markup: string, more = {}): string {
  const settings = value === undefined ? {} : { a: value };
  const files = {
    ...template({ sections: { x: { type: 's', settings } }, order: ['x'] }),
    ...more,
  };
  return html(themeFiles(`${markup.replaceAll('@', 'section.settings.a')}${schema({ id: 'a', ...setting })}`, files));
}

const kind = '{{ @ | json }}';
const options = [{ value: 'x' }, { value: 'y' }, { value: 3 }];

describe('the fourteen types of settings', () => {
  it('are fourteen: docs/theme-format.md tells them all and no other', async () => {
    const page = await readFile(new URL('../../../docs/theme-format.md', import.meta.url), 'utf8');
    const [, chapter = ''] = /^## Settings$(.*?)^## /ms.exec(page) ?? [];
    const listed = [...chapter.matchAll(/^\| `(\w+)` \|/gm)].map(([, type]) => type);
    expect(SETTING_TYPES.size).toBe(14);
    expect(listed).toEqual([...SETTING_TYPES.keys()]);
  });

  it.each<[type: object, value: unknown, markup: string, expected: string]>([
    [{ type: 'text' }, 'a', kind, '"a"'],
    [{ type: 'text' }, 12.5, kind, '"12.5"'],
    [{ type: 'textarea' }, 'a\nb', '{{ @ | lignes }}', 'a<br>b'],
    [{ type: 'richtext' }, '<p>a</p>', '{{ @ }} {{ @ | escape }}', '<p>a</p> &lt;p&gt;a&lt;/p&gt;'],
    [{ type: 'number' }, '12', '{{ @ | json }} {% if @ > 5 %}more{% endif %}', '12 more'],
    [{ type: 'number' }, '-2.5', '{{ @ | plus: 1 }}', '-1.5'],
    [{ type: 'number' }, '', '[{{ @ }}]{% if @ > 5 %}more{% endif %}{{ @ | json }}', '[]null'],
    [{ type: 'range', min: 1, max: 5 }, '3', kind, '3'],
    [{ type: 'checkbox' }, 'false', '{% if @ %}yes{% else %}no{% endif %}', 'no'],
    [{ type: 'checkbox' }, 'true', kind, 'true'],
    [{ type: 'checkbox' }, undefined, kind, 'false'],
    [{ type: 'select', options }, 'y', '{% if @ == "y" %}yes{% endif %}', 'yes'],
    [{ type: 'radio', options }, '3', kind, '3'],
    [
      { type: 'color' },
      '#ff8000',
      '{{ @ }} {{ @.red }} {{ @.green }} {{ @.blue }} {{ @.alpha }}',
      '#ff8000 255 128 0 1',
    ],
    [{ type: 'color' }, '#ff8000', '{{ @.hue }} {{ @.saturation }} {{ @.lightness }}', '30 100 50'],
    [{ type: 'color' }, '#ff8000', '{{ @ | teinte: 16 }}', '#ff9010'],
    [{ type: 'color' }, '#f808', '{{ @.red }} {{ @.alpha }}', '255 0.53'],
    [{ type: 'color' }, 'RebeccaPurple', '{{ @ }} {{ @.red }} {{ @.hue }}', 'RebeccaPurple 102 270'],
    [{ type: 'color' }, 'rgba(0, 128, 255, 50%)', '{{ @.blue }} {{ @.alpha }}', '255 0.5'],
    [{ type: 'color' }, 'hsl(120 100% 25% / .5)', '{{ @.green }} {{ @.hue }} {{ @.alpha }}', '128 120 0.5'],
    [{ type: 'color' }, 'var(--a)', '{{ @ }}[{{ @.red }}]', 'var(--a)[]'],
    [{ type: 'image_picker' }, 'a.png', '{{ @ }} {{ @.src }} [{{ @.alt }}{{ @.width }}]', 'a.png a.png []'],
    [{ type: 'image_picker' }, 'a.png', '{{ @ | asset_url }}', '/theme-assets/t/a.png'],
    [
      { type: 'image_picker' },
      { src: '/i.png', alt: 'I', width: 4, height: 3 },
      '{{ @ }} {{ @.alt }} {{ @.width }}×{{ @.height }}',
      '/i.png I 4×3',
    ],
    [{ type: 'image_picker' }, '', '{% if @ == blank %}none{% endif %}{{ @ | default: "b.png" }}', 'noneb.png'],
    [{ type: 'url' }, ' /a?b#c ', '{{ @ }}', '/a?b#c'],
    [
      { type: 'menu_picker' },
      'principal',
      '{{ @ }}{% for l in @ %} {{ l.titre }} {{ l.url }}{% endfor %} {{ @.size }}',
      'principal Accueil / 1',
    ],
    [
      { type: 'menu_picker' },
      'principal',
      '{% assign m = menus[@] %}{{ m[0].url }}{{ @[0].url }}{{ @.first.url }}',
      '///',
    ],
    [
      { type: 'menu_picker' },
      'absent',
      '{% for l in @ %}{{ l }}{% else %}none{% endfor %}{% if @ == blank %} blank{% endif %}',
      'none blank',
    ],
    [{ type: 'menu_picker' }, '__proto__', '{{ @.size }}{{ menus[@] }}', '0'],
    [
      { type: 'video_url' },
      'https://www.youtube.com/watch?t=1&v=dQw4w9WgXcQ',
      '{{ @.type }} {{ @.id }}',
      'youtube dQw4w9WgXcQ',
    ],
    [
      { type: 'video_url' },
      'https://youtu.be/dQw4w9WgXcQ',
      '{{ @ }} {{ @.type }}',
      'https://youtu.be/dQw4w9WgXcQ youtube',
    ],
    [{ type: 'video_url' }, 'https://vimeo.com/76979871', '{{ @.type }} {{ @.id }}', 'vimeo 76979871'],
    [{ type: 'video_url' }, 'https://exemple.fr/v', '{{ @ }}[{{ @.type }}]', 'https://exemple.fr/v[]'],
    [
      { type: 'font_picker' },
      'lora',
      '{{ @ }} {{ @.nom }} {{ @.fallback }}',
      'lora Lora Georgia, Cambria, "Times New Roman", serif',
    ],
    [
      { type: 'font_picker' },
      'bebas-neue',
      '{{ @ | font_famille | slice: 0, 12 }} {{ @ | font_face | slice: 0, 10 }}',
      '"Bebas Neue" @font-face',
    ],
    [{ type: 'font_picker' }, 'systeme', '{{ @ }} {{ @.family }}[{{ @ | font_face }}]', 'systeme system-ui[]'],
  ])('%j of %j: %s', (setting, value, markup, expected) => expect(shown(setting, value, markup)).toBe(expected));

  it.each<[type: object, fallback: unknown, misfits: unknown[]]>([
    [{ type: 'text' }, 'd', [true, {}, []]],
    [{ type: 'textarea' }, 'd', [false, ['a']]],
    [{ type: 'richtext' }, 'd', [{ a: 1 }]],
    [{ type: 'number' }, 7, ['a', '1e3', '0x10', '12345678901234567890', true, {}, []]],
    [{ type: 'range', min: 1, max: 5 }, 2, [0, 6, '6', 'a', true]],
    [{ type: 'checkbox' }, true, ['', 'yes', 0, 1, {}]],
    [{ type: 'select', options }, 'x', ['z', '', true, {}, ['x']]],
    [{ type: 'radio', options }, 'x', ['X', 4]],
    [{ type: 'select', options: ['x', 'y'] }, 'x', ['z', '']],
    [{ type: 'color' }, '#fff', ['#ggg', 'a;b:c', '</style>', 'url(/a)', 'rgb(1,2', 3, {}]],
    [{ type: 'image_picker' }, 'd.png', ['javascript:a()', 'data:text/html,a', 3, {}, { src: 1 }, ['a']]],
    [{ type: 'url' }, '/d', ['javascript:alert(1)', 'java\nscript:a', 'data:text/html,a', '&#106;avascript:a', 3, {}]],
    [{ type: 'menu_picker' }, 'principal', [3, true, {}]],
    [{ type: 'video_url' }, 'https://vimeo.com/1', ['javascript:a()', 3, {}]],
    [{ type: 'font_picker' }, 'lora', ['comic-sans', 'constructor', '__proto__', 3, {}]],
  ])('%j: what does not fit counts as absent: the default %j, else nothing', (setting, byDefault, misfits) => {
    const nothing = setting && 'type' in setting && setting.type === 'checkbox' ? 'false' : 'null';
    for (const value of [null, ...misfits]) {
      expect([value, shown({ ...setting, default: byDefault }, value, kind)]).toEqual([
        value,
        JSON.stringify(byDefault),
      ]);
      expect([value, shown(setting, value, kind)]).toEqual([value, nothing]);
      expect([value, shown({ ...setting, default: value }, value, kind)]).toEqual([value, nothing]);
    }
  });

  it.each(['header', 'paragraph'])('%s is no fifteenth: it has no value, not even under an id', (type) => {
    const setting = { type, content: 'Mots', default: 'x' };
    expect(shown(setting, undefined, kind)).toBe('null');
    expect(SETTING_TYPES.has(type)).toBe(false);
  });

  it('hold for blocks, for the theme and for sections of the layout too', () => {
    const files = themeFiles(
      `{% for b in section.blocks %}{{ b.settings.a.red }},{% endfor %}{{ settings.a.green }}{% schema %}${JSON.stringify({ blocks: [{ type: 'k', settings: [{ type: 'color', id: 'a', default: '#010203' }] }] })}{% endschema %}`,
      {
        ...template({
          sections: {
            x: {
              type: 's',
              blocks: { p: { type: 'k' }, q: { type: 'k', settings: { a: '#fff' } } },
              block_order: ['q', 'p'],
            },
          },
          order: ['x'],
        }),
        'layout/theme.liquid': '{{ content_for_layout }}{% section "f" %}{{ settings.a.green }}',
        'sections/f.liquid': `|{{ section.settings.a.blue }}|${schema({ type: 'color', id: 'a' })}`,
        'config/settings_schema.json': JSON.stringify([{ settings: [{ type: 'color', id: 'a' }] }]),
        'config/settings_data.json': '{"current":{"a":"#00ff00","sections":{"f":{"settings":{"a":"#0000ff"}}}}}',
      },
    );
    expect(html(files)).toBe('255,1,255|255|255');
  });

  it.each([
    ['not declared', [], '[1,{"b":null}]'],
    ['declared without a type', [{ id: 'a', default: 3 }], '[1,{"b":null}]'],
    ['of a type that does not exist', [{ id: 'a', type: 'constructor' }], '[1,{"b":null}]'],
  ])('a setting %s keeps its value', (_what, settings, expected) => {
    const placed = template({ sections: { x: { type: 's', settings: { a: [1, { b: null }] } } }, order: ['x'] });
    expect(html(themeFiles(`{{ section.settings.a | json }}${schema(...settings)}`, placed))).toBe(expected);
  });

  it('a size that an SVG of the theme tells is known', () => {
    const known = (svg: string) =>
      shown({ type: 'image_picker' }, 'a.svg', '{{ @.width }}×{{ @.height }}', { 'assets/a.svg': svg });
    expect(known('<?xml?><svg viewBox="0 0 40 30.4"><path/></svg>')).toBe('40×30');
    expect(known('<svg width="8px" height=\'6\' viewBox="0 0 40 30">')).toBe('8×6');
    expect(known('<svg width="100%" viewBox="0 0 40">')).toBe('×');
    expect(known('<svg viewBox="')).toBe('×');
  });

  it('a menu is that of the site at each render', () => {
    const files = themeFiles(
      `{% for l in section.settings.a %}{{ l.titre }}{% endfor %}${schema({ type: 'menu_picker', id: 'a', default: 'principal' })}`,
    );
    const theme = loadedTheme(files);
    const menus = { principal: [{ titre: 'Autre', url: '/' }] };
    expect(theme.render(CONTENT, REQUEST)).toMatchObject({ html: 'Accueil' });
    expect(theme.render({ ...CONTENT, menus }, REQUEST)).toMatchObject({ html: 'Autre' });
    expect(theme.render({ ...CONTENT, menus: {} }, REQUEST)).toMatchObject({ html: '' });
  });
});

describe('the object of a setting is its text wherever a text is needed', () => {
  const lora = { type: 'font_picker', default: 'lora' };

  it.each([
    ['{{ @ }}{{ @ | upcase }}{{ @ | append: "!" }}{{ "a" | append: @ }}', 'loraLORAlora!alora'],
    ['{% if @ == "lora" %}a{% endif %}{% if "lora" == @ %}b{% endif %}{% if @ != "lora" %}c{% endif %}', 'ab'],
    ['{% assign x = "lo" | append: "ra" %}{% if @ == x and x == @ and @ == @ %}a{% endif %}', 'a'],
    ['{% case @ %}{% when "inter" %}i{% when "lora" %}l{% endcase %}', 'l'],
    ['{% if @ contains "or" %}a{% endif %}{% if "xlorax" contains @ %}b{% endif %}', 'ab'],
    ['{% if @ == blank or @ == empty %}a{% endif %}{% if @ %}b{% endif %}', 'b'],
    ['{% if @ < "m" and @ > "k" %}a{% endif %}', 'a'],
    ['{{ @.size }} {{ @ | size }} {{ @.first }}{{ @.last }} {{ @ | slice: 1, 2 }}', '4 4 la or'],
    ['{{ @ | default: "x" }} {{ @ | json }} {{ @ | split: "o" | join: "-" }}', 'lora "lora" l-ra'],
    ['{{ section.settings }} {{ section.settings | json }}', '{"a"=>"lora"} {"a":"lora"}'],
    ['{% for x in @ %}[{{ x }}]{% endfor %}', '[lora]'],
    ['{% assign l = "z,m" | split: "," %}{% assign o = @ | split: "|" | concat: l %}{{ o | sort | join }}', 'lora m z'],
    ['{{ @.constructor }}{{ @.toString }}{{ @.__proto__ }}{{ @["prototype"] }}{{ @.text }}{{ @.nom }}', 'Lora'],
    ['{% assign k = "constructor" %}{{ @[k] }}{% assign k = "nom" %}{{ @[k] }}', 'Lora'],
    ['{% cycle @: "a", "b" %}{% cycle "lora": "a", "b" %}{% cycle @, "b" %}', 'ablora'],
    ['{% section @ %}', '<!-- section inconnue : lora -->'],
  ])('%s', (markup, expected) => expect(shown(lora, undefined, markup)).toBe(expected));

  it.each([
    ['{{ @ | map: "titre" | join }} {{ @ | size }} {{ @ | first | json }}', 'Accueil 1 {"titre":"Accueil","url":"/"}'],
    ['{{ @ | where: "url", "/" | size }} {{ @ | reverse | size }} {{ @ | concat: @ | size }}', '1 1 2'],
    ['{% if @ == "principal" %}a{% endif %}{{ @ | json }}{{ @ | append: "!" }}', 'a"principal"principal!'],
    ['{% render "l" for @ as l %}', '(Accueil1)'],
    ['{% tablerow l in @ %}{{ l.url }}{% endtablerow %}', '<tr class="row1">\n<td class="col1">/</td></tr>\n'],
  ])('and a menu is its entries wherever a list is: %s', (markup, expected) => {
    const snippet = { 'snippets/l.liquid': '({{ l.titre }}{{ forloop.index }})' };
    expect(shown({ type: 'menu_picker' }, 'principal', markup, snippet)).toBe(expected);
  });

  it.each([
    '{"red":255,"text":"#fff"}',
    '{"constructor":{"name":"TextObject"}}',
    '[["settings","a"],"x",{}]',
  ])('which no data can pass for: %s', (value) => {
    const given = JSON.parse(value);
    const placed = template({ sections: { x: { type: 's', settings: { b: given } } }, order: ['x'] });
    expect(html(themeFiles('{{ section.settings.b | json }}', placed))).toBe(JSON.stringify(given));
  });

  it('and stands where its id says, whatever that is', () => {
    const settings = ['__proto__', 'constructor', 'settings', 'a"b'].map((id) => ({
      type: 'color',
      id,
      default: '#fff',
    }));
    const files = themeFiles(
      `{{ section.settings | json }}{{ section.settings.constructor.red }}{{ section.settings.__proto__.red }}${schema(...settings)}`,
    );
    expect(html(files)).toBe('{"__proto__":"#fff","constructor":"#fff","settings":"#fff","a\\"b":"#fff"}255255');
  });
});

describe('the engine and those who judge for it agree', () => {
  const anyText = fc.oneof(
    fc.string(),
    fc
      .array(
        fc.constantFrom(...['javascript:', 'https:', '&', '#', '/', ':', '?', ' ', '\n', '\u00a0', 'a', '//', 'tel:']),
      )
      .map((parts) => parts.join('')),
  );

  it('on values: none that the diagnosis lets pass falls back', () => {
    const value = fc.oneof(
      fc.constantFrom<unknown>(
        '',
        '#fff',
        'red',
        'x',
        'lora',
        'systeme',
        '/a',
        'a.svg',
        true,
        false,
        0,
        3,
        -1.5,
        1e300,
      ),
      fc.constantFrom<unknown>({ src: 'a.svg' }, { src: '' }, {}, [], ' ', '3', 'true', 'var(--a)', 'javascript:a'),
      anyText,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...SETTING_TYPES.keys()), value, (type, given) => {
        const declaration = { type, id: 'a', min: -2, max: 5, options: [{ value: 'x' }, { value: 3 }] };
        const tree = jsonTree(JSON.stringify(declaration), 0);
        const written = jsonTree(JSON.stringify(given), 0);
        if (!tree || !written) throw new Error('a value is not JSON');
        if (misfit({ id: 'a', type, declaration: tree }, written) !== null) return;
        expect(settingValue(declaration, given, undefined, {})).not.toBeUndefined();
      }),
      { numRuns: 5_000 },
    );
  });
});
