import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnsweredRequest } from '../../../src/telemetry/answered-request.ts';
import { startTracing } from '../../../src/telemetry/tracing.ts';
import { freshDatabase } from '../../support/database.ts';
import { startTestProgram } from '../../support/program.ts';
import { createPublicSite, type PublicSite } from '../../support/public-site.ts';
import { startReadyServer } from '../../support/server-process.ts';
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '../../support/trace-collector.ts';
import { until } from '../../support/until.ts';

/** A trace that another program has begun and keeps. */
const PARENT = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const TRACEPARENT = { traceparent: `00-${PARENT.traceId}-${PARENT.spanId}-01` };
const STEPS = ['queue', 'to_worker', 'render', 'encode', 'from_worker'];
/** What no trace may have. */
const SECRET = 'code=ouvre-toi';
const SERVER_KIND = 2;
/** So many that a worker has the theme at last. */
const VISITS = 5;

const REQUEST: AnsweredRequest = {
  ...{ method: 'GET', route: '/*', url: '/', host: 'site.localhost', headers: {}, status: 200, began: 1, ended: 2 },
  details: () => ({ attributes: {}, stretches: [] }),
};

afterEach(() => vi.unstubAllEnvs());

/** Runs the program with these variables while `use` does, and stops it. */
async function whileTracing(
  collector: TraceCollector,
  { variables, trustProxy = false }: { readonly variables: Record<string, string>; readonly trustProxy?: boolean },
  use: (site: PublicSite) => Promise<unknown>,
): Promise<PublicSite> {
  // As for a process of its own: the SDK reads its variables itself.
  const OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
  for (const [name, value] of Object.entries({ OTEL_EXPORTER_OTLP_ENDPOINT, ...variables })) vi.stubEnv(name, value);
  const vitrine = await startTestProgram({ OTEL_EXPORTER_OTLP_ENDPOINT, TRUST_PROXY: String(trustProxy) });
  try {
    const site = await createPublicSite(vitrine);
    await use(site);
    return site;
  } finally {
    await vitrine.close();
  }
}

