import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { PLATFORM_MARK } from '../health/marks.ts';
import { escapeHtml } from '../text/escape.ts';
import { REQUEST_ID, requestIdOf } from './request-id.ts';
import { freshNonce, pageHeaders } from './security.ts';

/** A page that the platform itself shows, where no theme can: small, accessible, without script. */
export interface PlatformPage {
  readonly title: string;
  /** Sentences in plain text. */
  readonly sentences: readonly string[];
  readonly links?: readonly { readonly text: string; readonly href: string }[];
  /** Whether the page shows the id of its request, which is in the log too. */
  readonly isReferred?: true;
}

export const PLATFORM_STYLE = `
:root { color-scheme: light dark; font: 1.0625rem/1.6 ui-sans-serif, system-ui, sans-serif; }
body { min-height: 100vh; margin: 0; display: grid; place-items: center; background: light-dark(#faf8f4, #16181d); color: light-dark(#22252b, #e9e7e2); }
main { max-width: 34rem; padding: 2rem; border-top: 3px solid light-dark(#b4532a, #f0946a); }
h1 { font: 600 1.75rem/1.25 ui-serif, Georgia, serif; margin: 0 0 1rem; }
a { color: inherit; }
small { color: light-dark(#5c5f66, #b3b1ab); overflow-wrap: anywhere; }
`;

export const PLATFORM_PAGES = {
  notFound: {
    title: 'Page introuvable',
    sentences: ['Cette adresse ne mène à aucune page de ce site.'],
    links: [{ text: 'Revenir à l’accueil', href: '/' }],
  },
  gone: {
    title: 'Cette page n’existe plus',
    sentences: ['Elle a été retirée de ce site.'],
    links: [{ text: 'Revenir à l’accueil', href: '/' }],
  },
  noTheme: {
    title: 'Ce site arrive bientôt',
    sentences: ['Il n’a pas encore de thème publié.'],
  },
  offline: {
    title: 'Ce site est hors ligne',
    sentences: ['Il n’est pas accessible pour le moment. Revenez plus tard.'],
  },
  forbidden: {
    title: 'Ce site n’est pas accessible',
    sentences: ['Il a été mis hors ligne pour une raison légale.'],
  },
  unreadable: {
    title: 'Demande illisible',
    sentences: ['Cette demande ne dit pas clairement à quel site elle s’adresse.'],
  },
  headersTooLong: {
    title: 'Demande trop longue',
    sentences: [
      'Votre navigateur envoie trop d’informations avec cette demande, le plus souvent trop de cookies.',
      'Effacez les cookies de ce site, puis réessayez.',
    ],
  },
  unavailable: {
    title: 'Page momentanément indisponible',
    sentences: ['Cette page n’a pas pu être affichée. Réessayez dans un instant.'],
    isReferred: true,
  },
} as const satisfies Record<string, PlatformPage>;

/** A platform page under a nonce of its own. @param id that of the request, where there is one */
export function platformPage(
  page: PlatformPage,
  nonce = freshNonce(),
  id: string | null = null,
): { headers: Record<string, string>; body: string } {
  const headers = { ...pageHeaders(nonce), ...(id !== null && { [REQUEST_ID]: id }) };
  return { headers, body: renderPlatformPage(page, nonce, id) };
}

/**
 * Answers with a platform page before any route has seen the request. Text goes out in one piece with the headers, which costs a fifth less
 * than bytes; refusals under overload use this.
 */
export function endWithPlatformPage(
  response: ServerResponse,
  status: number,
  page: PlatformPage,
  headers: Readonly<Record<string, string>> = {},
): void {
  const { headers: own, body } = platformPage(page, undefined, requestIdOf(response.req));
  response.writeHead(status, { ...own, ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

export function sendPlatformPage(reply: FastifyReply, status: number, page: PlatformPage): FastifyReply {
  const { headers, body } = platformPage(page, undefined, reply.request.id);
  return reply.code(status).headers(headers).send(body);
}

/** The two parts of each page around its nonce, made once: a refusal must be cheap. */
const aroundNonce = new Map<PlatformPage, readonly [before: string, after: string]>();

/** Stands in place of the request's id, which has no character with a meaning in HTML (request-id.ts). */
const REFERENCE = '\0';

const referenceTo = (id: string): string => `<p><small>Référence : ${id}</small></p>`;

function renderPlatformPage(page: PlatformPage, nonce: string, id: string | null): string {
  let around = aroundNonce.get(page);
  if (!around) {
    around = [beforeNonce(page.title), afterNonce(contentOf(page))];
    aroundNonce.set(page, around);
  }
  const [before, after] = around;
  return before + nonce + (page.isReferred ? after.replace(REFERENCE, id === null ? '' : referenceTo(id)) : after);
}

interface PlatformDocument {
  /** In plain text. */
  readonly title: string;
  /** HTML of its main part. */
  readonly content: string;
  readonly nonce: string;
  /** A style sheet besides the common one. */
  readonly style: string;
  /** HTML of its head besides the common one. */
  readonly head?: string;
}

/** An HTML document in the look of the platform's pages. */
export const renderDocument = ({ title, content, nonce, style, head }: PlatformDocument): string =>
  beforeNonce(title, head) + nonce + afterNonce(content, style);

const beforeNonce = (title: string, head = '') => `<!DOCTYPE html>
<html lang="fr" ${PLATFORM_MARK}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
${head}<style nonce="`;

function contentOf({ title, sentences, links = [], isReferred }: PlatformPage): string {
  const paragraphs = sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`);
  const anchors = links.map(({ text, href }) => `<p><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></p>`);
  const reference = isReferred ? REFERENCE : '';
  return [`<h1>${escapeHtml(title)}</h1>`, ...paragraphs, ...anchors].join('\n') + reference;
}

const afterNonce = (content: string, style = '') => `">${PLATFORM_STYLE}${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
