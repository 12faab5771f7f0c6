import { describe, expect, it } from 'vitest';
import { takeDrawing } from '../../../src/media/processing/process/drawing/drawing.ts';

const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const take = (text: string | Buffer) => takeDrawing(Buffer.from(text as string), ['svg']);
const cleaned = (text: string | Buffer): string => take(text).files[0]?.bytes.toString() ?? '';
/** What becomes of the inside of a drawing. */
const inside = (text: string): string =>
  cleaned(`<svg ${NAMESPACES}>${text}</svg>`)
    .replace(/^<svg xmlns="[^"]+"(?:>|\/>)/, '')
    .replace(/<\/svg>$/, '');

describe('of a drawing stays', () => {
  it.each([
    ['shapes', '<path d="M0 0L1 1" fill="#f00"/><circle cx="1" cy="2" r="3"/>'],
    ['text', '<text x="1">Pain &amp; <tspan>brioche</tspan></text>'],
    ['gradients that it names', '<linearGradient id="a"><stop offset="0"/></linearGradient><rect fill="url(#a)"/>'],
    ['a declaration of style', '<g style="fill:url(#a);stroke:rgb(1 2 3)"/>'],
    ['a sheet of style', '<style>.a{fill:red}@media (width&gt;9px){.b{opacity:.5}}</style>'],
    ['a movement', '<rect><animate attributeName="x" values="0;9" dur="1s"/></rect>'],
    ['a symbol that it uses', '<symbol id="s"><path d="M0 0"/></symbol><use href="#s"/>'],
    ['a picture of pixels in it', '<image href="data:image/png;base64,iVBORw0KGgo=" width="1"/>'],
    ['what is read to those who do not see', '<title>Un (petit) pain</title><g aria-label="url(x)" role="img"/>'],
  ])('%s', (_what, text) => {
    expect(inside(text)).toBe(text);
  });

  it('what a link has in it, without the link', () => {
    expect(inside('<a href="https://ailleurs.example"><path d="M0 0"/></a>')).toBe('<g><path d="M0 0"/></g>');
  });

  it('an old reference, as browsers write it today', () => {
    expect(inside('<use xlink:href="#s"/>')).toBe('<use href="#s"/>');
  });

  it('one without its namespace, as old programs write it, is a drawing', () => {
    expect(cleaned('<svg width="1" height="2"><g/></svg>')).toBe(
      '<svg width="1" height="2" xmlns="http://www.w3.org/2000/svg"><g/></svg>',
    );
  });
});

describe('of a drawing goes', () => {
  it.each<[string, string, string?]>([
    ['a script', '<script>alert(1)</script>'],
    ['a script of elsewhere', '<script href="https://ailleurs.example/a.js"/>'],
    ['a script under another prefix', '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'],
    ['HTML', '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="//x"/></body></foreignObject>'],
    ['an element of HTML', '<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="x" onerror="alert(1)"/>'],
    [
      'an element in which the namespace of HTML begins',
      '<g xmlns="http://www.w3.org/1999/xhtml"><script>1</script></g>',
    ],
    ['what an editor has noted', '<metadata><x>Lyon</x></metadata><s:view xmlns:s="urn:s" s:user="lea"/>'],
    [
      'an element that browsers do not know',
      '<handler type="x">1</handler><listener/><iframe/><embed/><object/><video/>',
    ],
    ['a picture of elsewhere', '<image href="https://ailleurs.example/a.png"/>', '<image/>'],
    ['a picture as SVG', '<image href="data:image/svg+xml;base64,PHN2Zz4="/>', '<image/>'],
    ['a page as picture', '<image href="data:text/html;base64,PHN2Zz4="/>', '<image/>'],
    ['a filter of elsewhere', '<feImage xlink:href="//ailleurs.example/a"/>', '<feImage/>'],
    ['a symbol of elsewhere', '<use href="autre.svg#s"/><use xlink:href="data:image/svg+xml,x#s"/>', '<use/><use/>'],
    [
      'a script in an address',
      '<use href="javascript:alert(1)"/><a href=" java&#10;script:1"><g/></a>',
      '<use/><g><g/></g>',
    ],
    ['a handler', '<g onclick="alert(1)" ONLOAD="1" onfocusin="1"/>', '<g/>'],
    ['a movement of an address', '<a><animate attributeName="href" to="javascript:1"/></a>', '<g/>'],
    ['a movement of a handler', '<g><set attributeName="onclick" to="alert(1)"/></g>', '<g/>'],
    ['a movement of a style', '<g><animate attributeName="style" to="x"/></g>', '<g/>'],
    ['colours of elsewhere', '<g fill="url(//ailleurs.example/#a)" stroke="url(\'https://a\')"/>', '<g/>'],
    ['colours in escapes', '<g fill="u\\72l(//ailleurs.example)" filter="\\75 rl(//a)"/>', '<g/>'],
    ['sets of pictures', '<g fill="image-set(\'a.png\' 1x)" mask="image(\'a\')"/>', '<g/>'],
    [
      'a movement to colours of elsewhere',
      '<animate attributeName="fill" values="url(//a);red"/>',
      '<animate attributeName="fill"/>',
    ],
    ['a style of elsewhere', '<g style="background:url(//a);fill:red;src:src(\'a\')"/>', '<g style="fill:red"/>'],
    ['a style that runs', '<g style="behavior:url(#a);-moz-binding:url(#b);width:expression(1)"/>', '<g/>'],
    ['a style in escapes', '<g style="background:\\75\\72\\6c(//a)"/>', '<g/>'],
    ['a style after a comment', '<g style="fill:/*;*/url(//a);/*x*/stroke:u/**/rl(//a)"/>', '<g/>'],
    ['an import', '<style>@import url(//a);@import "//b";.a{fill:red}</style>', '<style>.a{fill:red}</style>'],
    ['an import in CDATA', '<style><![CDATA[@import"//b";.a{fill:url(//x)}]]></style>', '<style/>'],
    [
      'a font of elsewhere',
      '<style>@font-face{font-family:a;src:url(//a)}.a{fill:red}</style>',
      '<style>.a{fill:red}</style>',
    ],
    [
      'an import that a string hides',
      '<style>a[b="\n"]{x:y}"\n;@import "//c";{}</style>',
      '<style>a[b=&quot; &quot;]{x:y}</style>',
    ],
    ['a selector with a block in a string', '<style>a[b="{background:url(//c)}"]{fill:red}</style>', '<style/>'],
    ['a style that ends', '<style>a{content:"&lt;/style&gt;&lt;script&gt;"}</style>', '<style/>'],
    ['rules in rules without end', `<style>${'@media x{'.repeat(9)}a{b:c}${'}'.repeat(9)}</style>`, '<style/>'],
    ['a sheet of elsewhere', '<?xml-stylesheet href="//a"?><link rel="stylesheet" href="//a"/>'],
    ['a comment', '<!-- <script> -->'],
    ['the address that others are from', '<g xml:base="https://ailleurs.example/"/>', '<g/>'],
    ['other attributes of XLink', '<g xlink:actuate="onLoad" xlink:show="new"/>', '<g/>'],
    ['elements in a style', '<style><g/>a{b:c}</style>', '<style>a{b:c}</style>'],
  ])('%s', (_what, text, left = '') => {
    expect(inside(text)).toBe(left);
  });

  it('the type of the document', () => {
    const type = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
    expect(cleaned(`<?xml version="1.0" standalone="no"?>${type}<svg ${NAMESPACES}/>`)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
    );
  });

  it('what UTF-16 hides, and its encoding', () => {
    const text = `\uFEFF<?xml version="1.0" encoding="UTF-16"?><svg ${NAMESPACES}><script>1</script><g/></svg>`;
    expect(cleaned(Buffer.from(text, 'utf16le'))).toBe('<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>');
  });
});

