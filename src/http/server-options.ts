import { LogController } from 'fastify';
import { requestIdOf } from './request-id.ts';

/** What both entrances share. */
export const COMMON_OPTIONS = {
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: requestIdOf,
  // A request on an open connection is still answered while the server drains.
  return503OnClosing: false,
} as const;
