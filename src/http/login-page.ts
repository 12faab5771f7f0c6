import type { FastifyReply } from 'fastify';
import { HYDRATION_MARK, LOGIN_PATH } from '../health/marks.ts';
import type { LoginProps } from '../public-pages/login/props.ts';
import { sendWithForm } from './public-pages.ts';

/** What the login page shows. */
type LoginView = Pick<LoginProps, 'email' | 'next' | 'links'> &
  Partial<Pick<LoginProps, 'hasPasskeys'>> & { readonly alert?: string; readonly notice?: string };

/** Answers with the login page, which works without its script. */
export async function sendLoginPage(
  reply: FastifyReply,
  status: number,
  { email, next, hasPasskeys = false, links, alert = '', notice = '' }: LoginView,
): Promise<FastifyReply> {
  const props = { email, next, alert, notice, hasPasskeys, links, action: LOGIN_PATH, marks: { [HYDRATION_MARK]: '' } };
  return sendWithForm(reply, status, { title: 'Connexion', view: 'login', props });
}
