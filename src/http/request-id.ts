import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The header by which a proxy of ours names a request, and by which each answer says its name. */
export const REQUEST_ID = 'X-Request-Id';

/** What a name of a proxy's is taken as: it stands in logs and on pages. */
const WELL_FORMED = /^[A-Za-z0-9._:-]{1,64}$/;

/** Of this process; names need not be unguessable, only different. */
const PREFIX = `${randomBytes(6).toString('hex')}-`;
let count = 0;

const NAME = Symbol('request id');
type Named = IncomingMessage & { [NAME]?: string };

/** Gives a request its name, before anything else reads it. @param trustProxy whether a proxy of ours may have named it */
export function nameRequest(request: Named, trustProxy: boolean): void {
  const given = trustProxy ? request.headers['x-request-id'] : undefined;
  request[NAME] = typeof given === 'string' && WELL_FORMED.test(given) ? given : newId();
}

/** The name of a request, the same for all that ask. */
export function requestIdOf(request: Named): string {
  request[NAME] ??= newId();
  return request[NAME];
}

/** A name for what was never a request. */
export const newId = (): string => PREFIX + (++count).toString(36);
