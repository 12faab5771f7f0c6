import { randomBytes } from 'node:crypto';
import { sitePolicy } from '../../engine/language/site-policy.ts';

const NONCE_BYTES = 16;

/** Random bytes are fetched in large pieces: a system call for each nonce was 2 % of what a page costs. */
const RANDOM_BYTES = 256 * NONCE_BYTES;
let random = Buffer.alloc(0);

/** A fresh nonce for one response's Content-Security-Policy (docs/decisions/content-security-policy.md). */
export function freshNonce(): string {
  if (random.length === 0) random = randomBytes(RANDOM_BYTES);
  const nonce = random.toString('base64', 0, NONCE_BYTES);
  random = random.subarray(NONCE_BYTES);
  return nonce;
}

/** Headers of every answer. `@fastify/helmet` adds them in a hook of each route, so `endWithPlatformPage` would go without. */
const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
} as const;

/** Browsers keep it and revalidate it before each use: a change is visible at the next reload. */
export const REVALIDATED = { 'Cache-Control': 'no-cache' } as const;

/**
 * Headers of an HTML page: scripts and style sheets run only with the nonce or from the site itself; a theme may write
 * style attributes and show pictures and embedded videos from https addresses.
 */
export function pageHeaders(nonce: string): Record<string, string> {
  return {
    ...COMMON_HEADERS,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': sitePolicy(nonce),
    ...REVALIDATED,
  };
}

/**
 * Pages of sites use no passkeys: a site may be below the host that passkeys of the platform are bound to, and its theme is a stranger's
 * (docs/decisions/second-factor.md).
 */
export const WITHOUT_PASSKEYS = {
  'Permissions-Policy': 'publickey-credentials-get=(), publickey-credentials-create=()',
} as const;

/** Headers of a page of a site. */
export const sitePageHeaders = (nonce: string): Record<string, string> => ({
  ...pageHeaders(nonce),
  ...WITHOUT_PASSKEYS,
});

/**
 * Headers of a page of the studio. The preview's frame inherits this policy, so it allows what a theme may load on its site; style sheets
 * and fonts come into the frame as `data:`, because its opaque origin could not fetch them.
 */
export function studioHeaders(nonce: string, hasThread = false): Record<string, string> {
  return {
    ...COMMON_HEADERS,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      `default-src 'self'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; ` +
      "style-src-attr 'unsafe-inline'; img-src 'self' data: https:; font-src 'self' data:; media-src 'self' https:; " +
      `frame-src https:;${hasThread ? " worker-src 'self';" : ''} ` +
      "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}

/** Headers of a theme's file: never HTML, never a script, even when somebody opens an SVG as a document. */
export function assetHeaders(contentType: string): Record<string, string> {
  return {
    ...COMMON_HEADERS,
    'Content-Type': contentType,
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...REVALIDATED,
  };
}

/** Headers of a font: sites load those that their own host serves, and the font at an address never changes. */
export const FONT_HEADERS = {
  ...COMMON_HEADERS,
  'Content-Type': 'font/woff2',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'public, max-age=31536000, immutable',
} as const;

/** Headers of a picture of the platform's own pages: the picture at an address never changes. */
export const PICTURE_HEADERS = { ...FONT_HEADERS, 'Content-Type': 'image/jpeg' } as const;

/** Headers of a script of the platform's own pages. */
export const SCRIPT_HEADERS = {
  ...COMMON_HEADERS,
  'Content-Type': 'text/javascript; charset=utf-8',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
} as const;

/** Headers of an API answer. */
export const API_HEADERS = { ...COMMON_HEADERS, 'Cache-Control': 'no-store' } as const;
