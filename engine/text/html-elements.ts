/** The elements of HTML that are not closed like others; the standard's words. */
const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements that have neither contents nor an end; the last are obsolete. */
export const VOID = set(
  'area base br col embed hr img input link meta param source track wbr basefont bgsound frame keygen',
);

/** Elements whose contents are text up to their end tag. */
export const RAW_TEXT = set('script style textarea title iframe noembed noframes xmp');

/** Elements that hold another language, in which `/>` ends any element. */
export const FOREIGN = set('svg math');

/** Elements of HTML, in which `/>` ends none. */
const HTML = set(
  'a abbr address article aside audio b bdi bdo blockquote body button canvas caption cite code colgroup data datalist dd del details ' +
    'dfn dialog div dl dt em fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup html i iframe ins kbd label ' +
    'legend li main map mark menu meter nav noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script ' +
    'search section select slot small span strong style sub summary sup table tbody td template textarea tfoot th thead time title tr u ' +
    'ul var video',
);

/** Whether `/>` ends an element where nothing says that it stands in a picture. */
export const endsWithSlash = (name: string): boolean => !HTML.has(name) && !name.includes('-') && !name.includes('{');

const BLOCKS =
  'address article aside blockquote details dialog div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
  'header hgroup hr main menu nav ol p pre search section table ul';

/** Elements whose end tag may be left out, and the start tags that end them; what is around them ends them too. */
const ENDED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['p', set(BLOCKS)],
  ['li', set('li')],
  ['dt', set('dt dd')],
  ['dd', set('dt dd')],
  ['option', set('option optgroup hr')],
  ['optgroup', set('optgroup hr')],
  ['thead', set('tbody tfoot')],
  ['tbody', set('tbody tfoot')],
  ['tfoot', set('tbody')],
  ['tr', set('tr thead tbody tfoot')],
  ['td', set('td th tr thead tbody tfoot')],
  ['th', set('td th tr thead tbody tfoot')],
  ['colgroup', set('thead tbody tfoot tr')],
  ['caption', set('colgroup thead tbody tfoot tr')],
  ['rb', set('rb rt rtc rp')],
  ['rt', set('rb rt rtc rp')],
  ['rtc', set('rb rtc')],
  ['rp', set('rb rt rtc rp')],
  ['head', set('body')],
  ['body', set('')],
  ['html', set('')],
]);

/** Whether the end tag of an element may be left out. */
export const mayEndUnsaid = (name: string): boolean => ENDED_BY.has(name);

/** Whether the start of one element ends another that is open. */
export const isEndedBy = (open: string, start: string): boolean => ENDED_BY.get(open)?.has(start) ?? false;
