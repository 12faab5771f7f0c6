import { expect } from 'vitest';
import { freshDataDir } from '../../support/data-dir.ts';
import { freshDatabase } from '../../support/database.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import type { Answer } from '../../support/http.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from '../../support/program.ts';

/** What a page or an asset that comes from memory says. */
export const FROM_MEMORY = /^vitrine; hit; ttl=-\d+; detail="base injoignable"$/;

/** The whole program, with a proxy before its database that fails as a test wants. */
export interface FragileProgram {
  readonly vitrine: TestProgram;
  readonly proxy: FaultProxy;
  /** Address of the database without the proxy. */
  readonly databaseUrl: string;
  close(): Promise<void>;
}

export async function startFragileProgram(): Promise<FragileProgram> {
  const databaseUrl = await freshDatabase();
  const proxy = await FaultProxy.start(databaseUrl);
  const environment = { DATA_DIR: await freshDataDir() };
  const vitrine = await startTestProgram(environment, { databaseUrl: proxy.url(databaseUrl) });
  return {
    vitrine,
    proxy,
    databaseUrl,
    close: async () => {
      await vitrine.close();
      await proxy.stop();
    },
  };
}

/** A site whose published theme shows `text` in its hero. */
export interface Site extends Tenant {
  readonly themeId: string;
  page(path?: string): Promise<Answer>;
  asset(headers?: Record<string, string>, file?: string): Promise<Answer>;
  write(text: string): Promise<Answer>;
  rename(nom: string): Promise<Answer>;
  publish(): Promise<Answer>;
  openDraft(): Promise<Answer>;
  putAsset(file: string): Promise<Answer>;
  removeAsset(file: string): Promise<Answer>;
  themes(): Promise<Answer>;
}

export async function publishSite({ vitrine, databaseUrl }: FragileProgram, text: string): Promise<Site> {
  const tenant = await createTenant(databaseUrl);
  const { key, slug } = tenant;
  const host = `${slug}.localhost`;
  const path = '/api/themes';
  const themes = () => vitrine.ask({ path, key });
  const installation = { action: 'installer', origine: 'origo' };
  const { themeId } = (await vitrine.ask({ method: 'POST', path, key, body: installation })).json();
  const put = (chemin: string, contenu: string) =>
    vitrine.ask({ method: 'PUT', path: `${path}/${themeId}/fichiers`, key, body: { chemin, contenu } });
  const site: Site = {
    ...tenant,
    themeId,
    page: (address = '/') => vitrine.ask({ host, path: address }),
    asset: (headers = {}, file = 'theme.css') =>
      vitrine.ask({ host, path: `/theme-assets/${themeId}/${file}`, headers }),
    write: (contenu) => put('layout/theme.liquid', contenu),
    rename: (nom) => vitrine.ask({ method: 'PATCH', path, key, body: { id: themeId, nom } }),
    publish: () => vitrine.ask({ method: 'PATCH', path, key, body: { id: themeId, publier: true } }),
    openDraft: () => vitrine.ask({ method: 'POST', path, key, body: { action: 'brouillon' } }),
    putAsset: (file) => put(`assets/${file}`, 'a{}'),
    removeAsset: (file) =>
      vitrine.ask({ method: 'DELETE', path: `${path}/${themeId}/fichiers?chemin=assets/${file}`, key }),
    themes,
  };
  expect((await site.write(text)).status).toBe(200);
  expect((await site.putAsset('theme.css')).status).toBe(200);
  expect((await site.publish()).status).toBe(200);
  return site;
}

/** The answer and how long it took, milliseconds. */
export async function timed<T>(work: Promise<T>): Promise<{ readonly answer: T; readonly ms: number }> {
  const began = performance.now();
  return { answer: await work, ms: performance.now() - began };
}
