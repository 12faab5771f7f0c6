import type { FastifyReply } from 'fastify';
import type { SecondStepProps } from '../public-pages/second/props.ts';
import { sendWithForm } from './public-pages.ts';

/** Where the second step of a sign-in is. */
export const SECOND_STEP_PATH = '/connexion/second';

/** What the page shows. */
export type SecondStepView = Omit<SecondStepProps, 'action' | 'alert'> & { readonly alert?: string };

/** Answers with the page of the second step. Codes work there without a script. */
export async function sendSecondStepPage(
  reply: FastifyReply,
  status: number,
  { alert = '', ...view }: SecondStepView,
): Promise<FastifyReply> {
  const props = { ...view, alert, action: SECOND_STEP_PATH };
  return sendWithForm(reply, status, { title: 'Confirmez que c’est vous', view: 'second', props });
}
