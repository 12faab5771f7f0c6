import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The header in which a proxy of ours gives a request its id, and in which each answer has it. */
export const REQUEST_ID = 'X-Request-Id';

/** Which ids of a proxy are taken: they stand in logs and on pages. */
const WELL_FORMED = /^[A-Za-z0-9._:-]{1,64}$/;

/** The part of ids that names this process; ids must differ, and may be guessable. */
const PREFIX = `${randomBytes(6).toString('hex')}-`;
let count = 0;

const NAME = Symbol('request id');
type Named = IncomingMessage & { [NAME]?: string };

/** Gives a request its id before other code reads it (docs/decisions/request-ids.md). @param trustProxy whether a proxy of ours may have given one */
export function nameRequest(request: Named, trustProxy: boolean): void {
  const given = trustProxy ? request.headers['x-request-id'] : undefined;
  request[NAME] = typeof given === 'string' && WELL_FORMED.test(given) ? given : newId();
}

/** The id of a request; every caller gets the same. */
export function requestIdOf(request: Named): string {
  request[NAME] ??= newId();
  return request[NAME];
}

/** An id for bytes that were no request. */
export const newId = (): string => PREFIX + (++count).toString(36);
