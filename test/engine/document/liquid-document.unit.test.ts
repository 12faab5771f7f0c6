import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFile } from '../../../engine/compiler/parser.ts';
import { readLiquid } from '../../../engine/document/liquid-document.ts';
import type { DocumentNode } from '../../../engine/document/nodes.ts';
import { expressionsOf, lookupsIn, nodesIn, saidBy } from '../../../engine/document/walk.ts';

const FILE = 'snippets/a.liquid';

/** Texts and outputs as they are written, tags with what they hold between brackets. */
function shape(source: string, nodes: readonly DocumentNode[] = readLiquid(FILE, source).nodes): string {
  return nodes
    .map((node) => {
      if (node.kind !== 'tag') return source.slice(node.start, node.end);
      const parts = node.parts.map((part) => `${part.tag.name}[${shape(source, part.nodes)}]`);
      return `<${parts.join('') || node.name}>`;
    })
    .join('');
}

const mistakes = (source: string): string[] =>
  readLiquid(FILE, source).mistakes.map(({ offset, message }) => `${offset} ${message}`);

const CATALOG = ['origo', 'scene', 'vela'];

describe('the tree of a file', () => {
  it.each([
    ['a{{ b }}c', 'a{{ b }}c'],
    ['{% if a %}1{% elsif b %}2{% else %}3{% endif %}4', '<if[1]elsif[2]else[3]>4'],
    ['{% for a in b %}{% if a %}{{ a }}{% endif %}{% else %}-{% endfor %}', '<for[<if[{{ a }}]>]else[-]>'],
    ['{% case a %}x{% when 1 %}1{% when 2 %}2{% else %}3{% endcase %}', '<case[x]when[1]when[2]else[3]>'],
    ['{% liquid\n if a\n echo b\n endif\n%}c', '<liquid[<if[<echo>]>]>c'],
    ['{% raw %}{{ a }}{% endraw %}{% comment %}{% if %}{% endcomment %}b', '<raw><comment>b'],
    ['{% capture a %}b{% endcapture %}{% render "c", d: 1 %}', '<capture[b]><render>'],
  ])('%s', (source, expected) => {
    expect(shape(source)).toBe(expected);
    expect(mistakes(source)).toEqual([]);
  });

  it('each variable is found where it stands, whether the grammar covers the markup or not', () => {
    const source = [
      '{{ aa.b[cc].d | append: ee | plus: ff }}{{ gg % hh | append: ii }}',
      '{% for jj in kk.l limit: mm %}{% endfor %}{% for nn in oo | x reversed %}{% endfor %}',
      '{% render "pp", qq: rr, ss: tt %}{% include uu with vv as ww, xx: yy %}',
      '{% if zz == ab and ac contains ad %}{% endif %}{% case ae %}{% when af, ag or ah %}{% endcase %}',
      '{% cycle ai: aj, ak %}{% tablerow al in am cols: an %}{% endtablerow %}{% assign ao = (ap..aq) | x: ar %}',
      '{% if as % at %}{% endif %}{{ ["au"].x }}{{ [av] }}{% section aw %}',
    ].join('\n');
    const names: string[] = [];
    for (const node of nodesIn(readLiquid(FILE, source).nodes)) {
      for (const lookup of saidBy(node)
        .flatMap(expressionsOf)
        .flatMap((one) => [...lookupsIn(one)])) {
        const text = source.slice(lookup.offset, lookup.end);
        names.push(text);
        for (const segment of lookup.path) {
          const written = source.slice(segment.offset, segment.end);
          expect(written).toBe('key' in segment ? segment.key : `[${written.slice(1, -1)}]`);
        }
      }
    }
    const found =
      'aa.b[cc].d cc ee ff gg ii kk.l mm oo rr tt uu vv yy zz ab ac ad ae af ag ah ai aj ak am an ap aq ar as';
    expect(names.join(' ')).toBe(`${found} ["au"].x [av] av aw`);
  });

  it('the words of the catalog’s files stand where their places say', () => {
    for (const theme of CATALOG) {
      for (const name of ['header', 'footer', 'article', 'blog']) {
        const source = readFileSync(
          new URL(`../../../catalog/${theme}/sections/${name}.liquid`, import.meta.url),
          'utf8',
        );
        const { nodes, mistakes: none } = readLiquid(`sections/${name}.liquid`, source);
        expect(none).toEqual([]);
        let count = 0;
        for (const node of nodesIn(nodes)) {
          for (const { root, offset } of saidBy(node)
            .flatMap(expressionsOf)
            .flatMap((one) => [...lookupsIn(one)])) {
            if (typeof root === 'string') expect(source.slice(offset).startsWith(root)).toBe(true);
            count++;
          }
        }
        expect(count).toBeGreaterThan(5);
      }
    }
  });
});