describe('no drawing is', () => {
  const lines = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
  const doubled = Array.from({ length: 30 }, (_, n) => `<g id="u${n + 1}">${`<use href="#u${n}"/>`.repeat(2)}</g>`);
  it.each<[string, string | Buffer]>([
    ['entities', `<!DOCTYPE svg [<!ENTITY l0 "x">${lines}]><svg ${NAMESPACES}><text>&l9;</text></svg>`],
    [
      'an entity of a file',
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg ${NAMESPACES}><text>&x;</text></svg>`,
    ],
    ['an element that is open', `<svg ${NAMESPACES}><g>`],
    ['two roots', `<svg ${NAMESPACES}/><svg ${NAMESPACES}/>`],
    ['text of UTF-7', `<?xml version="1.0" encoding="UTF-7"?><svg ${NAMESPACES}>+ADw-script+AD4-</svg>`],
    [
      'bytes that are no UTF-8',
      Buffer.concat([
        Buffer.from(`<svg ${NAMESPACES}><text>`),
        Buffer.from([0xff, 0xc0]),
        Buffer.from('</text></svg>'),
      ]),
    ],
    [
      'what draws a thousand million times',
      `<svg ${NAMESPACES}><g id="u0"/>${doubled.join('')}<use href="#u30"/></svg>`,
    ],
    ['what is deeper than any drawing', `<svg ${NAMESPACES}>${'<g>'.repeat(300)}${'</g>'.repeat(300)}</svg>`],
    ['what has too many elements', `<svg ${NAMESPACES}>${'<g/>'.repeat(60_000)}</svg>`],
    ['what is too long', `<svg ${NAMESPACES}><!--${'x'.repeat(2_000_000)}--></svg>`],
    ['HTML', '<html><svg/></html>'],
    ['an SVG of HTML', '<svg xmlns="http://www.w3.org/1999/xhtml"><script>1</script></svg>'],
  ])('%s', (_what, text) => {
    expect(() => take(text)).toThrow();
  });
});

it.each([
  ['a declaration', `<rect style="fill:${'a'.repeat(1_900_000)}"/>`],
  ['a sheet', `<style>a{fill:${'a'.repeat(1_900_000)}}</style>`],
  ['an attribute', `<rect fill="(${'a'.repeat(1_900_000)}"/>`],
  ['an address', `<image href="data:image/png;base64,${' '.repeat(1_900_000)}!"/>`],
])('%s that is one long word is read once', (_what, text) => {
  expect(inside(text).length).toBeLessThan(2_000_000);
});

describe('the size of a drawing', () => {
  it.each<[string, number, number]>([
    ['width="120" height="80"', 120, 80],
    ['width="120px" height="80.4px" viewBox="0 0 1 1"', 120, 80],
    ['width="210mm" height="1in"', 794, 96],
    ['viewBox="0 0 300,150"', 300, 150],
    ['viewBox="0 0 300 150" width="600"', 600, 300],
    ['viewBox="0 0 300 150" width="100%" height="100%"', 300, 150],
    ['viewBox="0 0 4000000 1000000"', 10_000, 2_500],
    ['width="-1" height="NaN"', 0, 0],
    ['width="1e9" height="99999999999999999999"', 0, 0],
    ['', 0, 0],
  ])('%s: %d × %d', (attributes, width, height) => {
    expect(take(`<svg ${NAMESPACES} ${attributes}/>`).examined).toMatchObject({ type: 'image/svg+xml', width, height });
  });
});
