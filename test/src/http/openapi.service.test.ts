import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '../../../src/errors.ts';
import { assertPromised } from '../../support/contract.ts';
import { sharedProgram, type TestProgram } from '../../support/program.ts';

let vitrine: TestProgram;
// biome-ignore lint/suspicious/noExplicitAny: tests look into the document field by field
let document: any;
beforeAll(async () => {
  vitrine = await sharedProgram();
  document = (await vitrine.ask({ path: '/openapi.json' })).json();
});
afterAll(() => vitrine.close());

const operations = () =>
  Object.entries<Record<string, { responses: Record<string, unknown>; security: unknown; 'x-refus': string[] }>>(
    document.paths,
  ).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })));

describe('/openapi.json', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('tells every route of the API', async () => {
    const routes = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(routes).toEqual(
      expect.arrayContaining([
        'GET /api/themes',
        'POST /api/themes',
        'PATCH /api/themes',
        'DELETE /api/themes',
        'GET /api/themes/{themeId}/fichiers',
        'PUT /api/themes/{themeId}/fichiers',
        'DELETE /api/themes/{themeId}/fichiers',
        'GET /api/sante',
      ]),
    );
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('tells each refusal of a route under its status', () => {
    for (const { path, method, operation } of operations()) {
      for (const code of operation['x-refus']) {
        const { status } = ERRORS[code as keyof typeof ERRORS];
        expect(operation.responses, `${method} ${path} ${code}`).toHaveProperty(String(status));
      }
    }
  });

  it('tells which routes no key opens', () => {
    const preview = document.paths['/api/themes/{themeId}/apercu'].post;
    expect(preview.security).toEqual([{ session: [] }]);
    expect(preview['x-refus']).toEqual(expect.arrayContaining(['unauthorized', 'origine_refusee', 'site_interdit']));
    expect(preview['x-refus']).not.toContain('portee_insuffisante');
    expect(document.paths['/api/themes/{themeId}/fichiers'].put.security).toEqual([{ cle: [] }, { session: [] }]);
    expect(document.paths['/api/demandes'].get.security).toEqual([{ session: [] }, { cle: [], session: [] }]);
  });

  it('tells a key of the four paths that the edge opens to it, and of no other', async () => {
    const opened = operations().filter(({ operation }) => JSON.stringify(operation.security).includes('{"cle":[]}'));
    expect([...new Set(opened.map(({ path }) => path))].sort()).toEqual([
      '/api/themes',
      '/api/themes/importer',
      '/api/themes/{themeId}/export',
      '/api/themes/{themeId}/fichiers',
    ]);
    const page = (await vitrine.ask({ path: '/docs' })).text;
    for (const section of page.split('<section').slice(1)) {
      const isOpen = opened.some(({ path, method }) => section.includes(`>${method.toUpperCase()} ${path}<`));
      expect([section.slice(0, 80), section.includes('Demande une clé')]).toEqual([section.slice(0, 80), isOpen]);
    }
  });

  it('tells the limits of a file as they are judged', () => {
    const { schema } = document.paths['/api/themes/{themeId}/fichiers'].put.requestBody.content['application/json'];
    expect(JSON.stringify(schema)).toContain('"chemin":{"type":"string","minLength":3,"maxLength":120}');
    expect(JSON.stringify(schema)).toContain('524288');
  });
});

describe('every answer that a test of the API gets', () => {
  const told = (path: string, body: object) => {
    const answer = { status: 200, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) };
    return () => assertPromised({ path }, { ...answer, bytes: Buffer.alloc(0), json: () => body });
  };
  const component = { composant: 'base', nom: 'Base', etat: 'ok', ms: 1, mesureLe: '2026-01-01T00:00:00.000Z' };

  it('has the fields that the document promises, and no other one', () => {
    expect(told('/api/sante?c=base', component)).not.toThrow();
    expect(told('/api/sante?c=base', { ...component, plus: 1 })).toThrow('GET /api/sante?c=base 200');
    expect(told('/api/sante?c=base', { ...component, mesureLe: '2026-01-01' })).toThrow();
    expect(told('/api/cles', { error: 'theme_publie' })).toThrow();
  });
});
