import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DeployOptions, deploy as deployCommand } from '../../../../src/cli/commands/deploy.ts';
import { pullCommand } from '../../../../src/cli/commands/pull.ts';
import { pushCommand } from '../../../../src/cli/commands/push.ts';
import { outside } from '../../../../src/cli/outside.ts';
import { withConnection } from '../../../../src/storage/database.ts';
import { insertSite } from '../../../../src/storage/sites.ts';
import { type Client, createClient } from '../../../support/client.ts';
import { GIT_ENVIRONMENT, type GitClone, gitClone } from '../../../support/git-clone.ts';
import { needs } from '../../../support/needs.ts';
import { runVitrine } from '../../../support/operator.ts';
import { MINIMAL_THEME, sharedProgram, type TestProgram } from '../../../support/program.ts';
import { drawnBytes } from '../../../support/seed.ts';
import { runs } from '../../../support/soak.ts';
import { createThemeAuthor, type Outcome, type ThemeAuthor } from '../../../support/theme-author.ts';

const { fetch, sleep } = outside;
let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await sharedProgram();
});
afterEach(() => {
  Object.assign(outside, { fetch, sleep });
});

const TEXT = 'sections/texte.liquid';
const STYLE = 'assets/a.css';
const SETTINGS = 'config/settings_data.json';
const THEME = {
  ...MINIMAL_THEME,
  [TEXT]: 'un\n',
  [STYLE]: 'a{}\n',
  'config/theme.json': '{"nom":"Orme","version":"2.1.0"}',
};

interface Scene {
  readonly client: Client;
  readonly clone: GitClone;
  readonly author: ThemeAuthor;
  deploy(options?: DeployOptions): Promise<Outcome>;
}

/** A theme in git, and a site with a key. */
async function scene(more: Readonly<Record<string, string>> = {}, format?: 'sha256'): Promise<Scene> {
  const client = await createClient(vitrine);
  const author = await createThemeAuthor(environmentOf(client));
  const clone = await gitClone(author.folder, { ...THEME, ...more }, format);
  return {
    client,
    clone,
    author,
    deploy: (options = {}) => author.run((context) => deployCommand(context, '.', options)),
  };
}

const environmentOf = (client: Client) => ({
  ...GIT_ENVIRONMENT,
  PATH: process.env.PATH,
  VITRINE_ADRESSE: `http://127.0.0.1:${vitrine.port}`,
  VITRINE_CLE: client.tenant.key,
});

/** Content by path. */
const filesOf = async (client: Client, id: string): Promise<Record<string, string>> =>
  Object.fromEntries((await client.stored(id)).map(({ chemin, contenu }) => [chemin, contenu]));

const idOf = ({ result }: Outcome): string => (result as { theme: { id: string } }).theme.id;

/** Means of the versions of a theme, the newest first. */
const meansOf = async (client: Client, id: string): Promise<string[]> =>
  (await client.files(id, { query: '?versions' })).json().versions.map(({ moyen }: { moyen: string }) => moyen);

/** Does something once, just before the command sends a request that fits. */
function justBefore(fits: (method: string, address: string) => boolean, work: () => Promise<unknown>): void {
  let isDone = false;
  outside.fetch = async (address, init) => {
    if (!isDone && fits(init?.method ?? '', String(address))) {
      isDone = true;
      await work();
    }
    return fetch(address, init);
  };
}

