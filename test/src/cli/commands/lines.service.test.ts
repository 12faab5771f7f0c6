import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { difference } from '../../../../src/cli/commands/difference.ts';
import { goBackCommand } from '../../../../src/cli/commands/go-back.ts';
import { list } from '../../../../src/cli/commands/list.ts';
import { publish } from '../../../../src/cli/commands/publish.ts';
import { pullCommand } from '../../../../src/cli/commands/pull.ts';
import { pushCommand } from '../../../../src/cli/commands/push.ts';
import { rehearse } from '../../../../src/cli/commands/rehearse.ts';
import { restore } from '../../../../src/cli/commands/restore.ts';
import { status } from '../../../../src/cli/commands/status.ts';
import { upgrade } from '../../../../src/cli/commands/upgrade.ts';
import { versions } from '../../../../src/cli/commands/versions.ts';
import { outside } from '../../../../src/cli/outside.ts';
import { type Client, createClient } from '../../../support/client.ts';
import { MINIMAL_THEME, sharedProgram, type TestProgram } from '../../../support/program.ts';
import { createThemeAuthor, type ThemeAuthor } from '../../../support/theme-author.ts';

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await sharedProgram();
});
afterAll(() => vitrine.close());

const TEXT = 'sections/texte.liquid';

interface Scene {
  readonly client: Client;
  readonly author: ThemeAuthor;
  /** Imports a theme whose text is its name. @returns its id */
  imported(nom: string): Promise<string>;
  /** Id of the working draft, which is made if there is none. */
  draft(): Promise<string>;
  text(id: string): Promise<string | undefined>;
  named(id: string): Promise<string | undefined>;
}

async function scene(): Promise<Scene> {
  const client = await createClient(vitrine);
  const environment = { VITRINE_ADRESSE: `http://127.0.0.1:${vitrine.port}`, VITRINE_CLE: client.tenant.key };
  return {
    client,
    author: await createThemeAuthor(environment),
    imported: async (nom) => {
      const body = { format: 'service-theme', format_version: 1, nom, fichiers: { ...MINIMAL_THEME, [TEXT]: nom } };
      return (await client.ask({ method: 'POST', path: '/api/themes/importer', body })).json().themeId;
    },
    draft: async () => (await client.themes('POST', { action: 'brouillon' })).json().themeId,
    text: async (id) => (await client.stored(id)).find(({ chemin }) => chemin === TEXT)?.contenu,
    named: async (id) => (await client.list()).find((theme) => theme.id === id)?.nom,
  };
}

const pull = ({ author }: Scene, word?: string, dossier = 't') =>
  author.run((context) => pullCommand(context, word, { dossier }), { answer: true });
const push = ({ author }: Scene, options: Parameters<typeof pushCommand>[2] = {}) =>
  author.run((context) => pushCommand(context, [], { dossier: 't', ...options }), { answer: true });
const publishFrom = ({ author }: Scene, word?: string, options: Parameters<typeof publish>[2] = {}) =>
  author.run((context) => publish(context, word, { dossier: 't', ...options }), { answer: true });
const remove = ({ client }: Scene, id: string) => client.ask({ method: 'DELETE', path: `/api/themes?id=${id}` });
const short = (id: string) => id.slice(0, 8);

/** A folder that follows the published Origo, and the site's working draft: a copy of Lune. */
async function twoLines(): Promise<Scene & { readonly origo: string; readonly lune: string; readonly ofLune: string }> {
  const at = await scene();
  const [lune, origo] = [await at.imported('Lune'), await at.imported('Origo')];
  await at.client.publish(lune);
  const ofLune = await at.draft();
  await at.client.publish(origo);
  await pull(at, 'publie');
  return { ...at, origo, lune, ofLune };
}

