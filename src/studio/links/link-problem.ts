import { isLink, LINK_UNITS } from '../../content/links.ts';

/** Why an address is none that a link may have, in a sentence; undefined for one that is, and for nothing. */
export function linkProblem(address: string): string | undefined {
  const typed = address.trim();
  if (typed === '' || (isLink(typed) && typed.length <= LINK_UNITS)) return undefined;
  return 'Cette adresse n’est pas admise : un lien mène à une page, un fichier, https://…, mailto:… ou tel:…';
}
