/** A site with something of all that a site may have, and what its visitors and its owner see of it. */
import { expect } from 'vitest';
import { createClient } from '../../support/client.ts';
import { URLENCODED } from '../../support/contact.ts';
import type { Answer } from '../../support/http.ts';
import type { TestProgram } from '../../support/program.ts';
import { signIn } from '../../support/sign-in.ts';
import { until } from '../../support/until.ts';

/** What the owner of a site keeps outside of the database. */
export interface WholeSite {
  readonly host: string;
  readonly key: string;
  readonly email: string;
  /** A session, `name=value`. */
  readonly cookie: string;
  /** A draft with several versions. */
  readonly draftId: string;
}

const PATHS = [
  '/',
  '/horaires',
  '/blog/journal',
  '/blog/journal/premier',
  '/rien',
  '/blog.atom',
  '/sitemap.xml',
  '/llms.txt',
];
const LISTS = ['themes', 'pages', 'menus', 'blogs', 'articles', 'demandes', 'parametres/seo'];

/** Asks the API with the site's key; what is refused throws. */
export async function manage({ ask }: TestProgram, { key }: Pick<WholeSite, 'key'>, path: string, more: object = {}) {
  const answer = await ask({ path: `/api/${path}`, key, besideSession: key !== '', ...more });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.json();
}

const sendForm = ({ ask }: TestProgram, { host }: Pick<WholeSite, 'host'>, message: string): Promise<Answer> =>
  ask({
    host,
    method: 'POST',
    path: '/contact',
    headers: URLENCODED,
    body: new URLSearchParams({ message }).toString(),
  });

/** Writes a file of the draft. */
export const writeDraft = (vitrine: TestProgram, site: WholeSite, chemin: string, contenu: string) =>
  manage(vitrine, site, `themes/${site.draftId}/fichiers`, { method: 'PUT', body: { chemin, contenu } });

/** Makes the site through the API. */
export async function makeWholeSite(vitrine: TestProgram): Promise<WholeSite> {
  const client = await createClient(vitrine);
  const { key, slug } = client.tenant;
  const host = `${slug}.localhost`;
  const post = (path: string, body: object) => manage(vitrine, { key }, path, { method: 'POST', body });
  const earlier = await client.install();
  await client.publish(earlier);
  await client.put(earlier, 'assets/ajout.css', `/* ${slug} */`);
  await client.put(earlier, 'assets/ajout.css', 'a{}');
  await client.files(earlier, { method: 'DELETE', query: '?chemin=assets/ajout.css' });
  const { themeId } = await post('themes', { action: 'installer', origine: 'vela' });
  await client.publish(themeId);
  const { themeId: draftId } = await post('themes', { action: 'brouillon' });
  await client.lot(draftId, { ecrire: { 'assets/un.css': 'a{}', 'assets/deux.css': `/* ${slug} */` } });
  await client.put(draftId, 'assets/un.css', 'b{}');
  await post('themes', { action: 'dupliquer', id: themeId });
  await post('pages', { slug: 'horaires', titre: 'Horaires', contenu: `<p>${slug}</p>`, publiee: true });
  const menus = { principal: [{ titre: 'Horaires', url: '/horaires' }] };
  await manage(vitrine, { key }, 'menus', { method: 'PATCH', body: { menus } });
  const { id: blog_id } = await post('blogs', { slug: 'journal', titre: 'Journal' });
  await post('articles', { blog_id, slug: 'premier', titre: 'Premier', contenu: '<p>été</p>', publie: true });
  await sendForm(vitrine, { host }, `à ${slug}`);
  const { cookie } = await signIn(vitrine, client.tenant);
  const { email } = await manage(vitrine, { key: '' }, 'compte', { headers: { cookie } });
  return { host, key, email, cookie, draftId };
}

/** All that is seen: pages byte for byte but for nonces, the times of forms and the port of the program; what the API lists; every version of every theme with its files. */
export async function observe(vitrine: TestProgram, site: WholeSite): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {};
  const read = async (path: string) => {
    seen[path] = await manage(vitrine, site, path);
    return seen[path] as never;
  };
  for (const path of LISTS) await read(path);
  const { themes } = seen.themes as { themes: { id: string }[] };
  for (const { id } of themes) {
    const { versions } = (await read(`themes/${id}/fichiers?versions`)) as {
      versions: { numero: number; chemins: string[] }[];
    };
    for (const { numero, chemins } of versions) {
      const { fichiers } = (await read(`themes/${id}/fichiers?version=${numero}`)) as {
        fichiers: { chemin: string }[];
      };
      for (const { chemin } of fichiers) {
        if (chemins.includes(chemin)) await read(`themes/${id}/fichiers?version=${numero}&chemin=${chemin}`);
      }
    }
  }
  for (const path of PATHS) {
    const { status, headers, text } = await until('the page is not refused, as a busy machine does', async () => {
      const answer = await vitrine.ask({ host: site.host, path });
      expect(answer.status).not.toBe(503);
      return answer;
    });
    const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy']?.toString() ?? '')?.[1];
    const html = text
      .replaceAll(/(name="_instant" type="hidden" value=")\d+/g, '$1')
      .replaceAll(new RegExp(`(//${site.host}):\\d+`, 'g'), '$1');
    seen[path] = [status, headers['content-type'], nonce ? html.replaceAll(nonce, '') : html];
    for (const [asset = ''] of text.matchAll(/\/theme-assets\/[^"'\s)]+/g)) {
      seen[asset] ??= (await vitrine.ask({ host: site.host, path: asset.replaceAll('&amp;', '&') })).text;
    }
  }
  expect(Object.keys(seen).length).toBeGreaterThan(100);
  expect(seen['/']).toEqual([200, expect.stringContaining('text/html'), expect.stringContaining('/horaires')]);
  return seen;
}

/** Shows that the site's owner and its visitors go on: with the key, the session and the password of before, and with new writes. */
export async function expectToGoOn(vitrine: TestProgram, site: WholeSite, password: string): Promise<void> {
  const account = await vitrine.ask({ path: '/api/compte', headers: { cookie: site.cookie } });
  expect([account.status, account.json().email]).toEqual([200, site.email]);
  const login = await vitrine.ask({
    method: 'POST',
    path: '/connexion',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: { email: site.email, mot_de_passe: password },
  });
  expect(login.status).toBe(200);

  const numbers = async () => {
    const { versions } = await manage(vitrine, site, `themes/${site.draftId}/fichiers?versions`);
    return versions.map(({ numero }: { numero: number }) => numero);
  };
  const before = await numbers();
  await writeDraft(vitrine, site, 'assets/apres.css', 'c{}');
  const [newest, ...others] = await numbers();
  expect(newest).toBe(before[0] + 1);
  // As time passes, the oldest may go.
  expect(before).toEqual(expect.arrayContaining(others));
  const { themeId } = await manage(vitrine, site, 'themes', { method: 'POST', body: { action: 'revenir' } });
  expect((await manage(vitrine, site, 'themes')).themes[0]).toMatchObject({
    id: themeId,
    role: 'publie',
    origine: 'origo',
  });
  const stored = (await manage(vitrine, site, 'demandes')).demandes.length;
  expect((await sendForm(vitrine, site, 'après')).headers.location).toContain('merci');
  expect((await manage(vitrine, site, 'demandes')).demandes).toHaveLength(stored + 1);
}
