/** The record of a site as it is read: by whom, filtered, page by page, as a table; what becomes of it with time, and with people. */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ACT_GROUPS, type ActGroup } from '../../../src/journal/acts.ts';
import { removeOldEntries } from '../../../src/storage/journal.ts';
import { openRolePools } from '../../../src/storage/role-pools.ts';
import { readCsv } from '../../../src/text/csv.ts';
import { freshDataDir } from '../../support/data-dir.ts';
import { deleteDueAccount, letAccountDayCome } from '../../support/due-accounts.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-texts.ts';
import { sharedProgram } from '../../support/program.ts';
import { PASSWORD } from '../../support/sign-in.ts';
import { People, type Person } from './acts.ts';

let people: People;
let dataDir: string;
let owner: Person;
beforeAll(async () => {
  dataDir = await freshDataDir();
  people = new People(await sharedProgram(), dataDir);
});
afterAll(async () => {
  await people.vitrine.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  owner = await people.person();
});

interface Entry {
  readonly id: string;
  readonly acte: string;
  readonly groupe: ActGroup;
  readonly compte: string | null;
  readonly auteur: string | null;
  readonly qui: string;
  readonly quoi: string;
}
/** Asked so that the answer is compared with what `/openapi.json` promises. */
const read = async (query = '', who = owner): Promise<{ entrees: Entry[]; suite: string | null }> => {
  const headers = { ...who.headers, 'x-service-site-cible': owner.siteId };
  const answer = await people.vitrine.ask({ path: `/api/journal${query}`, headers });
  expect(answer.status).toBe(200);
  return answer.json();
};
const actsOf = ({ entrees }: { entrees: Entry[] }) => entrees.map(({ acte }) => acte);
const written = (acte: string, fait_le: string, details: object = {}) =>
  people.sql(
    `INSERT INTO journal (site_id, acte, moyen, compte_id, auteur, details, fait_le)
     VALUES ($1, $2, 'compte', $3, $4, $5, $6)`,
    [owner.siteId, acte, owner.accountId, owner.email, JSON.stringify(details), fait_le],
  );

it('owners alone read it, and no key', async () => {
  const others = await Promise.all(['editeur', 'lecteur'].map(async (role) => ({ role, who: await people.person() })));
  for (const { role, who } of others) {
    await people.join(owner, who, role);
    for (const path of ['/api/journal', '/api/journal/export']) {
      const answer = await people.asking(who, 'GET', path, undefined, owner.siteId);
      expect([answer.status, answer.json().error]).toEqual([403, 'role_insuffisant']);
    }
    const page = await people.asking(who, 'GET', `/studio/${owner.slug}/journal`);
    expect(page.text).toContain('Le journal d’un site n’est montré qu’à ses propriétaires.');
    expect(page.text).not.toContain(owner.email);
  }
  const answer = await people.byKey(owner, 'GET', '/api/journal');
  expect(answer.status).toBe(401);
});

it('tells who did what in sentences, the newest first', async () => {
  const member = await people.person();
  await people.join(owner, member, 'editeur');
  await people.given(owner, 'PATCH', '/api/membres', { compte: member.accountId, role: 'lecteur' });
  await people.operator('site', 'etat', owner.slug, '--suspendu');
  await people.operator('site', 'etat', owner.slug, '--non-suspendu');
  await people.given(owner, 'PATCH', '/api/site', { nom: 'Chez Léa' });
  const { nom } = await people.given(owner, 'POST', '/api/cles', { nom: 'Dépôt', portee: 'themes' });
  expect(nom).toBeUndefined();
  await people.byKey(owner, 'POST', '/api/blogs', { slug: 'n', titre: 'Nouvelles' });
  expect((await read()).entrees.map(({ qui, quoi }) => `${qui} ${quoi}`)).toEqual([
    expect.stringMatching(
      new RegExp(`^La clé «\u00a0.*\u00a0» de ${owner.email} a ajouté le blog «\u00a0Nouvelles\u00a0»$`),
    ),
    `${owner.email} a créé une clé d’API, «\u00a0Dépôt\u00a0»`,
    `${owner.email} a donné au site le nom «\u00a0Chez Léa\u00a0»`,
    'L’équipe de ce service a levé la suspension du site',
    'L’équipe de ce service a suspendu le site',
    `${owner.email} a donné à ${member.email} le rôle lecteur`,
  ]);
});

