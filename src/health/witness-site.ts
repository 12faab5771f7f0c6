import { PLATFORM_MARK } from './marks.ts';
import type { OwnAnswer, OwnEntrance } from './own-entrance.ts';
import { assertFile, FILE_BYTES, PAGE_BYTES, type ShownPage, shownPage } from './shown-page.ts';

/** Style sheets of one page that are fetched at most. */
const STYLESHEETS = 4;
const THEME_FILES = '/theme-assets/';

/**
 * Visits the home page of the witness site and the style sheet of its theme, through the public entrance.
 * @param named the site's host name, present or former
 * @throws Error when a visitor would not see the page as its theme shows it (docs/operations.md, Health)
 */
export async function probeWitnessSite(own: OwnEntrance, named: string, signal: AbortSignal): Promise<void> {
  const first = await own.ask({ host: named, path: '/', bytes: PAGE_BYTES, signal });
  const host = presentHost(first) ?? named;
  const answer = host === named ? first : await own.ask({ host, path: '/', bytes: PAGE_BYTES, signal });
  const page = await shownPage(answer);
  if (page.elements.some(({ attributes }) => attributes.has(PLATFORM_MARK))) {
    throw new Error('a page of the platform stands in the place of the witness site');
  }
  const addresses = stylesheetsOf(page, host);
  if (addresses.length === 0 && !hasInlineStyle(page)) throw new Error('the page has no style sheet of its theme');
  for (const path of addresses) {
    assertFile('a style sheet of the theme', 'text/css', await own.ask({ host, path, bytes: FILE_BYTES, signal }));
  }
}

/** Where a former address leads on to; null for every other answer. */
const presentHost = ({ status, headers }: OwnAnswer): string | null =>
  status === 301 ? (URL.parse(headers.location ?? '')?.hostname ?? null) : null;

const hasInlineStyle = ({ elements, hasNonce }: ShownPage): boolean =>
  elements.some((element) => element.name === 'style' && element.hasText && hasNonce(element));

/** The addresses on this host of the theme's style sheets. */
function stylesheetsOf({ elements }: ShownPage, host: string): string[] {
  const addresses = new Set<string>();
  for (const { name, attributes } of elements) {
    const relations = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (name !== 'link' || !relations.includes('stylesheet') || relations.includes('alternate')) continue;
    const url = URL.parse(attributes.get('href') ?? '', `http://${host}/`);
    if (url?.hostname === host && url.pathname.startsWith(THEME_FILES)) addresses.add(url.pathname + url.search);
  }
  return [...addresses].slice(0, STYLESHEETS);
}
