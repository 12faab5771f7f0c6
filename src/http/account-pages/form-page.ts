import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, Refusal } from '../../errors.ts';
import type { FormPageProps } from '../../public-pages/form/props.ts';
import { momentaryRefusalFor, RETRY_AFTER_SECONDS } from '../momentary-refusal.ts';
import type { PublicAddress } from '../public-address.ts';
import { sendWithForm } from '../public-pages.ts';
import { seeOther } from '../see-other.ts';

/** What such a page shows; what is left out it has not. */
export type FormView = Pick<FormPageProps, 'title'> & Partial<FormPageProps>;

/** No page that one goes on to, and no proxy's log of such pages, gets the secret of a link that stands in this page's address. */
const NO_REFERRER = { 'Referrer-Policy': 'no-referrer' } as const;
const WITH_SECRET = /[?&](?:jeton|invitation)=/;

/** Answers with a page with a form. */
export async function sendFormPage(reply: FastifyReply, status: number, view: FormView): Promise<FastifyReply> {
  const props = { alert: '', sentences: [], form: null, links: [], ...view };
  const headers = WITH_SECRET.test(reply.request.url) ? NO_REFERRER : {};
  return sendWithForm(reply, status, { title: props.title, view: 'form', props }, headers);
}

/** `seeOther` from a page whose address may have the secret of a link. */
export const seeOtherWithoutReferrer = (reply: FastifyReply, address: string): FastifyReply =>
  seeOther(reply.headers(NO_REFERRER), address);

/** Words for people by refusal code; a code that is left out has the words of the catalogue. */
export type Sentences = Partial<Readonly<Record<ErrorCode, string>>>;

const COMMON: Sentences = {
  origine_refusee: 'Cette demande ne vient pas d’une page de ce service. Recommencez ici.',
  mot_de_passe_incorrect: 'Le mot de passe est incorrect.',
  trop_de_tentatives: 'Trop de demandes sont venues d’ici. Réessayez dans une heure.',
  lien_invalide: 'Ce lien a déjà servi, ou il est trop ancien.',
};
const UNAVAILABLE = 'Ceci n’est pas possible sur cette installation.';

/** An error as a page says it. @throws the error when it is no refusal */
export function refusalFor(reply: FastifyReply, error: unknown, sentences: Sentences = {}): Told {
  const momentary = momentaryRefusalFor(error);
  const refusal = momentary ?? error;
  if (!(refusal instanceof Refusal)) throw error;
  if (momentary) reply.header('Retry-After', RETRY_AFTER_SECONDS);
  const alert =
    sentences[refusal.code] ?? COMMON[refusal.code] ?? refusal.details.message ?? refusal.body.message ?? UNAVAILABLE;
  return { code: refusal.code, status: refusal.status, alert };
}

export interface Told {
  readonly code: ErrorCode;
  readonly status: number;
  readonly alert: string;
}

/**
 * Whether a form may come from one of our pages. Under `no-referrer` browsers call their origin null, and say whose page it was only where they speak
 * https, or with this machine. A form of such a page has the secret of a link, which other pages do not know.
 * @param secret that the form has brought; null where its page has none
 * @throws Refusal `origine_refusee`
 */
export function assertOwnForm(request: FastifyRequest, publicAddress: PublicAddress, secret: string | null): void {
  const { origin, 'sec-fetch-site': relation } = request.headers;
  if (secret && origin === 'null' && relation === undefined) return;
  publicAddress.assertSameOrigin(request.raw, 'refused');
}