describe('vitrine deployer', needs('git'), () => {
  it('makes a draft exactly what the folder is, finds it again, and leaves nothing in the folder', async () => {
    const { client, clone, deploy, author } = await scene();
    const first = await deploy();
    expect(first.refusal).toBeNull();
    const id = idOf(first);
    expect(first.result).toMatchObject({
      theme: { nom: 'Orme (main)', role: 'brouillon' },
      ...{ numero: 1, nouveau: true, ecrits: Object.keys(THEME).sort(), supprimes: [] },
      studio: expect.stringMatching(new RegExp(`/studio/.*/themes/${id}$`)),
    });
    expect(await filesOf(client, id)).toEqual(THEME);
    expect((await client.list()).map(({ version }) => version)).toEqual(['2.1.0']);

    expect((await deploy()).said).toContain('Rien à déployer');
    expect(await meansOf(client, id)).toEqual(['deploiement']);
    // As a job calls it: in a process of its own, without a terminal, with a home that has nothing.
    const { PATH: _path, ...job } = environmentOf(client);
    const { code, out, err } = await runVitrine(['deployer', author.folder, '--json'], { ...job, HOME: '/nowhere' });
    expect([code, err, JSON.parse(out)]).toMatchObject([0, '', { theme: { id }, ecrits: [], numero: 1 }]);

    await clone.commit({ [TEXT]: 'deux\n', [STYLE]: null, 'snippets/neuf.liquid': 'neuf' });
    const { result } = await deploy();
    expect(result).toMatchObject({ ecrits: [TEXT, 'snippets/neuf.liquid'], supprimes: [STYLE], numero: 2 });
    const { [STYLE]: _gone, ...others } = THEME;
    expect(await filesOf(client, id)).toEqual({ ...others, [TEXT]: 'deux\n', 'snippets/neuf.liquid': 'neuf' });
    expect(await meansOf(client, id)).toEqual(['deploiement', 'deploiement']);
    await expect(access(join(author.folder, '.vitrine'))).rejects.toThrow();
  });

  it('replaces texts that git or the last deployment had, and names the others with their origins', async () => {
    const { client, clone, deploy } = await scene({}, 'sha256');
    await clone.commit({ [TEXT]: 'deux\n', [STYLE]: 'b{}\n' });
    const id = idOf(await deploy());
    // An older text of git, put back by hand; a text that is nowhere else; a file that is nowhere else.
    await client.put(id, TEXT, 'un\n');
    await client.put(id, STYLE, 'c{}\n');
    await client.put(id, 'snippets/la.liquid', 'là');
    await clone.commit({ [TEXT]: 'trois\n' });
    const stopped = await deploy();
    expect(stopped.refusal).toMatchObject({ code: 'conflit', exit: 3 });
    expect(stopped.result).toBeUndefined();
    const sent = { ecrits: [], supprimes: [], gardes: [], fusionnes: [], remplaces: [] };
    expect(stopped.refusal?.details).toEqual({
      ...{ site: client.tenant.slug, theme: { id, nom: 'Orme (main)', role: 'brouillon' }, numero: 4, nouveau: false },
      ...{ ...sent, publie: false, erreurs: [], essai: false, studio: expect.stringContaining(id) },
      conflits: [
        {
          chemin: STYLE,
          service: { numero: 3, moyen: 'fichier', cree_le: expect.any(String), auteur: expect.any(String) },
          git: { auteur: 'Ada', cree_le: expect.any(String), commit: expect.stringMatching(/^[0-9a-f]{7}/) },
        },
        { chemin: 'snippets/la.liquid', service: expect.objectContaining({ numero: 4 }), git: null },
      ],
    });
    expect(stopped.said).toMatch(/assets\/a\.css : service : .* \(version 3\) ; git : Ada, /);
    expect(stopped.said).toContain('--- service/assets/a.css\n+++ git/assets/a.css\n@@ -1,1 +1,1 @@\n-c{}\n+b{}');
    expect((await filesOf(client, id))[TEXT]).toBe('un\n');

    const forced = await deploy({ forcer: true });
    expect(forced.result).toMatchObject({
      ...{ numero: 5, ecrits: [STYLE, TEXT], supprimes: ['snippets/la.liquid'] },
      remplaces: [STYLE, 'snippets/la.liquid'],
    });
    const kept = await client.files(id, { query: `?version=4&chemin=${STYLE}` });
    expect(kept.json().fichier.contenu).toBe('c{}\n');
  });

  it('knows what it deployed last where git knows nothing', async () => {
    const { client, deploy, author } = await scene();
    await rm(join(author.folder, '.git'), { recursive: true });
    const id = idOf(await deploy({ brouillon: 'Sans git' }));
    await author.write(TEXT, 'deux\n');
    expect((await deploy({ brouillon: 'Sans git' })).result).toMatchObject({ ecrits: [TEXT] });
    await client.put(id, TEXT, 'du studio\n');
    await author.write(TEXT, 'trois\n');
    const { refusal } = await deploy({ brouillon: 'Sans git' });
    expect(refusal?.exit).toBe(3);
    expect(refusal?.message).toContain('Git n’a pas été interrogé sur ce dossier (il n’est dans aucun dépôt)');
  });

  it('makes one draft where two jobs begin at once, and both end well', async () => {
    const { client, deploy } = await scene();
    const outcomes = await Promise.all([deploy(), deploy(), deploy()]);
    expect(outcomes.map(({ refusal }) => refusal)).toEqual([null, null, null]);
    expect(new Set(outcomes.map(idOf)).size).toBe(1);
    expect(await client.list()).toHaveLength(1);
    expect(await meansOf(client, idOf(outcomes[0] as Outcome))).toEqual(['deploiement']);
  });

  it('takes turns where two clones deploy different commits at once: the later one wins, and both stay in the versions', async () => {
    const { client, author, deploy } = await scene();
    const other = await createThemeAuthor(environmentOf(client));
    await gitClone(other.folder, { ...THEME, [TEXT]: 'autre\n' });
    const outcomes = await Promise.all([deploy(), other.run((context) => deployCommand(context, undefined, {}))]);
    expect(outcomes.map(({ refusal }) => refusal)).toEqual([null, null]);
    const id = idOf(outcomes[0] as Outcome);
    // Three where the first one compares again after the other's turn.
    expect(new Set(await meansOf(client, id))).toEqual(new Set(['deploiement']));
    const texts = [1, 2].map((n) => client.files(id, { query: `?version=${n}&chemin=${TEXT}` }));
    expect((await Promise.all(texts)).map((answer) => answer.json().fichier.contenu).sort()).toEqual([
      'autre\n',
      'un\n',
    ]);
    expect(await author.read(TEXT)).toBe('un\n');
  });

  it('ends well when it is started again after it was cut at any request, with one draft and no version twice', async () => {
    const { client, clone, deploy } = await scene();
    const wish = { brouillon: 'coupé', publier: true };
    // Nobody answers any more: no pause helps.
    outside.sleep = ((ms: number, ...rest) => (ms >= 300 ? Promise.resolve() : sleep(ms, ...rest))) as typeof sleep;
    for (const commit of [{}, { [TEXT]: 'deux\n', [STYLE]: null }]) {
      if (TEXT in commit) await clone.commit(commit);
      for (let [cut, isCut] = [0, true]; isCut; cut++) {
        let done = 0;
        outside.fetch = async (address, init) => {
          // So many requests reach the service; the answer to the last of them is lost.
          if (done === cut) throw new TypeError('fetch failed');
          const answer = await fetch(address, init);
          if (++done === cut) throw new TypeError('fetch failed');
          return answer;
        };
        const { refusal } = await deploy(wish);
        isCut = refusal !== null;
        if (refusal) expect(refusal.code).toBe('injoignable');
      }
    }
    const themes = await client.list();
    expect(themes.map(({ role }) => role)).toEqual(['publie', 'brouillon']);
    const { [STYLE]: _gone, ...others } = THEME;
    expect(await filesOf(client, String(themes[0]?.id))).toEqual({ ...others, [TEXT]: 'deux\n' });
    expect(await filesOf(client, String(themes[1]?.id))).toEqual(THEME);
    expect(await meansOf(client, String(themes[0]?.id))).toEqual(['deploiement', 'copie', 'deploiement']);
  });

  it('loses no write that comes between its comparison and its lot, and takes no credit for one that got lost', async () => {
    const { client, clone, deploy } = await scene();
    const id = idOf(await deploy());
    await clone.commit({ [TEXT]: 'deux\n' });
    const isLot = (method: string) => method === 'PUT';
    justBefore(isLot, () => client.put(id, TEXT, 'du studio\n'));
    expect((await deploy()).refusal?.exit).toBe(3);
    expect((await filesOf(client, id))[TEXT]).toBe('du studio\n');

    await client.put(id, TEXT, 'un\n');
    justBefore(isLot, () => client.put(id, 'snippets/autre.liquid', 'autre'));
    expect((await deploy()).refusal?.details).toMatchObject({ conflits: [{ chemin: 'snippets/autre.liquid' }] });
    await clone.commit({ 'snippets/autre.liquid': 'autre' });

    // Another clone deploys between the questions about versions and files: this one, which does not know that text, compares again.
    const other = await createThemeAuthor(environmentOf(client));
    await gitClone(other.folder, { ...THEME, 'snippets/autre.liquid': 'autre', [TEXT]: 'inconnu\n' });
    justBefore(
      (method, address) => method === 'GET' && address.endsWith('/fichiers'),
      () => other.run((context) => deployCommand(context, undefined, {})),
    );
    expect((await deploy()).result).toMatchObject({ ecrits: [TEXT] });
    await clone.commit({ [TEXT]: 'trois\n' });

    // The answer to the first lot gets lost.
    let lots = 0;
    outside.fetch = async (address, init) => {
      const answer = await fetch(address, init);
      if (init?.method === 'PUT' && lots++ === 0) throw new TypeError('fetch failed');
      return answer;
    };
    const { result } = await deploy();
    expect(result).toMatchObject({ ecrits: [TEXT] });
    expect((await meansOf(client, id)).slice(0, 4)).toEqual(['deploiement', 'deploiement', 'deploiement', 'fichier']);
  });

  it('goes on in a new draft once its draft was published, by the same rules', async () => {
    const { client, deploy, author } = await scene();
    await rm(join(author.folder, '.git'), { recursive: true });
    const wish = { brouillon: 'Orme en ligne' };
    const first = idOf(await deploy({ ...wish, publier: true }));
    expect(await client.list()).toMatchObject([{ id: first, nom: 'Orme', role: 'publie' }]);
    // What is published already needs no draft.
    expect((await deploy(wish)).said).toContain('Rien à déployer : thème publié');
    expect(await client.list()).toHaveLength(1);

    await client.put(first, STYLE, 'du studio{}\n');
    await author.write(TEXT, 'deux\n');
    expect((await deploy(wish)).refusal?.details).toMatchObject({ conflits: [{ chemin: STYLE }] });
    expect(await client.list()).toHaveLength(1);

    await client.put(first, STYLE, THEME[STYLE]);
    const trial = await deploy({ ...wish, essai: true });
    expect(trial.result).toMatchObject({ theme: null, nouveau: true, ecrits: [TEXT], essai: true });
    expect(await client.list()).toHaveLength(1);
    const second = await deploy(wish);
    expect(second.result).toMatchObject({ nouveau: true, ecrits: [TEXT], theme: { role: 'brouillon' } });
    expect(await meansOf(client, idOf(second))).toEqual(['deploiement', 'copie', 'deploiement']);
    expect(idOf(await deploy(wish))).toBe(idOf(second));
    expect((await filesOf(client, first))[TEXT]).toBe('un\n');
  });

  it('tells a folder that follows the published theme which deployment has replaced it, however often that happens', async () => {
    const { client, clone, deploy } = await scene();
    const first = idOf(await deploy({ publier: true }));
    const other = await createThemeAuthor(environmentOf(client));
    const pull = (word: string) =>
      other.run((context) => pullCommand(context, word, { dossier: 't' }), { answer: true });
    const push = () => other.run((context) => pushCommand(context, [], { dossier: 't' }));
    expect((await pull('publie')).refusal).toBeNull();
    for (const text of ['deux\n', 'trois\n']) {
      await clone.commit({ [TEXT]: text });
      expect((await deploy({ publier: true })).refusal).toBeNull();
      const stopped = await push();
      expect(stopped.refusal).toMatchObject({
        code: 'theme_remplace',
        details: {
          themes: expect.arrayContaining([
            expect.objectContaining({ id: first, situation: 'remplace' }),
            expect.objectContaining({ situation: 'publie' }),
          ]),
        },
      });
      expect(stopped.said).not.toContain('il n’en descend pas');
    }
    // Of the themes of this name, it is the published one.
    expect((await client.list()).map(({ nom }) => nom)).toEqual(['Orme', 'Orme', 'Orme']);
    expect((await pull('Orme')).refusal).toBeNull();
    expect((await push()).refusal).toBeNull();
    expect(await other.read(`t/${TEXT}`)).toBe('trois\n');
  });

  it('writes to a named draft, and to a published theme only where that is meant', async () => {
    const { client, clone, deploy } = await scene();
    const id = idOf(await deploy({ brouillon: 'à la main' }));
    await client.publish(id);
    await clone.commit({ [TEXT]: 'deux\n' });
    expect((await deploy({ theme: id })).refusal?.code).toBe('theme_publie');
    expect((await filesOf(client, id))[TEXT]).toBe('un\n');
    expect((await deploy({ publie: true })).result).toMatchObject({ theme: { id, role: 'publie' }, ecrits: [TEXT] });
    expect(await client.list()).toHaveLength(1);
  });

  it('deploys no file in which git has left a conflict', async () => {
    const { client, deploy } = await scene({ [STYLE]: 'a{}\n<<<<<<< HEAD\nb{}\n=======\nc{}\n>>>>>>> branche\n' });
    expect((await deploy()).refusal).toMatchObject({ code: 'marqueurs', exit: 3 });
    expect(await client.list()).toEqual([]);
  });

  it('says what it would do, sends nothing that the service refuses, and asks for a name outside of a branch', async () => {
    const { client, clone, deploy } = await scene();
    expect((await deploy({ essai: true })).result).toMatchObject({ theme: null, nouveau: true, essai: true });
    expect(await client.list()).toEqual([]);
    await clone.commit({ [TEXT]: '{% if %}' });
    const refused = await deploy();
    expect(refused.refusal).toMatchObject({ code: 'lot_refuse', exit: 1 });
    expect(refused.said).toMatch(/^sections\/texte\.liquid:1:\d+: /m);
    expect(await client.list()).toEqual([]);
    await clone.git('checkout', '--quiet', '--detach');
    expect((await deploy()).refusal).toMatchObject({ code: 'sans_branche', exit: 2 });
    expect((await deploy({ brouillon: 'x', theme: 'y' })).refusal?.exit).toBe(2);
  });
});

