import { createHash } from 'node:crypto';
import type { Answer } from './http.ts';
import type { TestProgram } from './program.ts';

/** What a form of the page is sent as. */
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const setCookie = ({ headers }: Answer): string => headers['set-cookie']?.[0] ?? '';

/** The cookie of this name that an answer sets, as the `Cookie` header has it; the empty string without it. */
export const cookieNamed = ({ headers }: Answer, name: string): string =>
  (headers['set-cookie'] ?? []).find((cookie) => cookie.startsWith(`${name}=`))?.split(';')[0] ?? '';

/** Requests of the login page's own origin. @param program to which they go when no other is named */
export function loginRequests(program: () => TestProgram) {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}, at = program()) =>
    at.ask({ method: 'POST', path, body, headers: { 'sec-fetch-site': 'same-origin', ...headers } });
  const logIn = (body: unknown, headers: Record<string, string> = {}, at = program()) =>
    post('/connexion', body, headers, at);
  const logInByForm = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    logIn(new URLSearchParams(fields).toString(), { ...FORM, ...headers });
  return { post, logIn, logInByForm };
}
