import { escapeHtml } from '../../text/escape.ts';

/** Links to the public pages of a site, under the sites' domain and under its own. @param origin scheme, host and port */
export function siteAddresses(origin: string, domains: readonly string[]): string {
  const own = domains.map((host) => `https://${host}`);
  return `<p class="addresses">${[origin, ...own].map(link).join('<br>')}</p>`;
}

const link = (origin: string): string =>
  `<a href="${escapeHtml(origin)}/">${escapeHtml(origin.replace(/^https?:\/\//, ''))}</a>`;