describe('a working draft of another line of descent', () => {
  it('gets nothing: pousser stops, says of which theme it is and since when, and its choices work', async () => {
    const at = await twoLines();
    const state = await at.author.read('t/.vitrine/etat.json');
    await at.author.write(`t/${TEXT}`, 'changé ici');
    const stopped = await push(at);
    expect(stopped.refusal).toMatchObject({ code: 'autre_lignee', exit: 1 });
    expect(stopped.questions).toEqual([]);
    expect(stopped.said).toMatch(
      /« Lune — brouillon » \(\w{8}\), fait de « Lune » \(\w{8}\) le \d\d\/\d\d\/\d{4} \d\d:\d\d : il n’est pas de la lignée de « Origo »/,
    );
    expect(stopped.said).toContain(`« vitrine supprimer ${short(at.ofLune)} --site ${at.client.tenant.slug} »`);
    expect(await at.text(at.ofLune)).toBe('Lune');
    expect(await at.author.read('t/.vitrine/etat.json')).toBe(state);
    expect(await at.author.read(`t/${TEXT}`)).toBe('changé ici');

    // The theme may be named: then it is meant.
    expect((await push(at, { publie: true })).refusal).toBe(null);
    expect(await at.text(at.origo)).toBe('changé ici');
    await at.author.write(`t/${TEXT}`, 'encore');
    await remove(at, at.ofLune);
    const pushed = await push(at);
    expect(pushed.result).toMatchObject({ theme: { nom: 'Origo — brouillon' }, envoyes: [TEXT] });
    expect([await at.text(at.origo), await at.text(await at.draft())]).toEqual(['changé ici', 'encore']);
  });

  it('stops suivre before it brings a file, and actualiser --appliquer', async () => {
    const { follow } = await import('../../../../src/cli/commands/follow.ts');
    const at = await twoLines();
    const followed = await at.author.run((context) => follow(context, { dossier: 't' }));
    expect(followed.refusal?.code).toBe('autre_lignee');
    const upgraded = await at.author.run((context) => upgrade(context, undefined, { dossier: 't', appliquer: true }));
    expect(upgraded.refusal?.code).toBe('autre_lignee');
    // A look is not stopped: it reaches the service, to which an imported theme has no origin.
    const seen = await at.author.run((context) => upgrade(context, undefined, { dossier: 't' }));
    expect(seen.refusal?.code).toBe('sans_origine');
    expect(await at.author.read(`t/${TEXT}`)).toBe('Origo');
  });

  it('that comes between the comparison and the lot gets nothing either', async () => {
    const at = await scene();
    const [origo, lune] = [await at.imported('Origo'), await at.imported('Lune')];
    await at.client.publish(origo);
    await pull(at, 'publie');
    await at.author.write(`t/${TEXT}`, 'changé ici');
    const { fetch } = outside;
    let ofLune = '';
    outside.fetch = async (input, init) => {
      if (init?.method === 'POST' && ofLune === '') {
        await at.client.publish(lune);
        ofLune = await at.draft();
        await at.client.publish(origo);
      }
      return fetch(input, init);
    };
    try {
      expect((await push(at)).refusal?.code).toBe('autre_lignee');
    } finally {
      outside.fetch = fetch;
    }
    expect(await at.text(ofLune)).toBe('Lune');
  });

  it('a public theme of another line is asked about before --publie sends to it', async () => {
    const at = await twoLines();
    await at.client.publish(at.lune);
    await at.author.write(`t/${TEXT}`, 'changé ici');
    const no = await at.author.run((context) => pushCommand(context, [], { dossier: 't', publie: true }), {
      answer: false,
    });
    expect([no.refusal?.code, no.questions]).toEqual([
      'decline',
      [expect.stringContaining('n’est pas de la lignée de')],
    ]);
    expect(await at.text(at.lune)).toBe('Lune');
  });
});

