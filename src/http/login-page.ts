import type { FastifyReply } from 'fastify';
import { HYDRATION_MARK, LOGIN_PATH } from '../health/marks.ts';
import type { LoginProps } from '../public-pages/login/props.ts';
import { LOGIN_SCRIPT_PATH } from './login-script-routes.ts';
import { publicDocument } from './public-pages.ts';
import { freshNonce, pageHeaders } from './security.ts';

/** What the login page shows. */
type LoginView = Pick<LoginProps, 'email' | 'next' | 'links'> &
  Partial<Pick<LoginProps, 'hasPasskeys'>> & { readonly alert?: string; readonly notice?: string };

const TITLE = 'Connexion';

/** Answers with the login page. The page works without its script and is never cached, because it shows who is signed in. */
export async function sendLoginPage(
  reply: FastifyReply,
  status: number,
  { email, next, hasPasskeys = false, links, alert = '', notice = '' }: LoginView,
): Promise<FastifyReply> {
  const nonce = freshNonce();
  const title = alert === '' ? TITLE : `Erreur – ${TITLE}`;
  const props = { email, next, alert, notice, hasPasskeys, links, action: LOGIN_PATH, marks: { [HYDRATION_MARK]: '' } };
  const body = await publicDocument({ title, script: LOGIN_SCRIPT_PATH, view: 'login', props }, nonce);
  return reply
    .code(status)
    .headers({ ...pageHeaders(nonce), 'Cache-Control': 'no-store' })
    .send(body);
}
