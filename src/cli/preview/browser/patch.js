import { Idiomorph } from 'idiomorph';
import { keepExchanged } from './styles.js';

/**
 * The page at this address as it is now, with the nonce of this document's policy.
 * @param {string} nonce
 * @returns {Promise<Document | null>} null when there is none any more
 */
export async function fetchPage(nonce) {
  const answer = await fetch(location.href, { headers: { Accept: 'text/html' }, cache: 'no-store' });
  const { headers, redirected } = answer;
  if (redirected || !/^text\/html\b/.test(headers.get('content-type') ?? '')) return null;
  const html = await answer.text();
  const itsNonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1];
  return new DOMParser().parseFromString(itsNonce ? html.replaceAll(itsNonce, nonce) : html, 'text/html');
}

/**
 * Changes this document where it differs from another: loading a page takes a browser several times as long as changing a part of it, and
 * the reader would lose the place.
 * @param {Document} next is emptied by this function
 * @param {HTMLScriptElement} script ours, which both documents have
 * @returns false where the modes differ, or the theme has scripts: nobody knows what they have done to this document
 */
export function patch(next, script) {
  if (next.compatMode !== document.compatMode || [document, next].some((page) => hasScripts(page, script))) return false;
  keepExchanged(next);
  Idiomorph.morph(document.documentElement, next.documentElement, {
    head: { style: 'morph' },
    // Documents hide their nonces, and both have the same.
    callbacks: { beforeAttributeUpdated: (name) => name !== 'nonce' },
  });
  return true;
}

/** @param {Document} page @param {HTMLScriptElement} ours */
const hasScripts = (page, ours) =>
  [...page.scripts].some((script) => script.getAttribute('src') !== ours.getAttribute('src') && isExecuted(script));

/** Whether a script is code, and not data such as JSON-LD. @param {HTMLScriptElement} script */
const isExecuted = ({ type }) => type === '' || /javascript|ecmascript|^module$/i.test(type);
