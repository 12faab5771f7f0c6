const named = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements that stand in lines of their own. */
export const BLOCKS = named(
  'address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p pre search section summary table tbody td tfoot th thead tr ul xmp',
);

/** Elements of which a text has nothing. What is drawn in the place of some of them parts words. */
export const SKIPPED = named(
  'applet area audio base button canvas colgroup comment datalist embed frame frameset head iframe input link map meta meter noembed noframes noscript object param progress rp script select source style svg template textarea title track video annotation annotation-xml',
);

/** Those of them that are seen in a line. */
export const DRAWN = named('audio button canvas embed iframe input meter object progress select svg textarea video');

/** Lists of links of a page, not of what the page says. */
export const BESIDE = named('nav dialog');