/** Texts that the random test writes: few, so that they meet again. */
const TEXTS = 8;

describe('vitrine deployer, whatever happens before', needs('git'), () => {
  it('never replaces a text that only the service had, and makes the draft the folder where it is not stopped', async () => {
    const { client, clone, author, deploy } = await scene();
    const id = idOf(await deploy());
    const paths = [TEXT, STYLE, 'snippets/a.liquid', 'snippets/b.liquid'];
    /** What git has, of any time. */
    const committed = new Set<string>(Object.values(THEME));
    let folder: Record<string, string> = { ...THEME };
    let pushed = folder;
    let [stopped, done] = [0, 0];
    const steps = runs(16, 2_000);
    const bytes = [...drawnBytes('deployments', 3 * steps)];
    for (let step = 0; step < steps; step++) {
      const [kind = 0, place = 0, number = 0] = bytes.slice(3 * step, 3 * step + 3);
      const path = paths[place % paths.length] ?? TEXT;
      const text = number % TEXTS === 0 && path !== TEXT ? null : `/* ${number % TEXTS} */`;
      switch (kind % 5) {
        case 0: {
          const { [path]: _old, ...others } = folder;
          if (text === null && !(path in folder)) break;
          folder = text === null ? others : { ...folder, [path]: text };
          if (text === null) await rm(join(author.folder, path));
          else await author.write(path, text);
          break;
        }
        case 1:
          await clone.git('add', '--all');
          await clone.git('commit', '--quiet', '--allow-empty', '--message', 'état');
          for (const known of Object.values(folder)) committed.add(known);
          break;
        case 2:
          if (text === null) await client.files(id, { method: 'DELETE', query: `?chemin=${path}` });
          else await client.put(id, path, text);
          break;
        default: {
          const before = await filesOf(client, id);
          const { refusal } = await deploy();
          const after = await filesOf(client, id);
          const lost = Object.keys(before).filter((name) => {
            const was = before[name] ?? '';
            return after[name] !== was && !committed.has(was) && pushed[name] !== was;
          });
          expect([step, lost]).toEqual([step, []]);
          expect(after).toEqual(refusal ? before : folder);
          if (refusal) {
            expect(refusal.exit).toBe(3);
            stopped++;
            // Somebody looks at the texts, and decides.
            if (number % 2 === 0) await deploy({ forcer: true });
          } else done++;
          if (!refusal || number % 2 === 0) pushed = folder;
        }
      }
    }
    expect(Math.min(stopped, done)).toBeGreaterThan(0);
  });
});

