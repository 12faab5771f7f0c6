/** What the main address of a site is made of. */
export interface AddressedSite {
  readonly slug: string;
  /** The domain that is its main address; null where its subdomain is. */
  readonly domain: string | null;
}

/** Origin of the main address of a site, without a final slash. No request has a say in it. */
export type SiteOrigin = (site: AddressedSite) => string;

/**
 * How the sites of this installation are reached.
 * @param baseUrl address of the platform: sites have its scheme and its port
 * @param port on which the program listens, for an installation without such an address
 */
export function siteOrigin(
  { sitesDomain, baseUrl }: { readonly sitesDomain: string; readonly baseUrl: string | undefined },
  port: () => number,
): SiteOrigin {
  const base = baseUrl === undefined ? null : new URL(baseUrl);
  return ({ slug, domain }) => {
    const origin = new URL(`${base?.protocol ?? 'http:'}//${domain ?? `${slug}.${sitesDomain}`}`);
    origin.port = base?.port ?? String(port());
    return origin.origin;
  };
}
