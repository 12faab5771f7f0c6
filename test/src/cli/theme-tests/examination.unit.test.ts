import { describe, expect, it } from 'vitest';
import { examine } from '../../../../src/cli/theme-tests/examination.ts';
import { Expectation } from '../../../../src/cli/theme-tests/expectations.ts';
import { markedAddress, markedText } from '../../../../src/cli/theme-tests/marks.ts';

const COMMON = { kind: 'section', status: 200, errors: [], expected: [] } as const;

const faults = (html: string) =>
  examine({ ...COMMON, html, isSearched: true }).faults.map(({ kind, what }) => `${kind} ${what}`);

/** What is not as expected of a section. */
const unmet = (html: string, expectation: object, more: object = {}) =>
  examine({ ...COMMON, html, expected: [Expectation.parse(expectation)], ...more }).disappointments.flat();

describe('the search for faults', () => {
  it.each([
    ['<div><p>a<p>b</div>', []],
    ['<ul><li>a<li>b</ul><br><img src="a"><hr/>', []],
    ['<svg viewBox="0 0 1 1"><path d="M0 0"/><g></g></svg>', []],
    ['<table><tr><td>a</table><select><option>a</select><dl><dt>a<dd>b</dl>', []],
    ['<style>p > a { color: red }</style><script>"</p>"</script>', []],
    ['<!-- <div> --><textarea><div></textarea>', []],
    ['<div>a', ['form <div> n’est pas fermé']],
    ['a</div>', ['form </div> ne ferme rien']],
    ['<div><span>a</div>', ['form <span> n’est pas fermé']],
    ['<h2>a</h3>', ['form <h2> n’est pas fermé', 'form </h3> ne ferme rien']],
    ['<p>a<div>b</div></p>', ['form </p> ne ferme rien']],
    ['<svg><g></svg>', ['form <g> n’est pas fermé']],
    ['<b><i>a</b></i>', ['form <i> n’est pas fermé', 'form </i> ne ferme rien']],
    ['<p>undefined</p>', ['word « undefined » est dans le HTML']],
    ['<p title="[object Object]">a</p>', ['word « [object Object] » est dans le HTML']],
    ['<p>indefinedundefinedly</p><script>undefined</script>', []],
    ['<a href="">a</a><img src=" ">', ['empty « href » de <a> est vide', 'empty « src » de <img> est vide']],
  ])('of %s finds %j', (html, expected) => expect(faults(html)).toEqual(expected));

  it('finds the setting whose text became an element, an attribute, or left its element', () => {
    const text = markedText(7);
    for (const html of [
      `<p>${text}</p>`,
      `<a title="${text}">a</a>`,
      `<a title='${text}'>a</a>`,
      `<style>${text}</style>`,
      `<script>${text}</script>`,
      `<textarea>${text}</textarea>`,
      `<title>${text}</title>`,
      `<!-- ${text} -->`,
      `<a href="${markedAddress(7)}">a</a>`,
      `<a href='${markedAddress(7)}'>a</a>`,
    ]) {
      expect([html, faults(html).filter((one) => one.startsWith('markup'))]).toEqual([html, ['markup 7']]);
    }
    const escaped = text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
    const json = JSON.stringify(text).replaceAll('<', '\\u003c');
    expect(faults(`<p title="${escaped}">${escaped}</p><script>${json}</script>`)).toEqual([]);
  });

  it('goes through HTML of any depth', () => {
    const depth = 20_000;
    expect(faults(`${'<i>'.repeat(depth)}${'</i>'.repeat(depth)}`)).toEqual([]);
  });
});