describe('a folder whose theme is not what it was', () => {
  const commands: [string, (at: Scene) => Promise<{ refusal: { code: string } | null }>][] = [
    ['pousser', (at) => push(at)],
    ['recuperer', (at) => pull(at)],
    ['difference', ({ author }) => author.run((context) => difference(context, { dossier: 't' }))],
    ['repeter', ({ author }) => author.run((context) => rehearse(context, undefined, { dossier: 't' }))],
    ['retablir', ({ author }) => author.run((context) => restore(context, '1', { dossier: 't' }), { answer: true })],
  ];

  it('a draft that somebody has published stops them all; naming it goes on, into a working draft of its line', async () => {
    const at = await scene();
    const id = await at.imported('Essai');
    await pull(at, 'Essai');
    await at.author.write(`t/${TEXT}`, 'changé ici');
    await at.client.publish(id);
    for (const [name, command] of commands)
      expect([name, (await command(at)).refusal?.code]).toEqual([name, 'theme_publie']);
    const { said } = await push(at);
    expect(said).toContain('a été publié depuis le dernier échange');
    expect(said).toContain('« vitrine recuperer publie --dossier t »');
    expect(await at.text(id)).toBe('Essai');
    expect((await pull(at, 'publie')).refusal).toBe(null);
    expect((await push(at)).result).toMatchObject({ theme: { nom: 'Essai — brouillon' }, envoyes: [TEXT] });
    expect(await at.text(id)).toBe('Essai');
  });

  it('a draft that is published between the comparison and the lot gets nothing, whatever is answered', async () => {
    const at = await scene();
    const id = await at.imported('Essai');
    await pull(at, 'Essai');
    await at.author.write(`t/${TEXT}`, 'changé ici');
    const { fetch } = outside;
    outside.fetch = async (input, init) => {
      if (init?.method === 'PUT') await at.client.publish(id);
      return fetch(input, init);
    };
    const raced = await push(at).finally(() => {
      outside.fetch = fetch;
    });
    expect([raced.refusal?.code, raced.questions]).toEqual(['theme_publie', []]);
    expect(raced.said).toContain('« vitrine recuperer publie --dossier t »');
    expect(await at.text(id)).toBe('Essai');
  });

  it('a draft that was published and replaced stops them all: its second folder does not go on into it', async () => {
    const at = await scene();
    await at.client.publish(await at.imported('Essai'));
    const first = await at.draft();
    await pull(at, short(first));
    await at.client.publish(first);
    const second = await at.draft();
    await at.client.publish(second);
    await at.author.write(`t/${TEXT}`, 'changé ici');
    for (const [name, command] of commands)
      expect([name, (await command(at)).refusal?.code]).toEqual([name, 'theme_remplace']);
    expect((await publishFrom(at)).refusal?.code).toBe('theme_remplace');
    expect(await at.text(first)).toBe('Essai');
    // statut says so before, and lister shows what each draft is.
    const standing = await at.author.run((context) => status(context, { dossier: 't' }));
    expect(standing.result).toMatchObject({ theme: { situation: 'remplace' }, arret: 'theme_remplace' });
    expect(standing.said).toContain('« vitrine pousser » s’arrêtera : « Essai');
    expect(standing.said).toContain('« vitrine recuperer publie --dossier t »');
    expect(standing.said).not.toContain('(« vitrine pousser »)');
    const next = await at.draft();
    const listed = await at.author.run((context) => list(context, { dossier: 't' }));
    expect(listed.said).toMatch(new RegExp(`${short(next)} +travail`));
    await remove(at, next);
    // Named, it is a draft as any other, from then on.
    expect((await pull(at, first)).refusal).toBe(null);
    expect((await push(at)).refusal).toBe(null);
    expect([await at.text(first), await at.text(second)]).toEqual(['changé ici', 'Essai']);
  });

  it('another theme that is named takes its place in the folder, and everything that it replaces is kept', async () => {
    const at = await scene();
    await at.client.publish(await at.imported('Essai'));
    const draft = await at.draft();
    await pull(at, short(draft));
    await at.author.write(`t/${TEXT}`, 'poussé');
    await push(at);
    await remove(at, draft);
    expect((await pull(at, 'publie')).refusal).toBe(null);
    expect(await at.author.read(`t/${TEXT}`)).toBe('Essai');
    const names = await readdir(join(at.author.folder, 't/.vitrine/corbeille'), { recursive: true });
    const kept = names.filter((name) => name.endsWith(TEXT));
    expect(await at.author.read(`t/.vitrine/corbeille/${kept[0]}`)).toBe('poussé');
  });

  it('a published theme in whose place another is published stops them all', async () => {
    const at = await scene();
    const [id, other] = [await at.imported('Essai'), await at.imported('Autre')];
    await at.client.publish(id);
    await pull(at, 'publie');
    await at.client.publish(other);
    for (const [name, command] of commands)
      expect([name, (await command(at)).refusal?.code]).toEqual([name, 'theme_remplace']);
    expect((await push(at)).said).toContain('« Autre »');
    expect((await push(at)).said).toContain('il n’en descend pas');
  });

  it('a theme that is gone is told with where its line goes on', async () => {
    const at = await scene();
    const id = await at.imported('Essai');
    await at.client.publish(id);
    await pull(at, 'publie');
    const next = await at.draft();
    await at.client.publish(next);
    await remove(at, id);
    const { refusal, said } = await push(at);
    expect(refusal?.code).toBe('theme_introuvable');
    expect(said).toContain('« Essai »');
    expect(said).toContain('« vitrine recuperer publie --dossier t »');
  });

  it('what an older client has kept is read, and learned at the next exchange', async () => {
    const at = await scene();
    const id = await at.imported('Essai');
    await pull(at, 'Essai');
    const path = 't/.vitrine/etat.json';
    const { theme, ...rest } = JSON.parse((await at.author.read(path)) ?? '');
    expect(theme).toEqual({ id, nom: 'Essai', lignee: id, situation: 'brouillon' });
    await at.author.write(path, JSON.stringify({ ...rest, theme: { id, nom: 'Essai' } }));
    expect((await pull(at)).refusal).toBe(null);
    expect(JSON.parse((await at.author.read(path)) ?? '').theme).toEqual(theme);
    // A theme that was replaced is none to go on with unasked.
    await at.author.write(path, JSON.stringify({ ...rest, theme: { id, nom: 'Essai' } }));
    await at.client.publish(id);
    await at.client.publish(await at.draft());
    expect((await pull(at)).refusal?.code).toBe('theme_remplace');
  });
});

