import { z } from 'zod';
import { RefusalAnswer } from '../../contract/refusals.ts';
import { ERRORS, type ErrorCode } from '../../errors.ts';
import type { Opening } from '../edge.ts';
import { isOpenBeforeFactor, openingOf, type RouteDescription } from './api.ts';

type Json = Readonly<Record<string, unknown>>;

/** Fields of an operation besides those of OpenAPI. */
interface OperationExtras {
  /** Codes that the route can refuse with, in the order of the catalogue. */
  readonly 'x-refus': readonly ErrorCode[];
}

const ARTICLES: Readonly<Record<string, string>> = {
  themeId: 'Identifiant du thème',
  onglet: 'Onglet des paramètres',
  hote: 'Nom de domaine',
};

const DESCRIPTION = `API de gestion des sites et de leurs thèmes. Une clé (« Authorization: Bearer svc_… ») ouvre /api/themes, ses
fichiers, l’export et l’import ; les autres routes demandent la session d’un navigateur, et quelques-unes acceptent une clé à côté d’elle. « X-Service-Site-Cible » désigne le site par son
nom ou son identifiant ; sans lui, c’est le premier site du compte par ordre alphabétique. Un refus est
{"error": code, "message": phrase} : seul « error » se compare.`;

/**
 * The OpenAPI 3.1 document of the API. zod makes the JSON Schemas from the schemas that check the input. (`@fastify/swagger` reads Fastify's
 * route schemas, which these routes do not have, because the caller is checked before the body. `zod-openapi` would replace `z.toJSONSchema` only;
 * most of this file, the operations and their refusals, would remain.)
 * @param routes in the order of the document
 * @param version of the program
 */
export function openApiDocument(routes: readonly RouteDescription[], version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const operations = paths[route.path] ?? {};
    operations[route.method.toLowerCase()] = operationOf(route);
    paths[route.path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'vitrine', version, description: DESCRIPTION.replaceAll('\n', ' ') },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        cle: { type: 'http', scheme: 'bearer', description: 'Clé d’API, « svc_ » et 43 caractères.' },
        session: { type: 'apiKey', in: 'cookie', name: 'vitrine_session', description: 'Session d’un navigateur.' },
      },
    },
  };
}

/** Every code that a route can refuse with: its own, and those of its access and its input; in the order of the catalogue. */
export function refusalsOf(route: RouteDescription): ErrorCode[] {
  const { method, access, query, body, unread, refusals } = route;
  const isWrite = method !== 'GET';
  const all = new Set<ErrorCode>([
    ...refusals,
    ...refusalsOfAccess(route, isWrite),
    ...(query || body || unread ? (['invalid_input'] as const) : []),
    ...(access.kind === 'public' ? [] : [isWrite ? ('save_failed' as const) : ('load_failed' as const)]),
  ]);
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => all.has(code));
}

function refusalsOfAccess(route: RouteDescription, isWrite: boolean): ErrorCode[] {
  const { access } = route;
  if (access.kind === 'public') return [];
  const caller: ErrorCode[] = [
    ...(['unauthorized', 'indisponible'] as const),
    ...(isWrite ? (['origine_refusee'] as const) : []),
    ...(isOpenBeforeFactor(access) ? [] : (['second_facteur_exige'] as const)),
  ];
  if (access.kind === 'account') return caller;
  const isForSome = access.kind === 'site' && (access.owner ?? access.requests) === true;
  const isActive = access.kind === 'theme' ? access.scope === 'themes' : access.active;
  return [
    ...caller,
    ...(openingOf(route) === 'sessions' ? [] : (['trop_de_tentatives', 'portee_insuffisante'] as const)),
    'no_site',
    'site_interdit',
    ...(access.scope === 'themes' || isForSome ? (['role_insuffisant'] as const) : []),
    ...(isActive ? (['site_inactif', 'site_a_activer'] as const) : []),
    ...(access.kind === 'theme' ? (['introuvable'] as const) : []),
  ];
}