it('is filtered by groups, acts, people and days of the site’s zone, and read page by page', async () => {
  // Paris is an hour ahead of UTC then.
  await written('blog_ajoute', '2026-03-01T22:59:59Z', { titre: 'a' });
  await written('blog_change', '2026-03-01T23:00:00Z', { titre: 'b' });
  await written('code_pose', '2026-03-02T12:00:00Z');
  await written('site_masque', '2026-03-02T23:00:00Z');
  await people.operator('site', 'etat', owner.slug, 'retard');
  expect(actsOf(await read('?depuis=2026-03-02&jusqua=2026-03-02'))).toEqual(['code_pose', 'blog_change']);
  expect(actsOf(await read('?jusqua=2026-03-01'))).toEqual(['blog_ajoute']);
  expect(actsOf(await read('?groupe=acces'))).toEqual(['site_masque', 'code_pose']);
  expect(actsOf(await read('?groupe=acces&acte=code_pose'))).toEqual(['code_pose']);
  expect(actsOf(await read('?groupe=membres&acte=code_pose'))).toEqual([]);
  expect(actsOf(await read('?compte=exploitant'))).toEqual(['etat_change']);
  expect(actsOf(await read(`?compte=${owner.accountId}&groupe=publications`))).toEqual(['blog_change', 'blog_ajoute']);
  for (const wrong of ['depuis=2026-02-30', 'jusqua=demain', 'groupe=x', 'acte=x', 'compte=x', 'avant=x', 'limite=0']) {
    expect((await people.asking(owner, 'GET', `/api/journal?${wrong}`)).status, wrong).toBe(400);
    expect((await people.asking(owner, 'GET', `/studio/${owner.slug}/journal?${wrong}`)).status, wrong).toBe(200);
  }

  for (let n = 0; n < 7; n++) await written('blog_ajoute', '2026-04-01T12:00:00Z', { titre: `${n}` });
  const all = (await read('?groupe=publications')).entrees.map(({ id }) => id);
  const parts: string[] = [];
  for (let query: string | null = ''; query !== null; ) {
    const part = await read(`?groupe=publications&limite=2${query}`);
    parts.push(...part.entrees.map(({ id }) => id));
    query = part.suite && `&avant=${part.suite}`;
  }
  expect([parts, new Set(parts).size]).toEqual([all, 9]);
});

it('is a table for spreadsheets, with what hostile people gave as text', async () => {
  const names = [...HOSTILE_TEXTS.slice(0, 20), '=1+1', '@SUM(A1)', '\u202Eexe.txt', 'a;b"c'];
  for (const [n, titre] of names.entries()) {
    await written('blog_ajoute', new Date(Date.UTC(2026, 3, 1, 12, n)).toISOString(), { titre });
  }
  const answer = await people.asking(owner, 'GET', '/api/journal/export?groupe=publications');
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="journal-site-\d+-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const [head, ...rows] = readCsv(answer.text, 1_000).rows.map(({ cells }) => cells);
  expect(head).toEqual(['Quand', 'Qui', 'Quoi', 'Genre', 'Acte']);
  expect(rows).toHaveLength(names.length);
  for (const [, who, what = '', group, act] of rows) {
    expect([who, group, act]).toEqual([owner.email, ACT_GROUPS.publications, 'blog_ajoute']);
    expect(what).toMatch(/^a ajouté le blog «\u00a0.*\u00a0»$/s);
  }
  const page = (await people.asking(owner, 'GET', `/studio/${owner.slug}/journal`)).text;
  expect(page).toContain('Journal</h1>');
  for (const text of names.filter((name) => name.includes('<'))) expect(page).not.toContain(text);
});

it('names nobody any more whose account is gone, neither who acted nor whom others acted on', async () => {
  const [member, removed] = [await people.person(), await people.person()];
  await people.join(owner, member, 'proprietaire');
  await people.join(owner, removed, 'editeur');
  const as = (who: Person, method: string, path: string, body?: object) =>
    people.asking(who, method, path, body, owner.siteId);
  await as(member, 'PATCH', '/api/site', { nom: 'Chez Zoé' });
  await as(member, 'DELETE', `/api/membres?compte=${removed.accountId}`);
  await as(owner, 'PATCH', '/api/membres', { compte: member.accountId, role: 'editeur' });
  for (const who of [member, removed]) {
    const body = { mot_de_passe: PASSWORD, sites: [who.slug] };
    expect((await people.asking(who, 'DELETE', '/api/compte', body)).status).toBe(200);
    await letAccountDayCome(people.vitrine.databaseUrl, who.accountId);
    expect(await deleteDueAccount(people.vitrine.databaseUrl, who.accountId)).toBe(true);
  }
  const { entrees } = await read();
  expect(entrees.map(({ qui, quoi }) => `${qui} ${quoi}`)).toEqual([
    'Une personne dont le compte n’existe plus a supprimé son compte, et quitté le site',
    `${owner.email} a donné à une personne dont le compte n’existe plus le rôle éditeur`,
    'Une personne dont le compte n’existe plus a retiré une personne dont le compte n’existe plus du site',
    'Une personne dont le compte n’existe plus a donné au site le nom «\u00a0Chez Zoé\u00a0»',
  ]);
  const text = JSON.stringify(await people.sql('SELECT * FROM journal WHERE site_id = $1', [owner.siteId]));
  for (const { accountId, email } of [member, removed]) {
    expect(text).not.toContain(accountId);
    expect(text).not.toContain(email);
  }
});

it('stays a year', async () => {
  const day = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
  await written('code_pose', day(364));
  for (const days of [366, 400, 4_000]) await written('code_retire', day(days));
  const service = openRolePools(people.vitrine.databaseUrl, 'vitrine_service');
  try {
    while (await removeOldEntries(service));
  } finally {
    await service.end();
  }
  expect(actsOf(await read())).toEqual(['code_pose']);
});