describe('traces of a program that keeps all of them', () => {
  let collector: TraceCollector;
  let site: PublicSite;
  const rootsOf = (name: string) => collector.spans.filter((span) => span.name === name && !span.parentSpanId);
  const childrenOf = ({ spanId }: CollectedSpan) =>
    collector.spans
      .filter(({ parentSpanId }) => parentSpanId === spanId)
      .toSorted((one, other) => Number(one.began - other.began));

  beforeAll(async () => {
    collector = await startTraceCollector();
    site = await whileTracing(
      collector,
      { variables: { OTEL_TRACES_SAMPLER: 'always_on' } },
      async ({ visit, manage, write }) => {
        await write('sections/texte.liquid', 'bonsoir');
        for (let visits = 1; visits < VISITS; visits++) await visit('/');
        await visit(`/?${SECRET}`, { ...TRACEPARENT, cookie: SECRET, authorization: SECRET });
        await visit('/absente');
        await manage('GET', `/api/themes?${SECRET}`);
      },
    );
  });
  afterAll(() => collector.close());

  it('tell the way of each page', () => {
    const pages = rootsOf('GET /*');
    const told = pages.map(({ attributes }) => `${attributes['url.path']} ${attributes['http.response.status_code']}`);
    expect(told).toEqual([...Array(VISITS).fill('/ 200'), '/absente 404']);
    const [cold] = pages;
    // The second has another worker than the first, for it is quick, and a cold one.
    const warm = pages.find(({ attributes }) => attributes['vitrine.cold_start'] === false);
    if (!cold || !warm) throw new Error('no page was cold, or none was warm');
    expect(warm).toMatchObject({ kind: SERVER_KIND, resource: { 'service.name': 'vitrine' } });
    expect(warm.attributes).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/*',
      'server.address': site.host,
      'vitrine.site.id': site.siteId,
      'vitrine.theme.id': site.themeId,
      'vitrine.outcome': 'page',
      'vitrine.queue': 'fast',
      'vitrine.from_memory': false,
    });
    expect(cold.attributes).toMatchObject({ 'vitrine.queue': 'slow', 'vitrine.cold_start': true });
    for (const page of [cold, warm]) {
      const children = childrenOf(page);
      const names = children.map(({ name }) => name);
      expect(names.slice(0, 2)).toEqual(['lookup', 'read']);
      expect(names.slice(-STEPS.length - 1)).toEqual([...STEPS, 'write']);
      for (const child of children) {
        expect(child.traceId).toBe(page.traceId);
        expect(child.began >= page.began && child.began <= child.ended && child.ended <= page.ended).toBe(true);
      }
    }
  });

  it('tell the route of a request to the API', () => {
    const [written] = rootsOf('PUT /api/themes/:themeId/fichiers');
    expect(written?.attributes).toMatchObject({ 'http.response.status_code': 200, 'http.request.method': 'PUT' });
    expect(rootsOf('GET /api/themes')).toHaveLength(1);
  });

  it('have no secrets, and do not believe what a visitor says of them', () => {
    expect(collector.bodies.join('')).not.toContain(SECRET);
    expect(collector.bodies.join('')).not.toContain(site.key);
    expect(collector.bodies.join('')).not.toContain(PARENT.traceId);
  });
});

it('a trace that a trusted proxy has begun goes on', async () => {
  const collector = await startTraceCollector();
  const variables = { OTEL_TRACES_SAMPLER: 'parentbased_always_off' };
  await whileTracing(collector, { variables, trustProxy: true }, async ({ visit }) => {
    await visit('/');
    await visit('/', TRACEPARENT);
  });
  const roots = collector.spans.filter(({ kind }) => kind === SERVER_KIND);
  expect(roots).toMatchObject([{ traceId: PARENT.traceId, parentSpanId: PARENT.spanId }]);
  await collector.close();
});

it('a collector that never answers keeps neither pages nor the end of the program waiting', async () => {
  const collector = await startTraceCollector(null);
  // Longer than the test may take.
  const variables = {
    OTEL_TRACES_SAMPLER: 'always_on',
    OTEL_EXPORTER_OTLP_TIMEOUT: '600000',
    OTEL_BSP_EXPORT_TIMEOUT: '600000',
    OTEL_BSP_SCHEDULE_DELAY: '1',
  };
  await whileTracing(collector, { variables }, async ({ visit }) => {
    for (let visits = 0; visits < 10 || collector.bodies.length === 0; visits++)
      expect((await visit('/')).status).toBe(200);
  });
  await collector.close();
});

it('a collector that takes nothing is a line in the log, and another one when it is back', async () => {
  const collector = await startTraceCollector(400);
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  vi.stubEnv('OTEL_TRACES_SAMPLER', 'always_on');
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '1');
  const lines: string[] = [];
  const log = { warn: (_details: object, line: string) => lines.push(line) };
  const tracing = startTracing({ instance: '0', trustProxy: false, log });
  const send = async () => {
    const before = collector.bodies.length;
    tracing.note(REQUEST);
    await until('the collector has another body', () => expect(collector.bodies.length).toBeGreaterThan(before));
  };
  for (let refused = 0; refused < 3; refused++) await send();
  await until('the log has a line', () => expect(lines.length).toBeGreaterThan(0));
  collector.answerWith(200);
  await send();
  await tracing.close();
  expect(lines).toEqual(['traces do not reach their collector', 'traces reach their collector again']);
  await collector.close();
});

/** Prints the addresses of modules of OpenTelemetry that a process loads. */
const TELL_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    if (url.includes('/@opentelemetry/')) process.stderr.write(url + '\\n');
    return next(url, context);
  } });
`)}`;

it('nothing of it is loaded without an endpoint', async () => {
  const url = await freshDatabase();
  const vitrine = await startReadyServer({
    DATABASE_URL: url,
    SERVICE_DATABASE_URL: url,
    NODE_OPTIONS: `--import=${TELL_MODULES}`,
  });
  const loaded = vitrine.output().match(/\/@opentelemetry\/[\w-]+/g);
  expect(await vitrine.end('SIGTERM')).toBe(0);
  // The types of `prom-client` bring this one; it has no SDK.
  expect(new Set(loaded)).toEqual(new Set(['/@opentelemetry/api']));
});