function operationOf(route: RouteDescription): Json & OperationExtras {
  const { summary, answers } = route;
  const body = route.body ?? route.unread?.schema;
  const types = route.unread?.types ?? ['application/json'];
  const refusals = refusalsOf(route);
  const refused = byStatus(refusals);
  const statuses = [...new Set([...Object.keys(answers), ...Object.keys(refused)])].map(Number);
  return {
    operationId: operationId(route),
    summary,
    tags: [route.path.split('/')[2] ?? ''],
    security: SECURITY[openingOf(route)],
    parameters: parametersOf(route),
    ...(body && {
      requestBody: {
        required: true,
        content: Object.fromEntries(types.map((type) => [type, { schema: schemaOf(body, 'input') }])),
      },
    }),
    responses: Object.fromEntries(statuses.map((status) => [status, responseOf(answers[status], refused[status])])),
    'x-refus': refusals,
  };
}

const operationId = ({ method, path }: RouteDescription): string =>
  [method.toLowerCase(), ...path.split('/').slice(2)].join('_').replace(/[^A-Za-z0-9_]/g, '');

/** The credentials of one object are needed together. */
const SECURITY: Readonly<Record<Opening, Json[]>> = {
  everybody: [],
  keys: [{ cle: [] }, { session: [] }],
  'keys-beside-session': [{ session: [] }, { cle: [], session: [] }],
  sessions: [{ session: [] }],
};

function parametersOf({ path, query, access }: RouteDescription): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: ARTICLES[name] ?? name,
    schema: { type: 'string' },
  }));
  const { properties = {}, required = [] } = query ? objectSchema(query) : {};
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  const designation = {
    name: 'X-Service-Site-Cible',
    in: 'header',
    required: false,
    description: 'Nom ou identifiant du site',
    schema: { type: 'string' },
  };
  return [...inPath, ...inQuery, ...(access.kind === 'site' || access.kind === 'theme' ? [designation] : [])];
}

const objectSchema = (schema: z.ZodType, io: 'input' | 'output' = 'input') =>
  schemaOf(schema, io) as { properties?: Record<string, Json>; required?: string[] };

/** A schema as JSON Schema. @param io whether it is read as input or given as output */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** The response of a status: an answer, refusals, or either of them, as the 503 of health. */
function responseOf(answer: z.ZodType | null | undefined, codes: readonly ErrorCode[] = []): Json {
  const schemas = [
    ...(answer ? [schemaOf(answer, 'output')] : []),
    ...(codes.length > 0 ? [refusalSchema(codes)] : []),
  ];
  const schema = schemas.length > 1 ? { anyOf: schemas } : schemas[0];
  return {
    description: [answer !== undefined && 'La requête a abouti.', codes.join(', ')].filter(Boolean).join(' Ou : '),
    ...(schema && { content: { 'application/json': { schema } } }),
  };
}

function byStatus(codes: readonly ErrorCode[]): Record<number, ErrorCode[]> {
  const grouped: Record<number, ErrorCode[]> = {};
  for (const code of codes) {
    const { status } = ERRORS[code];
    grouped[status] = [...(grouped[status] ?? []), code];
  }
  return grouped;
}

/** Fields that answers with a code have in addition (docs/errors.md). */
const ADDED: Partial<Record<ErrorCode, readonly string[]>> = {
  site_inactif: ['etat'],
  syntaxe: ['ligne', 'colonne'],
  lot_refuse: ['refus'],
};

function refusalSchema(codes: readonly ErrorCode[]): Json {
  const { message, ...more } = objectSchema(RefusalAnswer, 'output').properties ?? {};
  const added = codes.flatMap((code) => ADDED[code] ?? []).map((name) => [name, more[name]]);
  return {
    type: 'object',
    required: ['error'],
    properties: { error: { type: 'string', enum: codes }, message, ...Object.fromEntries(added) },
  };
}
