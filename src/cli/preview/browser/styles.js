/** The parameter in the address of a style sheet that has replaced an older one. */
const EXCHANGED_AT = 'apercu';

/**
 * Replaces a style sheet by its new version, without a moment with neither.
 * @param {string} file
 * @returns false where no link of this page has it: it may be loaded in another way
 */
export async function exchangeStyle(file) {
  const links = styleSheets(document).filter(({ href }) => isAssetNamed(href, file));
  await Promise.all(
    links.map(async (old) => {
      const link = old.cloneNode();
      if (!(link instanceof HTMLLinkElement)) return;
      const address = new URL(old.href);
      address.searchParams.set(EXCHANGED_AT, String(Date.now()));
      link.href = address.pathname + address.search;
      await new Promise((done) => {
        link.addEventListener('load', done);
        link.addEventListener('error', done);
        old.after(link);
      });
      old.remove();
    }),
  );
  return links.length > 0;
}

/**
 * Gives the style sheets of a new document the addresses that they have in this one.
 * @param {Document} next
 */
export function keepExchanged(next) {
  const exchanged = new Map(
    styleSheets(document)
      .map(({ href }) => new URL(href))
      .filter(({ searchParams }) => searchParams.has(EXCHANGED_AT))
      .map(({ pathname, search }) => [pathname, pathname + search]),
  );
  for (const link of styleSheets(next)) {
    const address = exchanged.get(new URL(link.href, location.href).pathname);
    if (address) link.href = address;
  }
}

/** @param {Document} page */
const styleSheets = (page) => [...page.querySelectorAll('link')].filter(({ rel }) => /\bstylesheet\b/.test(rel));

/**
 * @param {string} href
 * @param {string} file
 */
function isAssetNamed(href, file) {
  const { origin, pathname } = new URL(href, location.href);
  return origin === location.origin && pathname.startsWith('/theme-assets/') && pathname.endsWith(`/${file}`);
}