describe('every mistake of a file is told, and the file is read on behind each', () => {
  it.each([
    ['{{ a }{% if b %}c{% endif %}', ['0 cette sortie {{ n’est jamais fermée par }}']],
    [
      '{{ a\n{% nope %}{{ b }}{% endnope %}',
      ['0 cette sortie {{ n’est jamais fermée par }}', '5 la balise {% nope %} n’existe pas'],
    ],
    ['{% if a %}{% for b in c %}{% endif %}', ['10 la balise {% for %} n’est jamais fermée']],
    [
      '{% endfor %}{% if a %}{% endif %}{% endif %}',
      ['0 la balise {% endfor %} n’est pas attendue ici', '33 la balise {% endif %} n’est pas attendue ici'],
    ],
    [
      '{% for %}{{ a }}{% endfor %}{% assign %}',
      ['0 for attend « élément in liste »', '28 assign attend « nom = valeur »'],
    ],
    [
      '{% if a %}1{% elsif %}2{% endif %}{% nope %}',
      ['11 la condition est incomplète', '34 la balise {% nope %} n’existe pas'],
    ],
    [
      '{% raw x %}{{ }}{% endraw %}{% doc %}',
      ['0 raw ne prend pas d’argument', '28 la balise {% doc %} n’est jamais fermée'],
    ],
    [
      '{% liquid\n if a\n nope\n !\n%}{% endif %}',
      [
        '11 la balise {% if %} n’est jamais fermée',
        '17 la balise {% nope %} n’existe pas',
        '23 cette ligne ne commence pas par le nom d’une balise',
        '27 la balise {% endif %} n’est pas attendue ici',
      ],
    ],
    ['{% %}{% case %}{% when %}{% endcase %}', ['0 cette balise n’a pas de nom', '5 case attend une valeur']],
    ['{% if a', ['0 cette balise {% n’est jamais fermée par %}']],
  ])('%s', (source, expected) => {
    expect(mistakes(source)).toEqual(expected);
  });

  it('of blocks in one another that one is told which has no end at its indent', () => {
    const lines = ['{% if a %}', '  {% if b %}', '    x', '{% endif %}'];
    expect(mistakes(lines.join('\n'))).toEqual(['13 la balise {% if %} n’est jamais fermée']);
    expect(mistakes('{% if a %}{% if b %}{% endif %}')).toEqual(['0 la balise {% if %} n’est jamais fermée']);
  });

  it('what stands behind a mistake is read', () => {
    expect(shape('{{ a }{% if b %}c{% endif %}')).toBe(' a }<if[c]>');
    expect(shape('{% for %}{{ a }}{% endfor %}b')).toBe('<for[{{ a }}]>b');
    expect(shape('{% if a %}{% for b in c %}d{% endif %}e')).toBe('<if[<for[d]>]>e');
    expect(shape('{% if a %}1{% elsif %}2{% endif %}3')).toBe('<if[1]elsif[2]>3');
  });

  it('a file has mistakes where pages cannot read it, and only there', () => {
    const part = fc.constantFrom(
      ...['{% if a %}', '{% endif %}', '{% else %}', '{% for a in b %}', '{% endfor %}', '{{ a }}', '{{ a ', '}}', 'x'],
      ...['{% liquid\n if a\n', '%}', '{% raw %}', '{% endraw %}', '{% case %}', '{% when 1 %}', '{% endcase %}'],
      ...[
        '{% comment %}',
        '{% endcomment %}',
        '{% nope %}',
        '{% doc x %}',
        '{% enddoc %}',
        '{% schema %}',
        '{% endschema %}',
      ],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        const source = parts.join('');
        const page = parseFile(FILE, source);
        const { mistakes: told, nodes } = readLiquid(FILE, source);
        expect(told.length > 0).toBe('error' in page);
        for (const node of nodesIn(nodes)) expect(node.end).toBeGreaterThan(node.start);
      }),
      { numRuns: 2_000 },
    );
  });

  it('the mistakes of one file are bounded, and so is the work that they cost', () => {
    const { mistakes: told } = readLiquid(FILE, '{{ '.repeat(100_000));
    expect(told).toHaveLength(101);
    expect(told.at(-1)?.message).toBe('ce fichier a trop d’erreurs');
  });
});