describe('publish, edit, push, publish', () => {
  it('goes on in one folder without a stop, and the public theme keeps its name', async () => {
    const at = await scene();
    await at.imported('Essai');
    await pull(at, 'Essai');
    await publishFrom(at);
    for (const text of ['un', 'deux', 'trois']) {
      await at.author.write(`t/${TEXT}`, text);
      const pushed = await push(at);
      expect(pushed.result).toMatchObject({ theme: { nom: 'Essai — brouillon' }, envoyes: [TEXT] });
      const published = await publishFrom(at);
      expect(published.questions).toEqual([
        expect.stringMatching(/à la place de « Essai » \(\w{8}\), sous le nom « Essai » \?$/),
      ]);
      // Its name means the published theme, and none of those that had it before.
      expect((await at.author.run((context) => versions(context, 'Essai', {}))).refusal).toBe(null);
      const now = (await at.client.list()).find(({ role }) => role === 'publie');
      expect([now?.nom, await at.text(now?.id ?? '')]).toEqual(['Essai', text]);
    }
  });

  it('--garder-nom declines the name, and a draft of another line keeps its own without the suffix', async () => {
    const at = await twoLines();
    await at.client.themes('PATCH', { id: at.ofLune, nom: 'Lune d’été — brouillon' });
    const published = await publishFrom(at, short(at.ofLune));
    expect(published.questions).toEqual([expect.stringContaining('sous le nom « Lune d’été » ?')]);
    expect(await at.named(at.ofLune)).toBe('Lune d’été');
    const next = await at.draft();
    await publishFrom(at, short(next), { garderNom: true });
    expect(await at.named(next)).toBe('Lune d’été — brouillon');
  });

  it('publishes nothing where another theme is published than the question named; a lost answer is no failure', async () => {
    const at = await scene();
    const [first, second, third] = [await at.imported('Un'), await at.imported('Deux'), await at.imported('Trois')];
    await at.client.publish(first);
    await pull(at, 'Deux');
    const { fetch } = outside;
    outside.fetch = async (input, init) => {
      if (init?.method === 'PATCH') await at.client.publish(third);
      return fetch(input, init);
    };
    const raced = await publishFrom(at).finally(() => {
      outside.fetch = fetch;
    });
    expect(raced.refusal?.code).toBe('modifie_entre_temps');
    let lost = 0;
    outside.fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method === 'PATCH' && lost++ === 0) throw new TypeError('fetch failed');
      return response;
    };
    const published = await publishFrom(at).finally(() => {
      outside.fetch = fetch;
    });
    expect([published.refusal, lost]).toEqual([null, 2]);
    expect((await at.client.list())[0]).toMatchObject({ id: second, role: 'publie' });
  });

  it('revenir to the theme that the folder follows is no surprise for the folder', async () => {
    const at = await scene();
    const [id, other] = [await at.imported('Essai'), await at.imported('Autre')];
    await at.client.publish(id);
    await at.client.publish(other);
    await pull(at, 'Essai');
    await at.author.run((context) => goBackCommand(context, { dossier: 't' }), { answer: true });
    await at.author.write(`t/${TEXT}`, 'changé ici');
    expect((await push(at)).result).toMatchObject({ theme: { nom: 'Essai — brouillon' } });
  });

  it('what revenir or publier replaces from the folder that follows it is told, and no surprise for the folder', async () => {
    const at = await scene();
    await at.imported('Essai');
    await pull(at, 'Essai');
    await publishFrom(at);
    await at.author.write(`t/${TEXT}`, 'un');
    await push(at);
    await publishFrom(at);
    const back = await at.author.run((context) => goBackCommand(context, { dossier: 't' }), { answer: true });
    expect(back.said).toMatch(/Ce dossier suit toujours « Essai » .*« vitrine recuperer publie --dossier t »/);
    await at.author.write(`t/${TEXT}`, 'deux');
    const pushed = await push(at);
    expect(pushed.result).toMatchObject({ theme: { role: 'brouillon' }, envoyes: [TEXT] });
    expect((await publishFrom(at)).refusal).toBe(null);

    const other = await at.imported('Autre');
    const published = await publishFrom(at, other);
    expect(published.said).toContain('« vitrine pousser --dossier t » continue avec lui');
    await at.author.write(`t/${TEXT}`, 'trois');
    expect((await push(at)).result).toMatchObject({ theme: { nom: 'Essai', role: 'brouillon' }, envoyes: [TEXT] });
  });

  it('a publication from the folder does not hide what somebody else has done before', async () => {
    const at = await scene();
    const [id, other, third] = [await at.imported('Un'), await at.imported('Deux'), await at.imported('Trois')];
    await at.client.publish(id);
    await pull(at, 'Un');
    await at.client.publish(other);
    await publishFrom(at, third);
    expect((await push(at)).refusal?.code).toBe('theme_remplace');
  });
});