describe('expectations', () => {
  const HTML =
    '<ul class="menu"><li><a href="/a">Un <b>deux</b></a></li><li><a>trois &amp; quatre</a></li></ul><script>script</script>';

  it.each([
    [{ texte: 'Un deux' }, []],
    [{ texte: 'trois & quatre' }, []],
    [{ texte: 'cinq' }, ['le texte « cinq » n’y est pas']],
    [{ sans_texte: 'script' }, []],
    [{ sans_texte: 'Un\n  deux' }, ['le texte « Un\n  deux » y est']],
    [{ selecteur: '.menu > li' }, []],
    [{ selecteur: '.menu > li', nombre: 2 }, []],
    [{ selecteur: 'li', nombre: { min: 3 } }, ['« li » : 2 éléments, et non 3 au moins']],
    [{ selecteur: 'li', nombre: { min: 0, max: 1 } }, ['« li » : 2 éléments, et non de 0 à 1']],
    [{ selecteur: 'h1' }, ['« h1 » : 0 élément, et non 1 au moins']],
    [{ selecteur: 'h1', nombre: 0 }, []],
    [{ selecteur: 'a', texte: 'deux' }, []],
    [{ selecteur: 'a', texte: 'cinq' }, ['« a » : le texte « cinq » n’y est pas, mais « Un deux »']],
    [{ selecteur: 'a', sans_texte: 'trois' }, ['« a » : le texte « trois » y est']],
    [{ selecteur: 'a', attribut: 'href', valeur: '/a' }, []],
    [{ selecteur: 'a', attribut: 'href', valeur: '/b' }, ['« a » : « href » vaut « /a », et non « /b »']],
    [{ selecteur: 'a', attribut: 'toString' }, ['« a » n’a pas d’attribut « toString »']],
    [{ selecteur: 'li:nth-of-type(2) a:not([href])', nombre: 1 }, []],
    [{ octets: { max: 10 } }, [`${Buffer.byteLength(HTML)} octets, et non 10 au plus`]],
    [{ statut: 404 }, ['le statut est 200, et non 404']],
    [{ erreurs: 1 }, ['0 erreur, et non 1']],
    [{ bien_forme: true }, []],
  ])('%j', (expectation, expected) => expect(unmet(HTML, expectation)).toEqual(expected));

  it('say what is wrong with a selector', () => {
    expect(unmet(HTML, { selecteur: 'a[' })).toEqual([
      '« a[ » n’est pas un sélecteur CSS que « vitrine tester » comprend',
    ]);
    expect(unmet(HTML, { selecteur: 'a:vitrine' })).toEqual([expect.stringContaining('n’est pas un sélecteur')]);
  });

  it.each([
    [{}, 'rien n’est attendu ici'],
    [{ nombre: 1 }, '« nombre » va avec « selecteur »'],
    [{ selecteur: 'a', valeur: 'b' }, '« valeur » va avec « attribut »'],
    [{ selecteur: 'a', nombre: 0, texte: 'b' }, 'd’un élément qui n’est pas là, rien d’autre n’est attendu'],
    [{ octets: 'dix' }, 'un nombre, ou { "min", "max" }'],
    [{ statut: 500 }, '200 ou 404'],
  ])('%j is refused', (expectation, message) => {
    expect(Expectation.safeParse(expectation).error?.issues[0]?.message).toBe(message);
  });
});

describe('kept HTML', () => {
  const differenceOf = (kept: string, html: string) => examine({ ...COMMON, html, kept }).difference;

  it('is compared as it is, with the line of the first difference', () => {
    expect(differenceOf('<p>\na</p>', '<p>\na</p>')).toBeNull();
    expect(differenceOf('<p>\na\n</p>\n', '<p>\nb\n</p>\n')).toEqual({
      line: 2,
      text: '@@ -1,3 +1,3 @@\n <p>\n-a\n+b\n </p>',
    });
    expect(differenceOf('<p>a</p>\n', '<p>a</p>')).toEqual({
      line: 1,
      text: '(seuls des blancs ou des lignes vides diffèrent)',
    });
  });
});

it('names sections in whose place a comment stands', () => {
  expect(examine({ ...COMMON, html: '<!-- section inconnue : heros -->' }).failed).toEqual([
    { kind: 'inconnue', type: 'heros' },
  ]);
});
