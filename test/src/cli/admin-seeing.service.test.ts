import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import { adminJson, expectRefusal, printedByAdmin, runAdmin } from '../../support/operator.ts';
import { startTestProgram, type TestProgram } from '../../support/program.ts';
import { createPublicSite, FLOOD, type PublicSite } from '../../support/public-site.ts';
import { until } from '../../support/until.ts';

/** The first is quiet, the second fails, the third is hostile. */
let vitrine: TestProgram;
let url: string;
let quiet: PublicSite;
let failing: PublicSite;
let hostile: PublicSite;
beforeAll(async () => {
  vitrine = await startTestProgram();
  url = vitrine.databaseUrl;
  quiet = await createPublicSite(vitrine, {}, 'origo');
  failing = await createPublicSite(vitrine, { 'sections/texte.liquid': '{{ 1 | divided_by: 0 }}' }, 'origo');
  hostile = await createPublicSite(vitrine, { 'sections/texte.liquid': FLOOD }, 'origo');
  await query(url, "UPDATE sites SET nom = 'Chez Léa', suspendu = true, etat = 'retard' WHERE id = $1", [quiet.siteId]);
  await query(url, "INSERT INTO domaines VALUES ('www.chez-lea.fr', $1), ('www.autre.fr', $2)", [
    quiet.siteId,
    failing.siteId,
  ]);
});
afterAll(() => vitrine.close());

const emailOf = async ({ accountId }: PublicSite): Promise<string> =>
  (await query(url, 'SELECT email FROM comptes WHERE id = $1', [accountId])).rows[0].email;

const run = (...words: string[]) => printedByAdmin(url, words, { COLUMNS: '60' });
const json = async (...words: string[]) => JSON.parse(await run(...words, '--json'));
const slugs = ({ sites }: { sites: { slug: string }[] }) => sites.map(({ slug }) => slug);

describe('the lists of the operator', () => {
  it('of sites: by account, state and a part of the name, a page at a time', async () => {
    const all = [quiet.slug, failing.slug, hostile.slug].sort();
    const first = await json('site', 'lister', '--limite', '2');
    expect([slugs(first), first.suite]).toEqual([all.slice(0, 2), all[1]]);
    const rest = await json('site', 'lister', '--limite', '2', '--apres', first.suite);
    expect([slugs(rest), rest.suite]).toEqual([all.slice(2), null]);
    expect(slugs(await json('site', 'lister', '--compte', await emailOf(failing)))).toEqual([failing.slug]);
    expect(slugs(await json('site', 'lister', '--etat', 'retard', '--suspendu', '--contient', 'LÉA'))).toEqual([
      quiet.slug,
    ]);
    expect(slugs(await json('site', 'lister', '--contient', '%'))).toEqual([]);
    const { sites } = await json('site', 'lister', '--contient', 'chez');
    expect(sites).toEqual([
      {
        ...{ slug: quiet.slug, id: quiet.siteId, nom: 'Chez Léa', etat: 'retard', suspendu: true, a_activer: false },
        ...{ hors_ligne: null, efface_le: null },
        ...{ proprietaires: [await emailOf(quiet)], cree_le: expect.stringMatching(/Z$/), quarantaine: false },
        theme: { id: quiet.themeId, nom: 'Origo', version: expect.any(String), origine: 'origo' },
        usage: { pages: 0, ms: 0, octets: 0 },
      },
    ]);
  });

  it('of sites that are off; one of them is shown with the reasons, and what its visitors get', async () => {
    await run('site', 'hors-ligne', quiet.slug, '--motif', 'Contrefaçon');
    await run('compte', 'hors-ligne', await emailOf(quiet), '--motif', 'Jugement du 3 mai', '--loi');
    const { sites } = await json('site', 'lister', '--hors-ligne');
    expect(sites).toMatchObject([
      { slug: quiet.slug, hors_ligne: { site: { genre: 'decision', motif: 'Contrefaçon' } } },
    ]);
    expect(await json('site', 'montrer', quiet.slug)).toMatchObject({ hors_ligne: { site: { genre: 'decision' } } });
    const shown = (await run('site', 'montrer', quiet.slug)).replace(/\s+/g, ' ');
    expect(shown).toContain('état retard, suspendu, hors ligne');
    expect(shown).toMatch(/hors ligne depuis .* : Contrefaçon/);
    expect(shown).toMatch(/la loi le demande, avec tous les sites d’un compte : Jugement du 3 mai/);
    expect(shown).toContain('ses visiteurs reçoivent 451');
    await run('site', 'en-ligne', quiet.slug);
    expect(slugs(await json('site', 'lister', '--hors-ligne'))).toEqual([]);
  });

  it('of accounts, domains and keys: never a secret', async () => {
    const email = await emailOf(quiet);
    const accounts = await json('compte', 'lister', '--contient', email.slice(0, -3).toUpperCase());
    expect(accounts).toEqual({
      comptes: [
        {
          email,
          id: quiet.accountId,
          type: 'client',
          confirme: true,
          cree_le: expect.any(String),
          sites: 1,
          cles_valides: 1,
        },
      ],
      suite: null,
    });
    expect(await json('domaine', 'lister', '--site', quiet.slug)).toEqual({
      domaines: [{ hote: 'www.chez-lea.fr', slug: quiet.slug }],
      suite: null,
    });
    await query(url, 'UPDATE cles SET revoquee_le = now() WHERE compte_id = $1', [failing.accountId]);
    const { cles } = await json('cle', 'lister', '--etat', 'revoquee');
    expect(cles).toMatchObject([{ email: await emailOf(failing), portee: 'themes', etat: 'revoquee' }]);
    const first = await json('cle', 'lister', '--limite', '2');
    const rest = await json('cle', 'lister', '--limite', '2', '--apres', first.suite);
    expect([...first.cles, ...rest.cles].map(({ id }) => id).length).toBe(3);
    expect(new Set([...first.cles, ...rest.cles].map(({ id }) => id)).size).toBe(3);
    const told = JSON.stringify([first, rest, accounts]);
    for (const secret of ['empreinte', 'mot_de_passe', 'code_acces', quiet.key]) expect(told).not.toContain(secret);
  });

  it('fit the terminal, and say how they go on', async () => {
    const out = await run('site', 'lister', '--limite', '2');
    expect(out).toContain('site');
    for (const line of out.trimEnd().split('\n')) expect(line.length, line).toBeLessThanOrEqual(60);
    expect(out).toMatch(/--apres site-\d+/);
    // In so few columns each row is a small list.
    expect(out).toMatch(/^site-\d+\n {2}nom : /);
    await expect(run('site', 'lister', '--limite', '0')).rejects.toThrow('n’est pas un entier');
    // What the next command needs is whole, however narrow it is.
    expect(await run('cle', 'lister')).toMatch(/^[0-9a-f-]{36}$/m);
  });
});