/** Another site of the same account. @returns its slug */
const secondSite = (client: Client): Promise<string> =>
  withConnection('DATABASE_URL', vitrine.databaseUrl, async (database) => {
    const { accountId, slug } = client.tenant;
    const site = { slug: `${slug}-bis`, name: 'Un second', state: 'actif', ownerId: accountId } as const;
    return (await insertSite(database, site))?.slug ?? '';
  });

const PAGE = 'templates/index.json';
const page = (titre: string, ...sections: string[]) =>
  JSON.stringify(
    {
      sections: Object.fromEntries(sections.map((name) => [name, { type: 'texte', settings: { titre } }])),
      order: sections,
    },
    null,
    2,
  );

describe('vitrine deployer, to several sites', needs('git'), () => {
  it('brings the code and what git changes in pages, and leaves each site its own settings', async () => {
    const one = await scene({ [PAGE]: page('de git', 'a', 'b'), [SETTINGS]: '{"current":{"teinte":"bleu"}}' });
    const { clone, client, author } = one;
    const site = `${client.tenant.slug},${await secondSite(client)}`;
    const first = await one.deploy({ site });
    expect(first.refusal).toBeNull();
    const [here, there] = (first.result as { sites: { theme: { id: string } }[] }).sites.map(({ theme }) => theme.id);
    expect(first.said).toMatch(/site +thème +version/);

    // The merchants' own work.
    await client.put(String(here), SETTINGS, '{"current":{"teinte":"rouge"}}');
    await client.put(String(here), PAGE, page('du marchand', 'a', 'b'));
    await clone.commit({
      [PAGE]: page('de git', 'b', 'c'),
      [TEXT]: 'deux\n',
      [SETTINGS]: '{"current":{"teinte":"bleu","taille":3}}',
    });
    const second = await one.deploy({ site });
    expect(second.result).toMatchObject({
      sites: [
        { ecrits: [TEXT], fusionnes: [SETTINGS, PAGE], gardes: [] },
        { ecrits: [SETTINGS, TEXT, PAGE], fusionnes: [] },
      ],
    });
    const mine = await filesOf(client, String(here));
    expect(JSON.parse(mine[SETTINGS] ?? '')).toEqual({ current: { teinte: 'rouge', taille: 3 } });
    expect(JSON.parse(mine[PAGE] ?? '')).toEqual({
      sections: {
        a: { type: 'texte', settings: { titre: 'du marchand' } },
        b: { type: 'texte', settings: { titre: 'du marchand' } },
        c: { type: 'texte', settings: { titre: 'de git' } },
      },
      order: ['a', 'b', 'c'],
    });
    expect((await filesOf(client, String(there)))[PAGE]).toBe(page('de git', 'b', 'c'));
    expect((await meansOf(client, String(here))).slice(0, 2)).toEqual(['reglages', 'deploiement']);

    // Nothing is sent again, and nothing of git's old text comes back.
    const third = await one.deploy({ site });
    expect(third.result).toMatchObject({
      sites: [
        { ecrits: [], fusionnes: [], gardes: [SETTINGS, PAGE] },
        { ecrits: [], gardes: [] },
      ],
    });
    expect(await filesOf(client, String(here))).toEqual(mine);
    expect(await meansOf(client, String(here))).toHaveLength(5);
    expect(await author.read('.vitrine/etat.json')).toBeNull();
  });

  it('says where the code does not go with what the site has of its own, and does not publish that', async () => {
    const { client, clone, deploy } = await scene({ [PAGE]: page('de git', 'a', 'b') });
    const wish = { garder: ['templates/'] };
    const id = idOf(await deploy(wish));
    await client.put(id, PAGE, page('du marchand', 'a', 'b'));
    await clone.commit({ [TEXT]: null, 'sections/autre.liquid': 'autre', [PAGE]: '{"sections":{},"order":[]}' });
    const stopped = await deploy({ ...wish, publier: true });
    expect(stopped.refusal).toMatchObject({ code: 'pages_en_erreur', exit: 1 });
    expect(stopped.refusal?.details).toMatchObject({ ecrits: ['sections/autre.liquid'], publie: false, essai: false });
    expect(stopped.said).toMatch(/templates\/index\.json:\d+:\d+: Le type de section « texte » n’existe pas/);
    expect((await client.list()).map(({ role }) => role)).toEqual(['brouillon']);
    expect((await deploy({ ...wish, publier: true })).refusal?.code).toBe('pages_en_erreur');
    await clone.commit({ 'assets/b.css': 'b{}' });
    const told = await deploy(wish);
    expect(told.result).toMatchObject({ ecrits: ['assets/b.css'], erreurs: [{ code: 'section_inconnue' }, {}] });
    await client.put(id, PAGE, '{"sections":{},"order":[]}');
    expect((await deploy({ ...wish, publier: true })).result).toMatchObject({ publie: true, erreurs: [] });
  });

  it('does not publish a theme whose layout cannot be read, where nothing had to be sent', async () => {
    const layout = 'layout/theme.liquid';
    const { client, deploy } = await scene({ [layout]: '{% if %}' });
    const fichiers = { ...THEME, [layout]: '{% if %}' };
    const body = { format: 'service-theme', format_version: 1, nom: 'Orme', fichiers };
    const { themeId: theme } = (await client.ask({ method: 'POST', path: '/api/themes/importer', body })).json();
    const stopped = await deploy({ theme, publier: true });
    expect(stopped.refusal).toMatchObject({ code: 'pages_en_erreur', exit: 1 });
    expect(stopped.refusal?.message).toContain(`${layout}:1:`);
    // Its condition is missing, and so is its end.
    const erreurs = [{ chemin: layout }, { chemin: layout }];
    expect(stopped.refusal?.details).toMatchObject({ publie: false, erreurs });
    expect((await client.list()).map(({ role }) => role)).toEqual(['brouillon']);
  });

  it('tells in its table what was deployed and not published, whatever stops that', async () => {
    const { client, clone, deploy } = await scene({ [PAGE]: page('de git', 'a', 'b') });
    const other = await secondSite(client);
    const wish = { site: `${client.tenant.slug},${other}`, garder: ['templates/'], publier: true };
    const [first] = ((await deploy({ ...wish, publier: false })).result as { sites: { theme: { id: string } }[] })
      .sites;
    await client.put(String(first?.theme.id), PAGE, page('du marchand', 'a', 'b'));
    await clone.commit({ [TEXT]: null, 'sections/autre.liquid': 'autre', [PAGE]: '{"sections":{},"order":[]}' });
    // The question that would publish on the second site gets no answer.
    outside.sleep = ((ms: number, ...rest) => (ms >= 300 ? Promise.resolve() : sleep(ms, ...rest))) as typeof sleep;
    outside.fetch = async (address, init) => {
      if (init?.method === 'PATCH') throw new TypeError('fetch failed');
      return fetch(address, init);
    };
    const { refusal, said } = await deploy({ ...wish, site: `${wish.site},inconnu` });
    expect(refusal).toMatchObject({ code: 'sites', exit: 4 });
    expect(refusal?.message).toBe(
      `Pas déployé : inconnu. Déployé, mais pas publié : ${wish.site.replace(',', ', ')}. La même commande reprend ceux-ci.`,
    );
    expect(refusal?.details).toMatchObject({
      sites: [
        { site: client.tenant.slug, erreur: 'pages_en_erreur', ecrits: ['sections/autre.liquid'], publie: false },
        { site: other, erreur: 'injoignable', ecrits: ['sections/autre.liquid', PAGE], publie: false },
        { site: 'inconnu', erreur: 'site_interdit' },
      ],
    });
    expect(said).toMatch(
      new RegExp(`^${client.tenant.slug} +« Orme \\(main\\) ».* +4 +1 +1 +0 +1 +pages_en_erreur$`, 'm'),
    );
    expect(said).toMatch(new RegExp(`^${other} +« Orme \\(main\\) ».* +2 +2 +1 +0 +0 +injoignable$`, 'm'));
    expect(said).toMatch(/^inconnu +– +– +– +– +– +– +site_interdit$/m);
  });

  it('names the merchant who wrote a text, not the deployment that gave it back or merged into it', async () => {
    const { client, clone, deploy } = await scene({ [PAGE]: page('de git', 'a'), [SETTINGS]: '{"current":{}}' });
    const wish = { garder: [SETTINGS, 'templates/'] };
    const id = idOf(await deploy(wish));
    await client.put(id, SETTINGS, '{"current":{"teinte":"rouge"}}');
    await client.put(id, PAGE, page('du marchand', 'a'));
    for (const [titre, sections] of [
      ['deux', ['a', 'b']],
      ['trois', ['a', 'b', 'c']],
    ] as const) {
      await clone.commit({ [TEXT]: titre, [PAGE]: page('de git', ...sections) });
      expect((await deploy(wish)).result).toMatchObject({ gardes: [SETTINGS], fusionnes: [PAGE] });
    }
    const { refusal } = await deploy();
    expect(refusal?.details).toMatchObject({
      conflits: [
        { chemin: SETTINGS, service: { numero: 2, moyen: 'fichier' } },
        { chemin: PAGE, service: { numero: 3, moyen: 'fichier' } },
      ],
    });
    await client.put(id, PAGE, page('encore', 'a'));
    expect((await deploy()).refusal?.details).toMatchObject({ conflits: [{}, { service: { numero: 8 } }] });
  });

  it('leaves a file with comments as it came, and merges into it without them', async () => {
    const { client, clone, deploy } = await scene({ [SETTINGS]: '{"current":{"teinte":"bleu"}}' });
    const fichiers = { ...THEME, [SETTINGS]: '/* importé */ {"current":{"teinte":"rouge"}}' };
    const body = { format: 'service-theme', format_version: 1, nom: 'Importé', fichiers };
    const id = (await client.ask({ method: 'POST', path: '/api/themes/importer', body })).json().themeId;
    const wish = { theme: 'Importé', garder: [SETTINGS] };
    expect((await deploy(wish)).result).toMatchObject({ ecrits: [], gardes: [SETTINGS], numero: 3 });
    expect((await filesOf(client, id))[SETTINGS]).toBe(fichiers[SETTINGS]);
    await clone.commit({ [SETTINGS]: '{"current":{"teinte":"bleu","taille":3}}' });
    expect((await deploy(wish)).result).toMatchObject({ fusionnes: [SETTINGS], numero: 5 });
    expect(JSON.parse((await filesOf(client, id))[SETTINGS] ?? '')).toEqual({
      current: { teinte: 'rouge', taille: 3 },
    });
  });

  it('merges style sheets and sections of the site’s own by line, and leaves them where both have changed the same lines', async () => {
    const section = (first: string, last: string) => `<p>${first}</p>\n<hr>\n<p>${last}</p>\n`;
    const SECTION = 'sections/texte.liquid';
    const { client, clone, deploy } = await scene({ [STYLE]: 'a{}\nb{}\nc{}\n', [SECTION]: section('un', 'deux') });
    const wish = { garder: [STYLE, 'sections/'] };
    const id = idOf(await deploy(wish));
    await client.put(id, STYLE, 'a{top:0}\nb{}\nc{}\n');
    await client.put(id, SECTION, section('du marchand', 'deux'));
    await clone.commit({ [STYLE]: 'a{}\nb{}\nc{top:1px}\n', [SECTION]: section('de git', 'de git') });
    expect((await deploy(wish)).result).toMatchObject({ gardes: [SECTION], fusionnes: [STYLE] });
    expect(await filesOf(client, id)).toMatchObject({
      [STYLE]: 'a{top:0}\nb{}\nc{top:1px}\n',
      [SECTION]: section('du marchand', 'deux'),
    });
  });

  it('begins with what a site has published of the same theme, goes on after a failure, and ends with the worst code', async () => {
    const { client, clone, deploy } = await scene({ [SETTINGS]: '{"current":{"teinte":"bleu"}}' });
    await client.publish(idOf(await deploy({ brouillon: 'avant' })));
    const [published] = await client.list();
    await client.put(String(published?.id), SETTINGS, '{"current":{"teinte":"rouge"}}');
    await clone.commit({ [TEXT]: 'deux\n' });
    const outcome = await deploy({ site: `inconnu,${client.tenant.slug}`, brouillon: 'ensemble' });
    expect(outcome.refusal).toMatchObject({ code: 'sites', exit: 1 });
    expect(outcome.refusal?.details).toMatchObject({
      sites: [
        { site: 'inconnu', erreur: 'site_interdit' },
        { site: client.tenant.slug, ecrits: [TEXT], gardes: [SETTINGS], nouveau: true },
      ],
    });
    const draft = (await client.list()).find(({ role }) => role === 'brouillon');
    expect(await filesOf(client, String(draft?.id))).toMatchObject({
      [TEXT]: 'deux\n',
      [SETTINGS]: '{"current":{"teinte":"rouge"}}',
    });
  });
});
