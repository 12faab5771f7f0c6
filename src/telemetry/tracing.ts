import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { AnsweredRequest, RequestTracer } from './answered-request.ts';
import { reported } from './reported-exporter.ts';

/** Share of the requests whose trace is kept where `OTEL_TRACES_SAMPLER` says nothing. */
const KEPT_SHARE = 0.01;
/** How long the last spans may take when the program stops, milliseconds. */
const FLUSH_MS = 1_500;
/** Longest path and host that a span has, UTF-16 code units. */
const TEXT_UNITS = 512;

const FAILED_STATUS = 500;
/** The port at the end of a host. */
const PORT = /:\d*$/;

export interface TracingOptions {
  /** Tells this instance from others on the machine. */
  readonly instance: string;
  /** Whether the header `traceparent` of a request is heeded. */
  readonly trustProxy: boolean;
  readonly log: { warn(details: object, message: string): void };
}

export interface Tracing extends RequestTracer {
  /** Sends the spans that wait, and ends. */
  close(): Promise<void>;
}

/**
 * Starts OpenTelemetry's SDK. Its variables (`OTEL_EXPORTER_OTLP_*`, `OTEL_TRACES_SAMPLER`, `OTEL_BSP_*`, `OTEL_RESOURCE_ATTRIBUTES` …) hold as its
 * documentation says. Nothing of it is global, and spans that the collector does not take are dropped: 2,048 wait at most.
 */
export function startTracing({ instance, trustProxy, log }: TracingOptions): Tracing {
  const exporter = reported(new OTLPTraceExporter(), log);
  const provider = new BasicTracerProvider({
    resource: resourceOf(instance),
    spanProcessors: [new BatchSpanProcessor(exporter)],
    ...(process.env.OTEL_TRACES_SAMPLER ? {} : { sampler: fewOf(KEPT_SHARE) }),
  });
  const tracer = provider.getTracer('vitrine');
  const propagator = new W3CTraceContextPropagator();
  const parentOf = ({ headers }: AnsweredRequest) =>
    trustProxy ? propagator.extract(ROOT_CONTEXT, headers, FROM_HEADERS) : ROOT_CONTEXT;
  return {
    note: (request) => writeTrace(tracer, parentOf(request), request),
    close: async () => {
      // The exporter has logged what it could not send.
      const ended = provider.shutdown().catch(() => undefined);
      await Promise.race([ended, sleep(FLUSH_MS)]);
    },
  };
}

const FROM_HEADERS = {
  get: (headers: AnsweredRequest['headers'], name: string) => headers[name],
  keys: (headers: AnsweredRequest['headers']) => Object.keys(headers),
};

/** Which requests are traced: a share of them, and those that belong to a kept trace of another program. */
const fewOf = (share: number): Sampler => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) });

function resourceOf(instance: string) {
  const own = { 'service.name': 'vitrine', 'service.instance.id': `${hostname()}:${instance}` };
  return defaultResource()
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [envDetector] }));
}

/** Makes a span of the request and one for each step below it; for a trace that is not kept it does nothing. */
function writeTrace(tracer: Tracer, parent: Context, request: AnsweredRequest): void {
  const { method, route, url, host, status, began, ended, details } = request;
  // All spans get the same difference between the clocks, so that no step begins before its request.
  const epoch = Date.now() - ended;
  const name = route === undefined ? method : `${method} ${route}`;
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, startTime: epoch + began }, parent);
  if (!span.isRecording()) return;
  const { attributes, stretches } = details();
  span.setAttributes({
    'http.request.method': method,
    'url.path': shortened(url.split('?', 1)[0] ?? ''),
    'server.address': shortened(host.replace(PORT, '')),
    'http.response.status_code': status,
    ...(route !== undefined && { 'http.route': route }),
    ...attributes,
  });
  if (status >= FAILED_STATUS) span.setStatus({ code: SpanStatusCode.ERROR });
  const within = trace.setSpan(ROOT_CONTEXT, span);
  for (const { name, began, ended, attributes = {} } of stretches) {
    tracer.startSpan(name, { startTime: epoch + began, attributes }, within).end(epoch + ended);
  }
  span.end(epoch + ended);
}

const shortened = (text: string): string => text.slice(0, TEXT_UNITS);
