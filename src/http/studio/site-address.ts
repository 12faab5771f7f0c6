/** Addresses of the public pages of a site, under the sites' domain and under its own. @param origin scheme, host and port */
export const addressesOf = (origin: string, domains: readonly string[]): readonly string[] => [
  origin,
  ...domains.map((host) => `https://${host}`),
];
