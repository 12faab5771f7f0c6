import { Idiomorph } from 'idiomorph';
import { keepExchanged } from './styles.js';

/**
 * The page at this address as it is now, with the nonce that the policy of this document knows.
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
 * Makes this document what another one is, as far as they differ: a browser takes several times as long to load a page as to
 * change a part of it, and its reader would lose the place.
 * @param {Document} next taken apart by this
 * @param {HTMLScriptElement} script ours, which both have
 * @returns whether it could be done: what a script has done to this document, no other script knows
 */
export function patch(next, script) {
  if (next.compatMode !== document.compatMode || [document, next].some((page) => hasScripts(page, script))) return false;
  keepExchanged(next);
  Idiomorph.morph(document.documentElement, next.documentElement, {
    head: { style: 'morph' },
    // A document shows nobody its nonces, and they are the same.
    callbacks: { beforeAttributeUpdated: (name) => name !== 'nonce' },
  });
  return true;
}

/** @param {Document} page @param {HTMLScriptElement} ours */
const hasScripts = (page, ours) =>
  [...page.scripts].some((script) => script.getAttribute('src') !== ours.getAttribute('src') && isExecuted(script));

/** As opposed to data: JSON-LD and its like. @param {HTMLScriptElement} script */
const isExecuted = ({ type }) => type === '' || /javascript|ecmascript|^module$/i.test(type);