describe('vitrine admin site montrer', () => {
  it('says why a site is 503, and who uses the machine; a quarantine lifted by hand ends, and comes again', async () => {
    const isQuarantined = async () => {
      const { text } = await vitrine.ask({ path: '/metrics', host: 'localhost' });
      return text.includes(`site="${hostile.slug}"`);
    };
    const flood = () =>
      until('it is in quarantine', async () => {
        await hostile.visit('/');
        return isQuarantined();
      });
    await flood();
    await until('it is written down', async () => {
      const { rowCount } = await query(url, 'SELECT FROM quarantaines WHERE site_id = $1', [hostile.siteId]);
      return rowCount === 1;
    });
    expect(await json('site', 'montrer', `${hostile.slug}.localhost`)).toMatchObject({
      ...{ slug: hostile.slug, id: hostile.siteId, etat: 'actif', suspendu: false, quarantaine: true },
      theme: { id: hostile.themeId, origine: 'origo', fichiers_propres: expect.any(Number) },
      quarantaines: [{ theme: hostile.themeId, raison: 'limites', en_cours: true, instance: expect.any(String) }],
    });
    const shown = await run('site', 'montrer', hostile.slug);
    expect(shown).toMatch(/en quarantaine jusqu’/);
    expect(shown.replace(/\s+/g, ' ')).toContain('ses pages dépassent les limites');
    for (const line of shown.split('\n')) expect(line.length, line).toBeLessThanOrEqual(60);
    expect(slugs(await json('site', 'lister', '--quarantaine'))).toEqual([hostile.slug]);

    const lifted = await adminJson(url, 'site', 'lever-quarantaine', hostile.slug);
    expect(lifted).toEqual({ slug: hostile.slug, instances: [expect.stringMatching(/:\d+$/)] });
    await until('the instance has ended it', async () => !(await isQuarantined()));
    await flood();
    expectRefusal(await runAdmin(url, ['site', 'lever-quarantaine', quiet.slug]), 'n’est en quarantaine');
    await expect(run('site', 'montrer', 'inconnu')).rejects.toThrow('Aucun site ne s’appelle inconnu');
  });

  it('tells what fails, and what was used until the program stopped', async () => {
    await quiet.visit('/');
    for (const _visit of [1, 2, 3]) await failing.visit('/');
    const cookie = { 'if-none-match': '"rien"' };
    await failing.visit('/rien', cookie);
    // What is left is written at the end.
    await vitrine.close();
    const shown = await json('site', 'montrer', 'www.autre.fr');
    expect(shown).toMatchObject({
      ...{ slug: failing.slug, domaines: ['www.autre.fr'], quarantaine: false, quarantaines: [] },
      echecs: [{ theme: failing.themeId, lieu: 'sections/texte.liquid', ligne: 1, nombre: 3, actuel: true }],
      usage: { pages: 4, ms: expect.any(Number), octets: expect.any(Number) },
    });
    expect(shown.usage.ms).toBeGreaterThan(0);
    expect(shown.usage.octets).toBeGreaterThan(1_000);
    await query(url, 'UPDATE usages SET ms = ms + 1000000 WHERE site_id = $1', [hostile.siteId]);
    const busiest = await json('site', 'lister', '--par', 'usage', '--limite', '2');
    expect([slugs(busiest)[0], busiest.suite]).toEqual([hostile.slug, null]);
    expect(await run('site', 'montrer', failing.slug)).toContain('sections/texte.liquid:1');
    expect((await json('site', 'montrer', hostile.slug)).quarantaines).toMatchObject([{ en_cours: false }]);
  });
});
