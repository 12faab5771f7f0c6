/** Sets a global name where it runs. */
export const MARKER = 'pris';
/** Part of each address that one of these texts asks for. */
export const MARKER_HOST = 'vole.example';
/** Attribute of each element that one of these texts would make. */
export const MARKER_ATTRIBUTE = 'vole';

/**
 * What a stranger may store where the product takes one line of 80 characters, each to break out of another place: an element, an
 * attribute, an address, a script, JSON, a template, a comment, a sentence.
 */
export const HOSTILE_TEXTS: readonly string[] = [
  // Elements that run something by themselves.
  '<script vole>pris=1</script>',
  '<img vole src=x onerror=pris=1>',
  '<img vole src=https://vole.example/1>',
  '<IMG VOLE SRC=x ONERROR=pris=1>',
  '<img/vole/src=x/onerror=pris=1>',
  '<svg vole onload=pris=1>',
  '<svg vole><script>pris=1</script></svg>',
  '<svg vole><animate onbegin=pris=1 attributeName=x dur=1s>',
  '<svg vole><use href="data:image/svg+xml,<svg onload=pris=1>"/></svg>',
  '<iframe vole srcdoc="<script>parent.pris=1</script>">',
  '<iframe vole src=javascript:parent.pris=1>',
  '<object vole data=javascript:pris=1>',
  '<embed vole src=https://vole.example/2>',
  '<link vole rel=stylesheet href=https://vole.example/3>',
  '<style vole>@import "https://vole.example/4"</style>',
  '<base vole href=https://vole.example/>',
  '<meta vole http-equiv=refresh content=0;url=https://vole.example/5>',
  '<body vole onload=pris=1>',
  '<details vole open ontoggle=pris=1>',
  '<input vole autofocus onfocus=pris=1>',
  '<video vole><source onerror=pris=1 src=x>',
  '<p vole style="animation:a 1s" onanimationstart=pris=1>',
  // The ends of what a text may stand in.
  '</script><script vole>pris=1</script>',
  '</style><script vole>pris=1</script>',
  '</title><script vole>pris=1</script>',
  '</textarea><script vole>pris=1</script>',
  '</noscript><img vole src=x onerror=pris=1>',
  '</template><img vole src=x onerror=pris=1>',
  '</option></select><img vole src=x onerror=pris=1>',
  '--><img vole src=x onerror=pris=1>',
  '<!--><img vole src=x onerror=pris=1>',
  '<!--<script>',
  ']]><img vole src=x onerror=pris=1>',
  '<![CDATA[<img vole src=x onerror=pris=1>]]>',
  // What changes its meaning when it is read twice.
  '<noscript vole><p title="</noscript><img src=x onerror=pris=1>">',
  '<math vole><mtext><table><mglyph><style><!--</style><img src onerror=pris=1>',
  '<svg vole></p><style><a id="</style><img src=x onerror=pris=1>">',
  '&lt;img vole src=x onerror=pris=1&gt;',
  '&#60;img vole src=x onerror=pris=1&#62;',
  '&quot; vole onmouseover=&quot;pris=1',
  '&amp;lt;script vole&amp;gt;pris=1&amp;lt;/script&amp;gt;',
  '%3Cimg vole src=x onerror=pris=1%3E',
  // The ends of attributes.
  '" vole autofocus onfocus="pris=1',
  "' vole autofocus onfocus='pris=1",
  '"><img vole src=x onerror=pris=1>',
  "'><img vole src=x onerror=pris=1>",
  '` vole onmouseover=pris=1 `',
  // Addresses.
  'javascript:pris=1',
  'JaVaScRiPt:pris=1//%0apris=1',
  'vbscript:pris=1',
  'data:text/html,<script vole>parent.pris=1</script>',
  '<a href=javascript:pris=1>lien</a>',
  '<a href="java&#10;script:pris=1">lien</a>',
  '<a href="data:text/html,<script>pris=1</script>">lien</a>',
  '<form vole action=javascript:pris=1><button formaction=javascript:pris=1>',
  // Scripts, JSON and templates.
  '"};pris=1;//',
  '\\";pris=1;//',
  ']},"__proto__":{"pris":1},"x":[{"',
  '\\u003cimg vole src=x onerror=pris=1\\u003e',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a stranger writes
  '${pris=1}`${alert(1)}`',
  "{{ '<img vole src=x onerror=pris=1>' }}{% raw %}",
  '__proto__',
  'constructor',
  // Ends of lines in scripts, and what turns the direction of reading.
  'a\u2028pris=1\u2029b',
  '\u202egpj.<img vole src=x onerror=pris=1>',
  '\u2067אב\u2066<b vole>\u2069\u2069\u2069c',
  `${'Anticonstitutionnellement'.repeat(2)}<b vole>`,
];
