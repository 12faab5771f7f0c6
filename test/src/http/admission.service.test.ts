import { type IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Admission } from '../../../src/http/admission.ts';
import { insertTheme, publishTheme } from '../../../src/storage/themes.ts';
import { transaction } from '../../../src/storage/transaction.ts';
import { onDatabase } from '../../support/database.ts';
import type { Answer } from '../../support/http.ts';
import { createTenant, MINIMAL_THEME, sharedProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { BY_NOBODY } from '../../support/stored-files.ts';

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await sharedProgram();
});
afterAll(() => vitrine.close());

/** Takes a while to become a program: its first visitors wait. Its page is short. */
const LARGE_THEME = {
  ...MINIMAL_THEME,
  'sections/texte.liquid': `bonjour{% if a %}${'bonjour{{ a }}'.repeat(3_000)}{% endif %}`,
};

async function publishSite(
  files = MINIMAL_THEME,
): Promise<Tenant & { readonly themeId: string; readonly host: string }> {
  const tenant = await createTenant(vitrine.databaseUrl);
  const themeId = await onDatabase(vitrine.databaseUrl, (client) =>
    transaction(client, async () => {
      const theme = { siteId: tenant.siteId, name: 'T', version: '1', origin: null, authorship: BY_NOBODY, files };
      const id = await insertTheme(client, theme);
      await publishTheme(client, tenant.siteId, id);
      return id;
    }),
  );
  return { ...tenant, themeId, host: `${tenant.slug}.localhost` };
}

const withStatus = (answers: readonly Answer[], status: number) => answers.filter((answer) => answer.status === status);

describe('more requests at once than a site may have at work', () => {
  it('are refused at once with a page that says when to come back, and those of other sites are not', async () => {
    const [crowded, quiet] = [await publishSite(LARGE_THEME), await publishSite()];
    expect((await vitrine.ask({ host: quiet.host })).status).toBe(200);
    const crowd = Promise.all(Array.from({ length: 600 }, () => vitrine.ask({ host: crowded.host })));
    const others = await Promise.all(Array.from({ length: 20 }, () => vitrine.ask({ host: quiet.host })));
    expect(withStatus(others, 200)).toHaveLength(20);

    const answers = await crowd;
    const refused = withStatus(answers, 503);
    expect(withStatus(answers, 200).length + refused.length).toBe(600);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers, text } of refused) {
      expect(headers).toMatchObject({ 'retry-after': '2', 'content-type': 'text/html; charset=utf-8' });
      expect(text).toContain('Page momentanément indisponible');
    }
    expect((await vitrine.ask({ host: crowded.host })).status).toBe(200);
  });
});

describe('many requests in progress', () => {
  it('of two hosts leave every other host its share', () => {
    const admission = new Admission();
    const request = { method: 'GET' } as IncomingMessage;
    const admit = (host: string, times: number) =>
      Array.from({ length: times }, () => admission.admit(host, request, new ServerResponse(request))).filter(Boolean)
        .length;
    expect([admit('a', 300), admit('b', 300)]).toEqual([256, 256]);
    expect(admit('a', 1)).toBe(0);
    for (let n = 0; n < 20; n++) expect(admit(`quiet-${n}`, 20)).toBe(20);
    expect(admission.size).toBe(2 * 256 + 20 * 20);
    expect(admission.refused).toBe(44 + 44 + 1);
  });

  it('for files of the library take the place of no page, and one whose file is being sent takes none', () => {
    const admission = new Admission();
    const page = { method: 'GET', url: '/' } as IncomingMessage;
    const file = { method: 'GET', url: '/medias/x/y.jpg' } as IncomingMessage;
    const admit = (request: IncomingMessage) => {
      const response = new ServerResponse(request);
      return { isAdmitted: admission.admit('a', request, response), response };
    };
    const files = Array.from({ length: 256 }, () => admit(file));
    expect(admit(file).isAdmitted).toBe(false);
    expect(admit(page).isAdmitted).toBe(true);
    Readable.from([]).pipe(files[0]?.response as ServerResponse);
    expect(admit(file).isAdmitted).toBe(true);
    expect(admission.size).toBe(257);
  });
});

describe('more bytes at once than may be written to a site', () => {
  it('are refused before they are read, and the next write is not', async () => {
    const { key, themeId } = await publishSite();
    const path = `/api/themes/${themeId}/fichiers`;
    const contenu = 'a'.repeat(518_000);
    const write = (n: number) =>
      vitrine.ask({ path, method: 'PUT', key, body: { chemin: `snippets/s${n}.liquid`, contenu } });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => write(n)));
    const refused = withStatus(answers, 503);
    expect(withStatus(answers, 200).length + refused.length).toBe(40);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.json()).toEqual({
      error: 'indisponible',
      message: 'Trop de fichiers attendent leur analyse. Réessayez dans un instant.',
    });
    expect(refused[0]?.headers['retry-after']).toBe('2');
    expect((await write(0)).status).toBe(200);
  });
});