describe('versions', () => {
  it('lead on to what was made of a theme, and back to what it was made of', async () => {
    const at = await scene();
    const id = await at.imported('Essai');
    await at.client.publish(id);
    const draft = await at.draft();
    const shown = async (word: string) => (await at.author.run((context) => versions(context, word, {}))).said;
    expect(await shown(id)).toContain(`est fait de la version 1 de ce thème : « vitrine versions ${short(draft)} »`);
    expect(await shown(draft)).toMatch(
      new RegExp(
        `Ce thème est fait de la version 1 de « Essai » \\(${short(id)}\\) : « vitrine versions ${short(id)} »`,
      ),
    );
  });
});

describe('a theme with a layout that cannot be read', () => {
  const LAYOUT = 'layout/theme.liquid';
  const broken = async (client: Client, nom: string) => {
    const fichiers = { ...MINIMAL_THEME, [LAYOUT]: '<main>\n{% if %}' };
    const body = { format: 'service-theme', format_version: 1, nom, fichiers };
    return (await client.ask({ method: 'POST', path: '/api/themes/importer', body })).json().themeId as string;
  };

  it('is not published by publier, which names the place; mended, it is', async () => {
    const here = await scene();
    const id = await broken(here.client, 'Orme');
    const refused = await publishFrom(here, 'Orme');
    expect(refused.refusal).toMatchObject({ code: 'pages_en_erreur', exit: 1 });
    expect(refused.refusal?.message).toContain('aucune page ne s’affiche');
    expect(refused.refusal?.message).toContain(`${LAYOUT}:2:`);
    expect(await here.client.list()).toMatchObject([{ id, role: 'brouillon' }]);
    await here.client.put(id, LAYOUT, '{{ content_for_layout }}');
    expect((await publishFrom(here, 'Orme')).refusal).toBeNull();
    expect(await here.client.list()).toMatchObject([{ id, role: 'publie' }]);
  });
});
