import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isRecord } from '../text/json.ts';

/** The type of a form without files. `@fastify/formbody` makes a list of fields with the same name; the routes here need texts. */
const FORM = 'application/x-www-form-urlencoded';

/** Longest body of a form of the platform, bytes. */
export const FORM_BYTES = 16 * 1024;

/** Routes of `scope` read forms, as objects of texts; the last of several fields of one name counts. */
export function parseForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

/** Whether a request brings a form. */
export const isForm = ({ headers }: FastifyRequest): boolean =>
  (headers['content-type'] ?? '').toLowerCase().startsWith(FORM);

/** A field of a form or of an address, as text. */
export const textOf = (of: unknown, name: string): string | undefined => {
  const value = isRecord(of) ? of[name] : undefined;
  return typeof value === 'string' ? value : undefined;
};
