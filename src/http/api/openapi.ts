import { z } from 'zod';
import { ERRORS, type ErrorCode } from '../../errors.ts';
import { type Access, isOpenToKeys, type RouteDescription, refusesKeys } from './api.ts';

type Json = Readonly<Record<string, unknown>>;

/** Fields of an operation besides those of OpenAPI. */
interface OperationExtras {
  /** Codes that the route can refuse with, in the order of the catalogue. */
  readonly 'x-refus': readonly ErrorCode[];
}

const ARTICLES: Readonly<Record<string, string>> = {
  themeId: 'Identifiant du thème',
  onglet: 'Onglet des paramètres',
};

const DESCRIPTION = `API de gestion des sites et de leurs thèmes. Une clé (« Authorization: Bearer svc_… ») ouvre /api/themes, ses
fichiers, l’export et l’import ; les autres routes demandent la session d’un navigateur. « X-Service-Site-Cible » désigne le site par son
nom ou son identifiant ; sans lui, c’est le premier site du compte par ordre alphabétique. Un refus est
{"error": code, "message": phrase} : seul « error » se compare.`;

/**
 * The OpenAPI 3.1 document of the API. zod makes the JSON Schemas from the schemas that check the input. (`@fastify/swagger` reads Fastify's
 * route schemas, which these routes cannot have: a caller is checked before the body. `zod-openapi` does what `z.toJSONSchema` does; the
 * operations and their refusals, which are most of this file, would remain.)
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
export function refusalsOf({ method, access, query, body, unread, refusals }: RouteDescription): ErrorCode[] {
  const isWrite = method !== 'GET';
  const all = new Set<ErrorCode>([
    ...refusals,
    ...refusalsOfAccess(access, isWrite),
    ...(query || body || unread ? (['invalid_input'] as const) : []),
    ...(access.kind === 'public' ? [] : [isWrite ? ('save_failed' as const) : ('load_failed' as const)]),
  ]);
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => all.has(code));
}

function refusalsOfAccess(access: Access, isWrite: boolean): ErrorCode[] {
  if (access.kind === 'public') return [];
  const caller: ErrorCode[] = ['unauthorized', 'indisponible', ...(isWrite ? (['origine_refusee'] as const) : [])];
  if (access.kind === 'account') return caller;
  const isActive = access.kind === 'theme' ? access.scope === 'themes' : access.active;
  return [
    ...caller,
    ...(refusesKeys(access) ? [] : (['trop_de_tentatives', 'portee_insuffisante'] as const)),
    'no_site',
    'site_interdit',
    ...(access.scope === 'themes' ? (['role_insuffisant'] as const) : []),
    ...(isActive ? (['site_inactif', 'site_a_activer'] as const) : []),
    ...(access.kind === 'theme' ? (['introuvable'] as const) : []),
  ];
}

function operationOf(route: RouteDescription): Json & OperationExtras {
  const { summary, answers } = route;
  const body = route.body ?? route.unread?.schema;
  const refusals = refusalsOf(route);
  const responses = [
    ...Object.entries(answers).map(([status, schema]) => [status, answerOf(schema)] as const),
    ...Object.entries(byStatus(refusals)).map(([status, codes]) => [status, refusalAnswer(codes)] as const),
  ];
  return {
    operationId: operationId(route),
    summary,
    tags: [route.path.split('/')[2] ?? ''],
    security: securityOf(route),
    parameters: parametersOf(route),
    ...(body && { requestBody: { required: true, content: jsonOf(body, 'input') } }),
    // A status that a normal answer has too, such as the 503 of health, is described as that answer.
    responses: Object.fromEntries(responses.toReversed()),
    'x-refus': refusals,
  };
}

const operationId = ({ method, path }: RouteDescription): string =>
  [method.toLowerCase(), ...path.split('/').slice(2)].join('_').replace(/[^A-Za-z0-9_]/g, '');

function securityOf(route: RouteDescription): Json[] {
  if (route.access.kind === 'public') return [];
  return isOpenToKeys(route) ? [{ cle: [] }, { session: [] }] : [{ session: [] }];
}

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

const objectSchema = (schema: z.ZodType) =>
  schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };

/** A schema as JSON Schema. @param io whether it is read as input or given as output */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

const jsonOf = (schema: z.ZodType, io: 'input' | 'output'): Json => ({
  'application/json': { schema: schemaOf(schema, io) },
});

const answerOf = (schema: z.ZodType | null): Json => ({
  description: 'La requête a abouti.',
  ...(schema && { content: jsonOf(schema, 'output') }),
});

function byStatus(codes: readonly ErrorCode[]): Record<number, ErrorCode[]> {
  const grouped: Record<number, ErrorCode[]> = {};
  for (const code of codes) {
    const { status } = ERRORS[code];
    grouped[status] = [...(grouped[status] ?? []), code];
  }
  return grouped;
}

/** Fields that answers with a code have in addition (docs/errors.md). */
const ADDED: Partial<Record<ErrorCode, Json>> = {
  site_inactif: { etat: { type: 'string', enum: ['essai', 'actif', 'retard', 'expire', 'aucun'] } },
  syntaxe: { ligne: { type: 'integer', minimum: 1 }, colonne: { type: 'integer', minimum: 1 } },
  lot_refuse: {
    refus: {
      type: 'array',
      items: {
        type: 'object',
        required: ['chemin', 'error', 'message'],
        properties: {
          chemin: { type: 'string' },
          error: { type: 'string' },
          message: { type: 'string' },
          ligne: { type: 'integer', minimum: 1 },
          colonne: { type: 'integer', minimum: 1 },
        },
      },
    },
  },
};

const refusalAnswer = (codes: readonly ErrorCode[]): Json => ({
  description: codes.join(', '),
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['error'],
        properties: Object.assign(
          { error: { type: 'string', enum: codes }, message: { type: 'string' } },
          ...codes.map((code) => ADDED[code] ?? {}),
        ),
      },
    },
  },
});
