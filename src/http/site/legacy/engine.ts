import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Pool } from 'undici';
import { ConcurrencyLimit } from '../../../../concurrency/concurrency-limit.ts';
import type { SiteState } from '../../../storage/public-sites.ts';
import { onceOver } from '../../answer-end.ts';
import { PLATFORM_PAGES, sendPlatformPage } from '../../platform-page.ts';
import type { PublicAddress } from '../../public-address.ts';
import { announcedBytes } from '../../unread-body.ts';
import { sendUnavailable } from '../unavailable.ts';
import { namesOf } from '../visited.ts';
import { forwardedHeaders, returnedHeaders } from './headers.ts';

/** Requests under way, of one site and in all: there are as many connections, so that no request waits for one. */
const UNDER_WAY_PER_SITE = 64;
const UNDER_WAY_IN_ALL = 256;

/** Deadlines of the parts of a request, milliseconds. */
export interface LegacyDeadlines {
  readonly connect: number;
  /** From the end of the request to the end of the answer's head. */
  readonly headers: number;
  /** Between two pieces of the answer's body. */
  readonly body: number;
  /** For the whole request, including the time that a slow visitor takes. */
  readonly whole: number;
}

const DEADLINES: LegacyDeadlines = { connect: 2_000, headers: 10_000, body: 10_000, whole: 120_000 };

interface LegacyEngineOptions {
  /** Origin of its server. */
  readonly url: string;
  readonly publicAddress: PublicAddress;
  readonly deadlines?: LegacyDeadlines;
}

/**
 * The older engine, which renders the sites that no theme can (docs/operations.md, The older engine). `@fastify/reply-from` refuses
 * addresses with `..`, rewrites others, and passes on headers that concern one connection only.
 */
export class LegacyEngine {
  readonly #origin: string;
  readonly #publicAddress: PublicAddress;
  readonly #deadlines: LegacyDeadlines;
  readonly #pool: Pool;
  readonly #underWay = new ConcurrencyLimit(UNDER_WAY_PER_SITE, UNDER_WAY_IN_ALL);

  constructor({ url, publicAddress, deadlines = DEADLINES }: LegacyEngineOptions) {
    this.#origin = url;
    this.#publicAddress = publicAddress;
    this.#deadlines = deadlines;
    this.#pool = new Pool(url, {
      connections: UNDER_WAY_IN_ALL,
      pipelining: 1,
      allowH2: false,
      connect: { timeout: deadlines.connect },
      headersTimeout: deadlines.headers,
      bodyTimeout: deadlines.body,
    });
  }

  /** Passes a request of a site on and its answer back, both as streams; answers a 503 page when no answer comes. */
  async answer(request: FastifyRequest, reply: FastifyReply, state: SiteState): Promise<FastifyReply> {
    const { raw } = request;
    // `OPTIONS *`, and addresses with a host of their own.
    if (!raw.url?.startsWith('/')) return sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
    if (!this.#underWay.admit(state.site_id)) return sendUnavailable(reply);

    const end = new AbortController();
    const late = setTimeout(() => end.abort(), this.#deadlines.whole);
    onceOver(reply.raw, () => {
      clearTimeout(late);
      end.abort();
      this.#underWay.leave(state.site_id);
      // The older engine may answer before it has read the body: the rest is read here, because the connection's next request comes after it.
      raw.resume();
    });

    const hasBody = raw.method !== 'GET' && raw.method !== 'HEAD' && announcedBytes(raw, 1) > 0;
    try {
      const { statusCode, headers, body } = await this.#pool.request({
        path: raw.url,
        method: raw.method as 'GET',
        headers: forwardedHeaders(raw.headers, {
          forwarding: { ...this.#publicAddress.forwarding(raw), 'x-request-id': request.id },
          hasBody,
        }),
        body: hasBody ? bodyOf(raw) : null,
        signal: end.signal,
      });
      return reply
        .code(statusCode)
        .headers(returnedHeaders(headers, { origin: this.#origin, state }))
        .send(body);
    } catch (error) {
      if (!reply.raw.destroyed)
        request.log.warn({ ...namesOf(request), err: error }, 'the older engine did not answer');
      return sendUnavailable(reply);
    }
  }

  /** Ends its connections, those under way too. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

/** The body of a request as a stream of its own: destroying the request would end its connection before the answer. */
const bodyOf = (request: IncomingMessage): Readable => request.pipe(new PassThrough());
