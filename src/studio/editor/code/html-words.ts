/** Elements and attributes of HTML that a theme may write, for completion. */
const split = (words: string): readonly string[] => words.split(' ');

export const ELEMENTS = split(
  'a abbr address article aside audio b bdi bdo blockquote body br button canvas caption cite code col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta meter nav noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script search section select slot small source span strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track u ul var video wbr',
);

const GLOBAL = split(
  'accesskey autocapitalize autofocus class contenteditable dir draggable enterkeyhint hidden id inert inputmode itemid itemprop itemref itemscope itemtype lang nonce part popover role slot spellcheck style tabindex title translate aria-activedescendant aria-atomic aria-autocomplete aria-busy aria-checked aria-colcount aria-controls aria-current aria-describedby aria-details aria-disabled aria-errormessage aria-expanded aria-haspopup aria-hidden aria-invalid aria-label aria-labelledby aria-level aria-live aria-modal aria-multiline aria-multiselectable aria-orientation aria-owns aria-placeholder aria-posinset aria-pressed aria-readonly aria-relevant aria-required aria-roledescription aria-rowcount aria-selected aria-setsize aria-sort aria-valuemax aria-valuemin aria-valuenow aria-valuetext',
);

const MEDIA = 'autoplay controls crossorigin height loop muted playsinline poster preload src width';
const CONTROL = 'disabled form name';
const SUBMIT = 'formaction formmethod formnovalidate formtarget popovertarget popovertargetaction';

/** The attributes of some elements besides those that all have. */
const OWN: Readonly<Record<string, string>> = {
  a: 'download href hreflang ping referrerpolicy rel target type',
  audio: MEDIA,
  blockquote: 'cite',
  button: `${CONTROL} ${SUBMIT} command commandfor type value`,
  canvas: 'height width',
  col: 'span',
  data: 'value',
  del: 'cite datetime',
  details: 'name open',
  dialog: 'closedby open',
  embed: 'height src type width',
  fieldset: CONTROL,
  form: 'action autocomplete enctype method name novalidate target',
  iframe: 'allow allowfullscreen height loading name referrerpolicy sandbox src srcdoc width',
  img: 'alt crossorigin decoding fetchpriority height ismap loading referrerpolicy sizes src srcset usemap width',
  input: `${CONTROL} ${SUBMIT} accept alt autocomplete capture checked dirname height list max maxlength min minlength multiple pattern placeholder readonly required size src step type value width`,
  ins: 'cite datetime',
  label: 'for',
  li: 'value',
  link: 'as crossorigin disabled fetchpriority href hreflang imagesizes imagesrcset integrity media referrerpolicy rel sizes type',
  meta: 'charset content http-equiv media name property',
  meter: 'high low max min optimum value',
  object: 'data form height name type width',
  ol: 'reversed start type',
  optgroup: 'disabled label',
  option: 'disabled label selected value',
  output: 'for form name',
  progress: 'max value',
  q: 'cite',
  script: 'async crossorigin defer fetchpriority integrity nomodule referrerpolicy src type',
  select: `${CONTROL} autocomplete multiple required size`,
  source: 'height media sizes src srcset type width',
  style: 'media',
  td: 'colspan headers rowspan',
  textarea: `${CONTROL} autocomplete cols dirname maxlength minlength placeholder readonly required rows wrap`,
  th: 'abbr colspan headers rowspan scope',
  time: 'datetime',
  track: 'default kind label src srclang',
  video: MEDIA,
};

const TRUTH = 'true false';
const VALUES: Readonly<Record<string, string>> = {
  'aria-current': `page step location date time ${TRUTH}`,
  'aria-haspopup': `menu listbox tree grid dialog ${TRUTH}`,
  'aria-live': 'off polite assertive',
  as: 'audio document embed fetch font image object script style track video worker',
  autocapitalize: 'off none on sentences words characters',
  autocomplete:
    'on off name given-name family-name email username new-password current-password organization street-address address-line1 address-line2 postal-code country country-name tel url bday',
  crossorigin: 'anonymous use-credentials',
  decoding: 'sync async auto',
  dir: 'ltr rtl auto',
  enctype: 'application/x-www-form-urlencoded multipart/form-data text/plain',
  enterkeyhint: 'enter done go next previous search send',
  fetchpriority: 'high low auto',
  'http-equiv': 'content-language content-type default-style refresh',
  inputmode: 'none text decimal numeric tel search email url',
  kind: 'subtitles captions descriptions chapters metadata',
  loading: 'eager lazy',
  method: 'get post dialog',
  popover: 'auto hint manual',
  preload: 'none metadata auto',
  referrerpolicy:
    'no-referrer no-referrer-when-downgrade origin origin-when-cross-origin same-origin strict-origin strict-origin-when-cross-origin unsafe-url',
  rel: 'alternate author bookmark canonical dns-prefetch external help icon license manifest me modulepreload next nofollow noopener noreferrer preconnect prefetch preload prev search stylesheet tag',
  role: 'alert alertdialog article banner button cell checkbox columnheader combobox complementary contentinfo dialog document feed figure form grid gridcell group heading img link list listbox listitem log main menu menubar menuitem meter navigation none note option presentation progressbar radio radiogroup region row rowgroup search searchbox separator slider spinbutton status switch tab table tablist tabpanel textbox timer toolbar tooltip tree treeitem',
  scope: 'col row colgroup rowgroup',
  target: '_self _blank _parent _top',
  translate: 'yes no',
  wrap: 'soft hard',
};
const TYPES: Readonly<Record<string, string>> = {
  button: 'button submit reset',
  input:
    'text button checkbox color date datetime-local email file hidden image month number password radio range reset search submit tel time url week',
  ol: '1 a A i I',
  script: 'module text/javascript application/json application/ld+json importmap speculationrules',
};

/** The attributes that an element may have. */
export const attributesOf = (element: string): readonly string[] => [
  ...(Object.hasOwn(OWN, element) ? split(OWN[element] ?? '') : []),
  ...GLOBAL,
];

/** The words that an attribute may have; empty where it may be anything. */
export function valuesOf(element: string, attribute: string): readonly string[] {
  const table = attribute === 'type' ? TYPES : VALUES;
  const key = attribute === 'type' ? element : attribute;
  if (Object.hasOwn(table, key)) return split(table[key] ?? '');
  return /^aria-(?!label|describedby|controls|owns|level|value|col|row|pos|set|active|details|error|placeholder)/.test(
    attribute,
  ) || /^(?:contenteditable|draggable|spellcheck)$/.test(attribute)
    ? split(TRUTH)
    : [];
}
