/** Which part of the page of redirects an address shows. */
interface Wanted {
  readonly q?: string;
  readonly after?: string | null;
}

/** Address of the list of redirects. @param site of the site’s page in the studio */
export function redirectsAddress(site: string, { q = '', after = null }: Wanted = {}): string {
  const fields = new URLSearchParams({ ...(q !== '' && { q }), ...(after !== null && { apres: after }) }).toString();
  return `${site}/redirections${fields && `?${fields}`}`;
}

/** Address of the list of links that lead nowhere. */
export const brokenLinksAddress = (site: string): string => `${site}/redirections?vue=liens`;

/** Address at which a redirect from an old address is made. */
export const newRedirectAddress = (site: string, from: string): string =>
  `${site}/redirections?${new URLSearchParams({ de: from })}`;
