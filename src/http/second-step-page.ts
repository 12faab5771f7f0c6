import type { FastifyReply } from 'fastify';
import type { SecondStepProps } from '../public-pages/second/props.ts';
import { LOGIN_SCRIPT_PATH } from './login-script-routes.ts';
import { publicDocument } from './public-pages.ts';
import { freshNonce, pageHeaders } from './security.ts';

/** Where the second step of a sign-in is. */
export const SECOND_STEP_PATH = '/connexion/second';

/** What the page shows. */
export type SecondStepView = Omit<SecondStepProps, 'action' | 'alert'> & { readonly alert?: string };

const TITLE = 'Confirmez que c’est vous';

/** Answers with the page of the second step. Codes work there without a script; nothing caches the page, because it tells what an account has. */
export async function sendSecondStepPage(
  reply: FastifyReply,
  status: number,
  { alert = '', ...view }: SecondStepView,
): Promise<FastifyReply> {
  const nonce = freshNonce();
  const title = alert === '' ? TITLE : `Erreur – ${TITLE}`;
  const props = { ...view, alert, action: SECOND_STEP_PATH };
  const body = await publicDocument({ title, script: LOGIN_SCRIPT_PATH, view: 'second', props }, nonce);
  return reply
    .code(status)
    .headers({ ...pageHeaders(nonce), 'Cache-Control': 'no-store' })
    .send(body);
}
