import { escapeHtml } from '../../text/escape.ts';

/** Addresses of the public pages of a site, under the sites' domain and under its own. @param origin scheme, host and port */
export const addressesOf = (origin: string, domains: readonly string[]): readonly string[] => [
  origin,
  ...domains.map((host) => `https://${host}`),
];

/** Links to them. */
export const siteAddresses = (origin: string, domains: readonly string[]): string =>
  `<p class="addresses">${addressesOf(origin, domains).map(link).join('<br>')}</p>`;

const link = (origin: string): string =>
  `<a href="${escapeHtml(origin)}/">${escapeHtml(origin.replace(/^https?:\/\//, ''))}</a>`;
