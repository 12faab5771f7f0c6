import { isLink, LINK_UNITS } from '../../../content/links.ts';

/** Addresses that only lead on, each with the parameter that says where to. */
const REDIRECTS: readonly (readonly [address: RegExp, parameters: readonly string[]])[] = [
  [/^https?:\/\/(?:www\.)?google\.[a-z.]{2,6}\/url\?/i, ['q', 'url']],
  [/^https?:\/\/[a-z0-9.-]+\.safelinks\.protection\.outlook\.com\/\?/i, ['url']],
  [/^https?:\/\/lm?\.(?:facebook|instagram)\.com\/(?:l\.php)?\?/i, ['u']],
];

/** Browsers leave these out of an address. */
const NOT_IN_ADDRESSES = /[\t\n\r]/g;

function targetOf(address: string): string | undefined {
  const parameters = REDIRECTS.find(([redirect]) => redirect.test(address))?.[1];
  if (parameters === undefined || !URL.canParse(address)) return undefined;
  const { searchParams } = new URL(address);
  return (
    parameters.map((name) => searchParams.get(name)).find((target) => /^https?:\/\//i.test(target ?? '')) ?? undefined
  );
}

/**
 * Where a pasted link leads, past the pages that only count who follows it; undefined for what leads nowhere outside of the place it was copied from: files,
 * anchors, addresses relative to another page, scripts.
 * @param isOfPage whether an address without a host is one of a page; word processors write places of files so
 */
export function pastedLink(href: string, isOfPage: boolean): string | undefined {
  let address = href.replace(NOT_IN_ADDRESSES, '').trim();
  if (address.startsWith('//')) address = `https:${address}`;
  for (
    let target = targetOf(address);
    target !== undefined && target.length < address.length;
    target = targetOf(address)
  ) {
    address = target.trim();
  }
  if (address.length > LINK_UNITS || !isLink(address)) return undefined;
  if (isOfPage && /^\/(?![/\\])/.test(address)) return address;
  return /^(?:https?:\/\/[^/]|mailto:.|tel:.)/i.test(address) ? address : undefined;
}
