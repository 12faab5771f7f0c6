import type { FastifyReply } from 'fastify';
import { PLATFORM_MARK } from '../health/marks.ts';
import type { DrawPublic, PublicViewProps } from '../public-pages/props.ts';
import { drawer, styleOf } from './drawing.ts';
import { tagOf } from './entity-tags.ts';
import { FORM_STYLE } from './form-style.ts';
import { LOGIN_SCRIPT_PATH } from './login-script-routes.ts';
import { PLATFORM_STYLE } from './platform-page.ts';
import { freshNonce, pageHeaders } from './security.ts';
import { TITLE_FACES } from './title-faces.ts';

/** A page for everybody, which a component draws (docs/decisions/pages.md). */
export type PublicPage = PublicViewProps & {
  /** In plain text. */
  readonly title: string;
  /** What search engines show. */
  readonly description?: string;
  /** Address of its script. */
  readonly script?: string;
};

const ROOT = 'public-pages/';

/** What a page has before its own style sheet. */
const FIRST_STYLES = {
  catalogue: TITLE_FACES,
  welcome: TITLE_FACES,
  login: FORM_STYLE,
  second: FORM_STYLE,
  form: FORM_STYLE,
};

/** Draws the document of a page; the first page after the start of the program has to wait until what draws is made. */
async function publicDocument(page: PublicPage, nonce: string): Promise<string> {
  const { title, description = null, script = null, view } = page;
  const [{ draw }, sheet] = await Promise.all([
    drawer<DrawPublic>(`${ROOT}server.tsx`),
    styleOf(`${ROOT}${view}/page.css`),
  ]);
  const style = PLATFORM_STYLE + FIRST_STYLES[view] + sheet;
  return draw({ title, description, nonce, style, script, marks: { [PLATFORM_MARK]: '' } }, page);
}

/**
 * Answers with a page with a form. Nothing caches the page, because it shows who is signed in, or what somebody has typed.
 * @param page its `alert` says what went wrong; the title tells that something did
 * @param headers take the place of those that pages have
 */
export async function sendWithForm(
  reply: FastifyReply,
  status: number,
  page: PublicPage & { readonly props: { readonly alert: string } },
  headers: Readonly<Record<string, string>> = {},
): Promise<FastifyReply> {
  const nonce = freshNonce();
  const title = page.props.alert === '' ? page.title : `Erreur – ${page.title}`;
  const document = await publicDocument({ ...page, title, script: LOGIN_SCRIPT_PATH }, nonce);
  return reply
    .code(status)
    .headers({ ...pageHeaders(nonce), 'Cache-Control': 'no-store', ...headers })
    .send(document);
}

/** A document that many requests get, each under a nonce of its own. */
export interface DrawnDocument {
  readonly etag: string;
  readonly under: (nonce: string) => string;
}

/** Stands for the nonce while a document is drawn that is kept. No text has it, because nobody knows it. */
const ANY_NONCE = freshNonce();

/** Draws a document to be kept. */
export async function drawnDocument(page: PublicPage): Promise<DrawnDocument> {
  const parts = (await publicDocument(page, ANY_NONCE)).split(ANY_NONCE);
  return { etag: tagOf(...parts), under: (nonce) => parts.join(nonce) };
}
