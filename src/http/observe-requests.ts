import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type RenderAttempt, sharedNow } from '../../sandbox/index.ts';
import type { EntranceName, RequestDurations } from '../metrics/request-durations.ts';
import type { AnsweredRequest, RequestTracer } from '../telemetry/answered-request.ts';
import { hostHeader } from './entrance.ts';
import { REQUEST_ID } from './request-id.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the other server of this program answers and counts it. */
    isHandedOver: boolean;
    /** Whether it is left out of the durations: its answer says nothing of how well the program works. */
    isUncounted: boolean;
    /** What a trace of it will tell; null where no traces are made. */
    traced: TracedRequest | null;
  }
}

interface TracedRequest {
  /** As `sharedNow` counts. */
  readonly began: number;
  /** Attempts of workers to render its page. */
  readonly attempts: RenderAttempt[];
  /** Outcome of its page; null when no theme was asked for one. */
  outcome: string | null;
}

/** Who is told of answered requests. */
export interface RequestObservers {
  readonly durations: RequestDurations;
  /** Null where no traces are made. */
  readonly tracer: RequestTracer | null;
  readonly trustProxy: boolean;
}

/** What the traces of one server have besides what every trace has. */
export type TraceDetails = (
  request: FastifyRequest,
  reply: FastifyReply,
  ended: number,
) => ReturnType<AnsweredRequest['details']>;

/** Addresses that programs ask every few seconds. */
const UNTRACED: ReadonlySet<string | undefined> = new Set(['/metrics', '/api/sante']);
const NOTHING_MORE: TraceDetails = () => ({ attributes: {}, stretches: [] });

/**
 * Names, counts and traces the requests that a server answers. To be called before the server gets other hooks. These hooks return no
 * promises, because every request passes them.
 */
export function observeRequests(
  app: FastifyInstance,
  entrance: EntranceName,
  { durations, tracer, trustProxy }: RequestObservers,
  detailsOf = NOTHING_MORE,
): void {
  app.decorateRequest('isHandedOver', false).decorateRequest('isUncounted', false).decorateRequest('traced', null);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (!request.isHandedOver && !request.isUncounted) durations.note(entrance, reply.statusCode, reply.elapsedTime);
    done();
  });
  if (!tracer) return;
  app.addHook('onRequest', (request, _reply, done) => {
    request.traced = { began: sharedNow(), attempts: [], outcome: null };
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { traced, method, url, headers, isHandedOver } = request;
    const route = request.routeOptions.url;
    if (traced && !isHandedOver && !UNTRACED.has(route)) {
      const { began } = traced;
      const ended = sharedNow();
      const host = hostHeader(request.raw, trustProxy);
      const details = () => detailsOf(request, reply, ended);
      tracer.note({ method, route, url, headers, host, status: reply.statusCode, began, ended, details });
    }
    done();
  });
}
