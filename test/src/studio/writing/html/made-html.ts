/** Texts as people and programs write them: right, careless and broken. */
import fc from 'fast-check';

const WORDS = [
  'Bonjour',
  'le prix',
  'à 12 €',
  'été ',
  ' fermé',
  'a  b',
  '😀',
  '\u00a0:',
  'x < y',
  'R&D',
  'fin.',
  '5 > 3',
  "l'an",
];
const ENTITIES = ['&amp;', '&eacute;', '&nbsp;', '&lt;b&gt;', '&#8217;', '&notit;', '&', '&#0;', '&#13;'];
const SPACES = [' ', '\n', '\r\n', '\r', '\t', '\n    ', '\n\n', '  '];

const ATTRIBUTES = [
  '',
  '',
  '',
  ' class="a b"',
  ' id=x',
  " title='d&quot;it'",
  ' style="color:red"',
  ' data-n="1"',
  ' lang=fr',
  ' onclick="a()"',
  ' hidden',
  ' class=a class=b',
  ' inconnu="1"',
];
const BLOCKS = [
  'p',
  'p',
  'p',
  'h1',
  'h2',
  'h3',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'div',
  'section',
  'figure',
  'figcaption',
  'form',
  'dl',
  'dt',
];
const TABLE = ['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption'];
const LINE = [
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'del',
  'code',
  'sup',
  'sub',
  'span',
  'small',
  'abbr',
  'a',
  'font',
  'q',
];
const ODD = [
  'script',
  'style',
  'svg',
  'math',
  'template',
  'select',
  'option',
  'textarea',
  'title',
  'noscript',
  'button',
  'body',
  'html',
  'plaintext',
  'xmp',
  'mi',
];
const WHOLE = [
  '<br>',
  '<br/>',
  '<hr>',
  '<hr class="fin">',
  '<img src="/medias/1/a.jpg" alt="Une vue">',
  '<img src="https://ailleurs.example/a.jpg">',
  '<img src=x onerror=a()>',
  '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="Film"></iframe>',
  '<iframe srcdoc="<p>x"></iframe>',
  '<a href="/contact">Contact</a>',
  '<a href="javascript:a()">x</a>',
  '<!-- remarque -->',
  '<!--[if IE]><p>x</p><![endif]-->',
  '<?php echo 1 ?>',
  '<!doctype html>',
  '<![CDATA[x]]>',
  '<p class="x',
  '</',
  '<',
  '<p>Un paragraphe.</p>',
  '<p>Un <b>autre</b> <em>texte</em>.</p>\n',
  '<ul><li>un</li><li>deux<ol start="3"><li>trois</ol></li></ul>',
  '<ul>\n  <li>un</li>\n  <li><p>deux</p><p>trois</p></li>\n</ul>',
  '<table><tr><td>1<td>2<tr><th>3<th>4</table>',
  '<table>\n<thead>\n<tr><th scope="col">A</th></tr>\n</thead>\n<tbody><tr><td><p>b</p><ul><li>c</ul></td></tr></tbody></table>',
  '<table><tr><td colspan=2>a</td></tr><tr><td rowspan=2>b</td><td>c</td></tr><tr><td>d</td></tr></table>',
  '<pre>\n\n  x\r\n  y</pre>',
  '<pre><code class="language-js">a &lt; b\n</code></pre>',
  '<figure><img src="/medias/1/b.jpg" alt=""><figcaption>Légende</figcaption></figure>',
  '<p><img src="/medias/1/c.jpg"></p>',
  '<blockquote>Dit <i>ainsi</i><p>puis</p></blockquote>',
  '<h2 id="prix">Prix</h2>',
  '<p align="center">Au <span class="m">milieu <b>gras</b></span></p>',
];

const oneOf = (texts: readonly string[]) => fc.constantFrom(...texts);
const name = fc.oneof(
  { weight: 5, arbitrary: oneOf(BLOCKS) },
  { weight: 3, arbitrary: oneOf(LINE) },
  { weight: 2, arbitrary: oneOf(TABLE) },
  { weight: 1, arbitrary: oneOf(ODD) },
);
const startTag = fc.tuple(name, oneOf(ATTRIBUTES)).map(([tag, attributes]) => `<${tag}${attributes}>`);
const endTag = name.map((tag) => `</${tag}>`);
const text = fc.oneof(oneOf(WORDS), oneOf(ENTITIES), oneOf(SPACES));

const { part } = fc.letrec<{ part: string; element: string }>((tie) => ({
  element: fc
    .tuple(name, oneOf(ATTRIBUTES), fc.array(tie('part'), { maxLength: 4 }))
    .map(([tag, attributes, parts]) => `<${tag}${attributes}>${parts.join('')}</${tag}>`),
  part: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    { weight: 4, arbitrary: text },
    { weight: 4, arbitrary: oneOf(WHOLE) },
    { weight: 1, arbitrary: startTag },
    { weight: 1, arbitrary: endTag },
    { weight: 6, arbitrary: tie('element') },
  ),
}));

/** Any text that may be stored, of up to some hundreds of characters. */
export const anyHtml: fc.Arbitrary<string> = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''));

/** Texts without a mistake, of up to some thousands of characters. */
export const wellFormedHtml: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      oneOf(WHOLE.filter((whole) => /^<(?:p|ul|h2|hr|figure|blockquote|pre|table)\b.*>\s*$/s.test(whole))),
      oneOf(WORDS).map((word) => `<p>${word.replaceAll('<', '&lt;').replaceAll('&D', '&amp;D')}</p>`),
    ),
    {
      minLength: 4,
      maxLength: 30,
    },
  )
  .map((parts) => parts.join(''));
