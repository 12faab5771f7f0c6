import { z } from 'zod';
import { Api, type RouteDescription } from '../../src/http/api/api.ts';
import { apiRoutes } from '../../src/http/api/api-routes.ts';
import { refusalsOf, schemaOf } from '../../src/http/api/openapi.ts';
import type { Answer, Question } from './http.ts';

/** Longer answers are not read, UTF-16 code units. */
const READ_UNITS = 1_000_000;

interface Promised {
  readonly route: RouteDescription;
  readonly path: RegExp;
  /** By status: as `/openapi.json` has it, so that a field that it does not name is one too many. */
  readonly answers: ReadonlyMap<number, z.ZodType>;
}

let known: readonly Promised[] | undefined;

/** The routes of the API; none of them is served here, so that whatever they are given is enough. */
export function describedRoutes(): readonly RouteDescription[] {
  const anything: object = new Proxy(() => undefined, { get: () => anything });
  const api = new Api(anything as ConstructorParameters<typeof Api>[0]);
  apiRoutes(api, anything as Parameters<typeof apiRoutes>[1]);
  return api.routes;
}

/** The routes with what they promise. */
function promised(): readonly Promised[] {
  return describedRoutes().map((route) => ({
    route,
    path: new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`),
    answers: new Map(
      Object.entries(route.answers).flatMap(([status, schema]) =>
        schema ? [[Number(status), z.fromJSONSchema(schemaOf(schema, 'output'))] as const] : [],
      ),
    ),
  }));
}

/** @throws Error when an answer of the API is not what its route promises in `/openapi.json` */
export function assertPromised(
  { method = 'GET', path = '/' }: Partial<Question>,
  { status, headers, text }: Answer,
): void {
  if (!path.startsWith('/api/') || text.length > READ_UNITS) return;
  if (!headers['content-type']?.startsWith('application/json')) return;
  known ??= promised();
  const [plain = ''] = path.split('?');
  const found = known.find(({ route, path }) => route.method === method && path.test(plain));
  const schema = found?.answers.get(status);
  if (!found) return;
  const told = JSON.parse(text);
  const wrong =
    schema && !('error' in told)
      ? schema.safeParse(told).error
      : refusalsOf(found.route).includes(told.error)
        ? undefined
        : new Error('no such refusal');
  if (wrong) throw new Error(`${method} ${path} ${status}: ${wrong.message}\n${text}`);
}
