import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as OTLP's JSON has it, with its attributes by name and its times in nanoseconds. */
export interface CollectedSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly began: bigint;
  readonly ended: bigint;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
}

/** What traces are sent to: a receiver of OTLP over HTTP. */
export interface TraceCollector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Bodies as they came. */
  readonly bodies: readonly string[];
  /** Has the next spans answered with this status. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

type Json = Record<string, unknown> & {
  readonly [list in 'resourceSpans' | 'scopeSpans' | 'spans']: readonly Json[];
} & { readonly resource: Attributed } & Attributed;

interface Attributed {
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

/** @param status what it answers; null when it never does */
export async function startTraceCollector(status: number | null = 200): Promise<TraceCollector> {
  let answer = status;
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    if (request.url !== '/v1/traces' || answer === null) return;
    if (answer === 200) spans.push(...spansIn(JSON.parse(body)));
    response.writeHead(answer, { 'Content-Type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    answerWith: (next) => {
      answer = next;
    },
    close: async () => {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
    },
  };
}

const spansIn = ({ resourceSpans }: Json): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans.map((span) => spanOf(span, resource))),
  );

const spanOf = (span: Json, resource: Attributed): CollectedSpan => ({
  name: String(span.name),
  kind: Number(span.kind),
  traceId: String(span.traceId),
  spanId: String(span.spanId),
  parentSpanId: span.parentSpanId ? String(span.parentSpanId) : undefined,
  began: BigInt(String(span.startTimeUnixNano)),
  ended: BigInt(String(span.endTimeUnixNano)),
  attributes: attributesOf(span),
  resource: attributesOf(resource),
});

const attributesOf = ({ attributes }: Attributed): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
