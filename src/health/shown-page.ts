import type { OwnAnswer } from './own-entrance.ts';
import { elementsOf, type PageElement } from './page-elements.ts';

/** How much of a page is judged, bytes: of a longer one, the beginning. */
export const PAGE_BYTES = 512 * 1024;
/** How much of a style sheet or script is read to see that there is something in it, bytes. */
export const FILE_BYTES = 64 * 1024;

/** A page as a browser would get it. */
export interface ShownPage {
  readonly elements: readonly PageElement[];
  /** Whether the page's policy lets this style sheet or script be applied by its nonce. */
  hasNonce(element: PageElement): boolean;
}

const ELEMENTS = new Set(['html', 'link', 'style', 'script', 'form']);
const BEARERS = new Set(['link', 'style', 'script']);
const NONCE = /'nonce-([^'\s]+)'/g;

/** @throws Error when the page does not answer, is empty or lacks a nonce (docs/operations.md, Health) */
export async function shownPage({ status, headers, body }: OwnAnswer): Promise<ShownPage> {
  if (status !== 200) throw new Error(`the page answers ${status}`);
  if (!isOfType('text/html', headers)) throw new Error('the page is no HTML');
  const html = body.toString('utf8');
  if (html.trim() === '') throw new Error('the page is empty');
  const elements = await elementsOf(html, ELEMENTS);
  const policy = String(headers['content-security-policy'] ?? '');
  const demanded = new Set(Array.from(policy.matchAll(NONCE), ([, nonce]) => nonce));
  const present = new Set(elements.filter(({ name }) => BEARERS.has(name)).map(nonceOf));
  if ([...demanded].some((nonce) => !present.has(nonce))) {
    throw new Error('the page lacks a nonce that its policy demands');
  }
  return { elements, hasNonce: (element) => demanded.has(nonceOf(element)) };
}

/** @param what for the log @throws Error when a file of a page is not there, empty or of another type */
export function assertFile(what: string, type: string, { status, headers, body }: OwnAnswer): void {
  if (status !== 200) throw new Error(`${what} answers ${status}`);
  if (!isOfType(type, headers)) throw new Error(`${what} is of another type`);
  if (body.toString('utf8').trim() === '') throw new Error(`${what} is empty`);
}

const nonceOf = ({ attributes }: PageElement): string | undefined => attributes.get('nonce');

const isOfType = (type: string, headers: OwnAnswer['headers']): boolean =>
  headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === type;
