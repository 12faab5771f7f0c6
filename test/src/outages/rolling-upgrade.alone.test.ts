import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDataDir } from '../../support/data-dir.ts';
import { freshDatabase, query } from '../../support/database.ts';
import { earlierProgram, findUpgrade, schemaOf } from '../../support/earlier-program.ts';
import { ask } from '../../support/http.ts';
import { FORM } from '../../support/login.ts';
import { needs } from '../../support/needs.ts';
import { expectRefusal, runVitrine } from '../../support/operator.ts';
import { type ServerProcess, startReadyServer } from '../../support/server-process.ts';
import { sessionOfKey } from '../../support/sessions.ts';
import { startTraffic } from '../../support/traffic.ts';

const UPGRADE = await findUpgrade();
const HOST = 'chez-lea.localhost';
const EMAIL = 'lea@exemple.fr';
const PASSWORD = 'un mot de passe d’essai';
const HERO = 'sections/hero.liquid';

describe('a program and its upgrade, one database', needs(earlierProgram(UPGRADE)), () => {
  let folder: string;
  let roots: { readonly before: string; readonly after: string };
  let url: string;
  let environment: Record<string, string>;
  let before: ServerProcess;
  let later: ServerProcess;
  let key: string;
  let themeId: string;

  beforeAll(async () => {
    folder = await freshDataDir();
    url = await freshDatabase({ migrated: false });
    if (UPGRADE) roots = await UPGRADE.unpack(folder);
    environment = {
      ...{ DATABASE_URL: url, SERVICE_DATABASE_URL: url, DATA_DIR: folder },
      ...{ RENDER_WORKERS: '1', LOG_LEVEL: 'silent' },
    };
    before = await startReadyServer(environment, roots.before);
    await admin('compte', 'creer', '--email', EMAIL, '--mot-de-passe', PASSWORD);
    await admin('site', 'creer', '--compte', EMAIL, '--slug', 'chez-lea', '--nom', 'Chez Léa');
    key = (await admin('cle', 'creer', '--compte', EMAIL)).cle;
    themeId = (await call(before, 'POST', '/api/themes', { action: 'installer', origine: 'origo' })).themeId;
    await call(before, 'PATCH', '/api/themes', { id: themeId, publier: true });
  });
  afterAll(async () => {
    await Promise.all([before?.end('SIGKILL'), later?.end('SIGKILL')]);
    await rm(folder, { recursive: true, force: true });
  });

  /** A command of the program of before. */
  async function admin(...words: string[]) {
    const { code, out, err } = await runVitrine(['admin', ...words, '--json'], environment, roots.before);
    expect([code, err]).toEqual([0, '']);
    return JSON.parse(out);
  }

  const visit = ({ port }: ServerProcess, path = '/') => ask({ port, host: HOST, path });
  const send = async ({ port }: ServerProcess, method: string, path: string, body?: object) => {
    const headers = { cookie: await sessionOfKey(url, key) };
    return ask({ port, method, path, key, headers, ...(body && { body }) });
  };
  /** The same for what must not be refused. */
  async function call(...question: Parameters<typeof send>) {
    const answer = await send(...question);
    expect([200, 201], answer.text).toContain(answer.status);
    return answer.json();
  }

  /** Visits and writes go on through these programs by turns while `meanwhile` runs; none may fail or be answered from memory. */
  async function whileInUse(programs: readonly ServerProcess[], meanwhile: () => Promise<unknown>): Promise<void> {
    expect(programs, 'each program has started').not.toContain(undefined);
    const programOf = (n: number) => programs[n % programs.length] as ServerProcess;
    const visits = startTraffic(async (n) => {
      const page = await visit(programOf(n));
      return page.headers['cache-status'] ? { status: 0 } : page;
    }, 2);
    const writes = startTraffic((n) => {
      const body = { chemin: 'assets/ecrit.css', contenu: `écrit ${n}` };
      return send(programOf(n), 'PUT', `/api/themes/${themeId}/fichiers`, body);
    }, 2);
    const more = () => Promise.all([visits.more(10), writes.more(10)]);
    const going = more().then(meanwhile).then(more);
    const ended = going.catch(() => undefined).then(() => Promise.all([visits.end(), writes.end()]));
    await going;
    const [pages, written] = await ended;
    expect([[...pages.keys()], [...written.keys()]]).toEqual([['200'], ['200']]);
  }

  it('the one of before serves and takes writes while the upgrade migrates the database and starts', async () => {
    await whileInUse([before], async () => {
      later = await startReadyServer(environment, roots.after);
    });
    const { rows } = await query(url, 'SELECT max(version)::int AS last FROM vitrine_migrations');
    expect(rows[0].last).toBe(await schemaOf(roots.after));
  });

  it('both serve a site and take its writes at the same time', async () => {
    await whileInUse([before, later], async () => undefined);
  });

  it('a site that is taken off with the upgrade is off there, and the one of before goes on', async () => {
    const operator = (...words: string[]) => runVitrine(['admin', 'site', ...words], environment, roots.after);
    expect((await operator('hors-ligne', 'chez-lea', '--motif', 'Plainte')).err).toBe('');
    expect((await visit(later)).status).toBe(503);
    for (const program of [before, later]) {
      const body = { chemin: 'assets/ecrit.css', contenu: 'écrit hors ligne' };
      expect((await send(program, 'PUT', `/api/themes/${themeId}/fichiers`, body)).status).toBe(200);
    }
    // The one of before shows the site, or knows already that it is off.
    expect([200, 503]).toContain((await visit(before)).status);
    expect((await operator('en-ligne', 'chez-lea')).err).toBe('');
    expect((await visit(later)).status).toBe(200);
  });

  it.each([
    ['before', 'later'],
    ['later', 'before'],
  ])('what is written through one (%s) is seen at once through the other (%s)', async (by) => {
    const [writer, reader] = by === 'before' ? [before, later] : [later, before];
    const mark = `Écrit ${randomUUID()}`;
    const slug = `ecrit-${by}`;
    const change = (method: string, path: string, body: object) => call(writer, method, path, body);
    const put = (theme: string, chemin: string, contenu: string) =>
      change('PUT', `/api/themes/${theme}/fichiers`, { chemin, contenu });
    const page = async (path: string) => (await visit(reader, path)).text;
    const read = async (path: string) => JSON.stringify(await call(reader, 'GET', path));

    await put(themeId, 'assets/ecrit.css', `${mark} style`);
    expect(await page(`/theme-assets/${themeId}/ecrit.css`)).toBe(`${mark} style`);
    await put(themeId, HERO, `${mark} section`);
    expect(await page('/')).toContain(`${mark} section`);

    await change('POST', '/api/pages', { slug, titre: `${mark} page` });
    expect(await page(`/${slug}`)).toContain(`${mark} page`);
    const blog = await change('POST', '/api/blogs', { slug, titre: 'Blog' });
    await change('POST', '/api/articles', { blog_id: blog.id, slug: 'article', titre: `${mark} article` });
    expect(await page(`/blog/${slug}/article`)).toContain(`${mark} article`);
    await change('PATCH', '/api/menus', { menus: { principal: [{ titre: `${mark} menu`, url: '/' }] } });
    expect(await read('/api/menus')).toContain(`${mark} menu`);
    await change('PATCH', '/api/parametres/general', { valeurs: { description: `${mark} valeur` } });
    expect(await read('/api/parametres/general')).toContain(`${mark} valeur`);

    const { themeId: draft } = await change('POST', '/api/themes', { action: 'brouillon' });
    await put(draft, HERO, `${mark} brouillon`);
    expect(await read(`/api/themes/${draft}/fichiers?chemin=${HERO}`)).toContain(`${mark} brouillon`);
    await change('PATCH', '/api/themes', { id: draft, publier: true });
    expect(await page('/')).toContain(`${mark} brouillon`);
    await change('DELETE', `/api/themes?id=${themeId}`, {});
    expect(await read('/api/themes')).not.toContain(themeId);
    themeId = draft;

    const form = { host: HOST, path: '/contact', headers: FORM, body: `nom=Léa&message=${mark}&a=1` };
    expect((await ask({ port: writer.port, method: 'POST', ...form })).headers.location).toContain('merci');
    expect(await read('/api/demandes')).toContain(mark);
    const [request] = (await call(later, 'GET', '/api/demandes')).demandes;
    expect([Object.keys(request.champs), request.champs.message]).toEqual([['nom', 'message', 'a'], mark]);
    const { themes } = await call(later, 'GET', '/api/themes?lignees');
    for (const theme of themes)
      expect(theme).toMatchObject({ lignee: expect.any(String), cree_le: expect.any(String) });
    const login = { path: '/connexion', headers: { 'sec-fetch-site': 'same-origin' } };
    const body = { email: EMAIL, mot_de_passe: PASSWORD };
    const cookie = (await ask({ port: writer.port, method: 'POST', ...login, body })).headers['set-cookie']?.[0];
    const account = await ask({ port: reader.port, path: '/api/compte', headers: { cookie: String(cookie) } });
    expect(account.json()).toMatchObject({ email: EMAIL });
  });

  it('the one of before ends, and the upgrade serves alone; nothing of the one of before works on a newer database any more', async () => {
    await whileInUse([later], () => before.end('SIGTERM'));
    const again = await runVitrine(['admin', 'cle', 'creer', '--compte', EMAIL], environment, roots.before);
    expectRefusal(again, 'La base est plus récente que ce programme');
  });
});
