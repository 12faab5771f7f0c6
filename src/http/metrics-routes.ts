import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics/metrics.ts';

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/;
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** `GET /metrics`, for clients on the machine itself (docs/operations.md, Metrics); all others get a 404. */
export function metricsRoutes(app: FastifyInstance, { metrics }: { metrics: Metrics }): void {
  app.get('/metrics', async (request, reply) => {
    if (!isFromThisMachine(request)) return reply.callNotFound();
    return reply
      .type(metrics.contentType)
      .header('Cache-Control', 'no-store')
      .send(await metrics.text());
  });
}

/** A proxy on this machine connects from it too; its requests carry forwarding headers or another host name. */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  return (
    LOOPBACK_ADDRESS.test(raw.socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(headers.host ?? '') &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  );
}
