import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { difference } from '../../../../src/cli/commands/difference.ts';
import { init } from '../../../../src/cli/commands/init.ts';
import { publish } from '../../../../src/cli/commands/publish.ts';
import { pullCommand } from '../../../../src/cli/commands/pull.ts';
import { pushCommand } from '../../../../src/cli/commands/push.ts';
import { outside } from '../../../../src/cli/outside.ts';
import { createClient } from '../../../support/client.ts';
import { ownEnvironment } from '../../../support/environment.ts';
import { type FollowedTheme, followTheme } from '../../../support/followed-theme.ts';
import { adminJson } from '../../../support/operator.ts';
import { MINIMAL_THEME, sharedProgram, type TestProgram } from '../../../support/program.ts';
import { publishTheme } from '../../../support/published-theme.ts';
import { createThemeAuthor, type ThemeAuthor } from '../../../support/theme-author.ts';

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await sharedProgram();
});
afterAll(() => vitrine.close());

const VITRINE = fileURLToPath(new URL('../../../../src/cli/vitrine.ts', import.meta.url));
const address = () => `http://127.0.0.1:${vitrine.port}`;

const INDEX = 'templates/index.json';
const TEXT = 'sections/texte.liquid';

/** A site with a draft of these files, and an author who has pulled it into `t`. */
const scene = (files?: Readonly<Record<string, string>>) => followTheme(vitrine, files);

const pull = (author: ThemeAuthor, options: Parameters<typeof pullCommand>[2] = {}, word?: string) =>
  author.run((context) => pullCommand(context, word, { dossier: 't', ...options }));
const push = (author: ThemeAuthor, options: Parameters<typeof pushCommand>[2] = {}, answer?: boolean) =>
  author.run(
    (context) => pushCommand(context, [], { dossier: 't', ...options }),
    answer === undefined ? {} : { answer },
  );

const stored = async ({ client, themeId }: Pick<FollowedTheme, 'client' | 'themeId'>) =>
  Object.fromEntries((await client.stored(themeId)).map(({ chemin, contenu }) => [chemin, contenu]));

/** Instants at which a command dies, by what they are: what it does instead of its operations on files. */
const DEATHS = {
  'while the new files are written aside': `
    let begun = 0;
    outside.open = (path, ...more) => String(path).includes('/.vitrine/tmp/') && ++begun > 3 ? die() : real.open(path, ...more);`,
  'once the changes are announced': `
    outside.rename = async (from, to) => {
      await real.rename(from, to);
      if (to.endsWith('/etat.json') && !readFileSync(to, 'utf8').includes('"enCours": {}')) die();
    };`,
  'while the files are replaced': `
    outside.renameSync = (from, to) => {
      real.renameSync(from, to);
      if (to.endsWith('/t/assets/f0.css')) die();
    };`,
};

/** Address of a module that kills its process at this instant. */
const dyingAt = (instant: string): string =>
  `data:text/javascript,${encodeURIComponent(`
    import { readFileSync } from 'node:fs';
    import { outside } from '${new URL('../../../../src/cli/outside.ts', import.meta.url)}';
    const real = { ...outside };
    const die = () => process.kill(process.pid, 'SIGKILL');
    ${instant}`)}`;

/** Size, time and inode of every file below a folder: what a command has touched. */
async function traces(folder: string): Promise<Record<string, string>> {
  const entries = (await readdir(folder, { recursive: true })).sort();
  const stats = await Promise.all(entries.map((name) => lstat(join(folder, name))));
  return Object.fromEntries(
    entries.flatMap((name, index) => {
      const stat = stats[index];
      return stat?.isFile() ? [[name, `${stat.size} ${stat.mtimeMs} ${stat.ino}`]] : [];
    }),
  );
}

describe('recuperer and pousser', () => {
  it('carry each other’s changes; a JSON file that both have changed has both changes', async () => {
    const { client, author, themeId } = await scene();
    await author.write(`t/${TEXT}`, 'changé ici');
    await author.write(`t/${INDEX}`, '{"sections":{"a":{"type":"texte"}},"order":["a"],"ici":1}');
    await client.put(themeId, INDEX, '{"sections":{"a":{"type":"texte"}},"order":["a"],"service":{"__proto__":2}}');
    await client.put(themeId, 'assets/neuf.css', 'a{}');
    const differing = await author.run((context) => difference(context, { dossier: 't' }));
    expect(differing.refusal).toBe(null);
    expect(differing.said).toContain(`${INDEX} : changé des deux côtés, se fusionne`);
    expect(differing.said).toContain('2 changements attendent « vitrine pousser »');
    const pushed = await push(author);
    expect(pushed.refusal).toBe(null);
    expect(pushed.result).toMatchObject({
      envoyes: [TEXT, INDEX],
      fusionnes: [INDEX],
      a_recuperer: ['assets/neuf.css'],
    });
    const merged = '{"sections":{"a":{"type":"texte"}},"order":["a"],"service":{"__proto__":2},"ici":1}';
    const now = await stored({ client, themeId });
    expect(JSON.parse(now[INDEX] ?? '')).toEqual(JSON.parse(merged));
    expect(now[TEXT]).toBe('changé ici');
    expect(await author.read(`t/${INDEX}`)).toBe(now[INDEX]);
    expect((await pull(author)).result).toMatchObject({ recuperes: ['assets/neuf.css'], fusionnes: [], conflits: [] });
    expect(await author.read('t/assets/neuf.css')).toBe('a{}');
    expect((await author.run((context) => difference(context, { dossier: 't' }))).said).toContain('Aucune différence');
  });

  it('a text that both have changed in different places has both changes, here and there', async () => {
    const lines = (first: string, last: string) => `<p>${first}</p>\n<hr>\n<p>${last}</p>\n`;
    const at = await scene({ ...MINIMAL_THEME, [TEXT]: lines('un', 'trois'), 'assets/a.css': 'a{}\n\nb{}\n' });
    const { client, author, themeId } = at;
    await author.write(`t/${TEXT}`, lines('un', 'd’ici'));
    await client.put(themeId, TEXT, lines('d’un éditeur', 'trois'));
    const pushed = await push(author);
    expect(pushed.result).toMatchObject({ envoyes: [TEXT], fusionnes: [TEXT] });
    const both = lines('d’un éditeur', 'd’ici');
    expect([(await stored(at))[TEXT], await author.read(`t/${TEXT}`)]).toEqual([both, both]);

    await author.write('t/assets/a.css', 'a{}\n\nb{color:red}\n');
    await client.put(themeId, 'assets/a.css', 'a{color:red}\n\nb{}\n');
    expect((await pull(author)).result).toMatchObject({ fusionnes: ['assets/a.css'], conflits: [] });
    expect(await author.read('t/assets/a.css')).toBe('a{color:red}\n\nb{color:red}\n');
    expect((await push(author)).result).toMatchObject({ envoyes: ['assets/a.css'], fusionnes: [] });
  });

  it('what is refused only once it is merged is merged here by recuperer, to be mended', async () => {
    const lines = (first: string, last: string) => `${first}\n<hr>\n${last}\n`;
    const at = await scene({
      ...MINIMAL_THEME,
      [TEXT]: lines('{% if true %}a{% endif %}', '{% if true %}b{% endif %}'),
    });
    const { client, author, themeId } = at;
    await author.write(`t/${TEXT}`, lines('{% if true %}a{% endif %}', '{% if true %}'));
    await client.put(themeId, TEXT, lines('', '{% if true %}b{% endif %}'));
    const pushed = await push(author);
    expect(pushed.refusal?.code).toBe('lot_refuse');
    expect(pushed.said).toContain(`Refusé tel que fusionné avec le changement du service : ${TEXT}.`);
    expect((await pull(author)).result).toMatchObject({ fusionnes: [TEXT] });
    expect(await author.read(`t/${TEXT}`)).toBe(lines('', '{% if true %}'));
  });

  it('a conflict is shown and nothing is written over; --forcer keeps the other version in the trash', async () => {
    const at = await scene();
    const { client, author, themeId } = at;
    await author.write(`t/${TEXT}`, 'd’ici');
    await client.put(themeId, TEXT, 'd’un éditeur');
    const before = await stored(at);
    const pushed = await push(author);
    expect(pushed.refusal).toMatchObject({ code: 'conflit', exit: 3 });
    expect(pushed.said).toContain(
      `${TEXT}:1 : changé ici et sur le service\n<<<<<<< ici\nd’ici\n||||||| dernier échange\nbonjour\n=======\nd’un éditeur\n>>>>>>> service`,
    );
    expect(await stored(at)).toEqual(before);
    expect((await pull(author)).refusal).toMatchObject({ code: 'conflit', exit: 3 });
    expect(await author.read(`t/${TEXT}`)).toBe('d’ici');

    const forced = await push(author, { forcer: true });
    expect(forced.refusal).toBe(null);
    expect((await stored(at))[TEXT]).toBe('d’ici');
    const kept = await readdir(join(author.folder, 't/.vitrine/corbeille'), { recursive: true });
    expect(kept.some((name) => name.endsWith(`service/${TEXT}`))).toBe(true);

    await author.write(`t/${TEXT}`, 'encore d’ici');
    await client.put(themeId, TEXT, 'encore d’un éditeur');
    const taken = await pull(author, { forcer: true });
    expect(taken.refusal).toBe(null);
    expect(taken.said).toContain(`Vos versions sont gardées dans .vitrine/corbeille : ${TEXT}.`);
    expect(await author.read(`t/${TEXT}`)).toBe('encore d’un éditeur');
    const trash = (await readdir(join(author.folder, 't/.vitrine/corbeille'), { recursive: true })).filter(
      (name) => name.endsWith(TEXT) && !name.includes('service'),
    );
    expect(await author.read(`t/.vitrine/corbeille/${trash[0]}`)).toBe('encore d’ici');
  });

  it('an editor who is faster than the lot is not written over: it is refused whole and compared again', async () => {
    const at = await scene();
    const { client, author, themeId } = at;
    await author.write(`t/${TEXT}`, '');
    // The question about the emptied file stands between the comparison and the lot.
    const raced = await author.run(
      (context) =>
        pushCommand(
          {
            ...context,
            terminal: {
              ...context.terminal,
              confirm: async () => (await client.put(themeId, TEXT, 'd’un éditeur')).status === 200,
            },
          },
          [],
          { dossier: 't' },
        ),
      { answer: true },
    );
    expect(raced.refusal).toMatchObject({ code: 'conflit' });
    expect((await stored(at))[TEXT]).toBe('d’un éditeur');
    expect(await author.read(`t/${TEXT}`)).toBe('');
  });

  it('a lot whose answer got lost is not taken for somebody else’s, and is told as sent', async () => {
    const at = await scene();
    await at.author.write(`t/${TEXT}`, 'envoyé');
    const { fetch } = outside;
    let lost = 0;
    outside.fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method === 'PUT' && lost++ === 0) throw new TypeError('fetch failed');
      return response;
    };
    try {
      expect((await push(at.author)).result).toMatchObject({ envoyes: [TEXT] });
    } finally {
      outside.fetch = fetch;
    }
    expect(lost).toBe(2);
    expect((await stored(at))[TEXT]).toBe('envoyé');
    expect((await push(at.author)).said).toContain('rien n’a été envoyé');
  });

  it('a file that is named must be one of the theme; the address may be named as in connexion', async () => {
    const { author } = await scene();
    for (const [file, why] of [
      ['t/sections/faute.liquid', 'n’existe pas'],
      ['t/notes.txt', 'Aucun ne prend de fichiers .txt : layout .liquid, '],
      ['t/assets/app.js', 'Le dossier « assets » ne prend que des fichiers .css et .svg.'],
      ['t/theme.css', 'Un fichier .css va dans assets.'],
      ['t/sections/Mon Été.liquid', '« Mon-Ete.liquid » convient.'],
    ] as const) {
      const named = await author.run((context) => pushCommand(context, [file], { dossier: 't' }));
      expect(named.refusal).toMatchObject({ exit: 2, message: expect.stringContaining(file) });
      expect(named.refusal?.message).toContain(why);
    }
    expect((await push(author, { adresse: `127.0.0.1:${vitrine.port}` })).refusal).toBe(null);
    expect((await push(author, { adresse: '127.0.0.1:1' })).refusal?.code).toBe('autre_adresse');
  });

  it('each file that is none of the theme is named once, with what its folder takes; not what editors leave', async () => {
    const { author } = await scene();
    const others = ['assets/app.js', 'assets/.app.js.swp', 'photo.png', 'README.md', 'sections/Ma Section.liquid'];
    for (const path of others) await author.write(`t/${path}`, 'x');
    await author.write('t/assets/a.css', 'a{}');
    const { said, result } = await push(author);
    expect(result).toMatchObject({
      envoyes: ['assets/a.css'],
      ignores: [
        { chemin: 'assets/app.js', code: 'extension' },
        { chemin: 'photo.png', code: 'hors_dossier' },
        { chemin: 'sections/Ma Section.liquid', code: 'nom' },
      ],
    });
    expect(said.match(/^.*pas envoyé.*$/gm)).toEqual([
      'assets/app.js : pas envoyé. Le dossier « assets » ne prend que des fichiers .css et .svg.',
      expect.stringMatching(
        /^photo\.png : pas envoyé\. .*Aucun ne prend de fichiers \.png : layout \.liquid, .*assets \.css et \.svg/,
      ),
      expect.stringMatching(/^sections\/Ma Section\.liquid : pas envoyé\. .*« Ma-Section\.liquid » convient\.$/),
    ]);
  });

  it('a folder that has files and follows nothing is filled after a yes, and none of its files is written over', async () => {
    const { author, themeId } = await scene();
    await author.write(`autre/${TEXT}`, 'à moi');
    const bring = (answer?: boolean) =>
      author.run(
        (context) => pullCommand(context, themeId, { dossier: 'autre' }),
        answer === undefined ? {} : { answer },
      );
    expect((await bring(false)).refusal?.code).toBe('decline');
    expect(await readdir(join(author.folder, 'autre'))).toEqual(['sections']);
    const brought = await bring(true);
    expect(brought.questions).toEqual([expect.stringContaining('a déjà des fichiers, et ne suit aucun thème')]);
    expect(brought.refusal?.details).toMatchObject({ conflits: [TEXT] });
    expect(await author.read(`autre/${TEXT}`)).toBe('à moi');
    // A clone that has nothing yet is no folder with files.
    await author.write('clone/.git/HEAD', '');
    expect((await author.run((context) => pullCommand(context, themeId, { dossier: 'clone' }))).questions).toEqual([]);
  });

  it('an emptied file is asked about, and stays as it was without a yes', async () => {
    const at = await scene();
    await at.author.write(`t/${TEXT}`, '');
    const refused = await push(at.author, {}, false);
    expect(refused.refusal?.code).toBe('decline');
    expect(refused.said).toContain(`${TEXT} : ce fichier est vide`);
    expect((await stored(at))[TEXT]).toBe('bonjour');
    expect((await push(at.author, {}, true)).refusal).toBe(null);
    expect((await stored(at))[TEXT]).toBe('');
  });

  it('a removal here needs --supprimer; a removal there goes to the trash; neither takes a changed file along', async () => {
    const at = await scene({ ...MINIMAL_THEME, 'assets/a.css': 'a{}', 'assets/b.css': 'b{}', 'assets/c.css': 'c{}' });
    const { client, author, themeId } = at;
    await rm(join(author.folder, 't/assets/a.css'));
    expect((await push(author)).result).toMatchObject({ envoyes: [], supprimes: [], non_supprimes: ['assets/a.css'] });
    expect((await stored(at))['assets/a.css']).toBe('a{}');
    expect((await push(author, { supprimer: true })).result).toMatchObject({ supprimes: ['assets/a.css'] });
    expect((await stored(at))['assets/a.css']).toBe(undefined);

    await author.write('t/assets/c.css', 'c{color:red}');
    for (const path of ['assets/b.css', 'assets/c.css']) {
      await client.files(themeId, { method: 'DELETE', query: `?chemin=${path}` });
    }
    const pulled = await pull(author);
    expect(pulled.refusal?.details).toMatchObject({ supprimes: ['assets/b.css'], conflits: ['assets/c.css'] });
    expect(await author.read('t/assets/b.css')).toBe(null);
    expect(await author.read('t/assets/c.css')).toBe('c{color:red}');
    const kept = await readdir(join(author.folder, 't/.vitrine/corbeille'), { recursive: true });
    expect(kept.some((name) => name.endsWith('assets/b.css'))).toBe(true);
  });

  it.each([
    ['is not removed there', { supprimer: true }, null],
    ['is not said to be removed', {}, null],
    ['is in no conflict', {}, 'd’un éditeur\n\nb{}\n'],
  ])('a file that an editor takes away for a moment to save it %s', async (_what, options, there) => {
    const at = await scene({ ...MINIMAL_THEME, 'assets/a.css': 'a{}\n\nb{}\n' });
    if (there !== null) await at.client.put(at.themeId, 'assets/a.css', there);
    await rm(join(at.author.folder, 't/assets/a.css'));
    const { sleep } = outside;
    // The command waits before it believes what it sees.
    outside.sleep = async (...pause) => {
      outside.sleep = sleep;
      await at.author.write('t/assets/a.css', 'a{}\n\nc{}\n');
      return sleep(...pause);
    };
    try {
      expect((await push(at.author, options)).result).toMatchObject({
        envoyes: ['assets/a.css'],
        supprimes: [],
        non_supprimes: [],
      });
    } finally {
      outside.sleep = sleep;
    }
    expect((await stored(at))['assets/a.css']).toBe(there === null ? 'a{}\n\nc{}\n' : 'd’un éditeur\n\nc{}\n');
  });

  it('a theme that somebody deletes, or a key that is revoked, takes nothing away here', async () => {
    const { client, author, themeId } = await scene();
    await author.write(`t/${TEXT}`, 'd’ici');
    const before = await traces(join(author.folder, 't'));
    await client.sql('UPDATE cles SET revoquee_le = now() WHERE compte_id = $1', [client.tenant.accountId]);
    for (const command of [pull, push]) expect((await command(author)).refusal?.code).toBe('unauthorized');
    await client.sql('UPDATE cles SET revoquee_le = NULL WHERE compte_id = $1', [client.tenant.accountId]);
    expect((await client.ask({ method: 'DELETE', path: `/api/themes?id=${themeId}` })).status).toBe(200);
    for (const command of [pull, push])
      expect((await command(author, { forcer: true })).refusal?.code).toBe('theme_introuvable');
    expect(await traces(join(author.folder, 't'))).toEqual(before);
  });

  it('a removal here of what was changed there is never passed over in silence, and needs --forcer and --supprimer', async () => {
    const at = await scene({ ...MINIMAL_THEME, 'assets/a.css': 'a{}' });
    await rm(join(at.author.folder, 't/assets/a.css'));
    await at.client.put(at.themeId, 'assets/a.css', 'd’un éditeur');
    expect((await push(at.author, { supprimer: true })).refusal?.code).toBe('conflit');
    expect((await push(at.author, { forcer: true })).result).toMatchObject({ non_supprimes: ['assets/a.css'] });
    expect((await stored(at))['assets/a.css']).toBe('d’un éditeur');
    const forced = await push(at.author, { forcer: true, supprimer: true });
    expect(forced.result).toMatchObject({ supprimes: ['assets/a.css'] });
    const kept = await readdir(join(at.author.folder, 't/.vitrine/corbeille'), { recursive: true });
    expect(kept.some((name) => name.endsWith('service/assets/a.css'))).toBe(true);
  });

  it('a refused lot writes nothing and tells each refusal at file:line:column', async () => {
    const at = await scene();
    const before = await stored(at);
    await at.author.write(`t/${TEXT}`, 'bon\n  {% if %}');
    await at.author.write('t/config/faux.json', '{"a": ]}');
    await at.author.write('t/assets/bon.css', 'a{}');
    const { said, refusal } = await push(at.author);
    expect(refusal).toMatchObject({ code: 'lot_refuse', exit: 1 });
    expect(said).toMatch(/^t\/config\/faux\.json:1:7: \S/m);
    expect(said).toMatch(/^t\/sections\/texte\.liquid:2:\d+: \S/m);
    expect(await stored(at)).toEqual(before);
  });

  it('a push of 120 files of 20 KB takes one request; recuperer of the same writes nothing when nothing changed', async () => {
    const at = await scene();
    const { author, client } = at;
    const many = 120 - Object.keys(MINIMAL_THEME).length;
    for (let n = 0; n < many; n++) await author.write(`t/assets/f${n}.css`, `/* ${n} */${'x'.repeat(20_000)}`);
    const writes = (await client.list())[0]?.maj_le;
    const requests: string[] = [];
    const { fetch } = outside;
    outside.fetch = (input, init) => {
      requests.push(`${init?.method} ${new URL(String(input)).pathname.replace(at.themeId, 'T')}`);
      return fetch(input, init);
    };
    try {
      expect((await push(author)).result).toMatchObject({ envoyes: { length: many } });
      expect(requests.filter((request) => !request.startsWith('GET'))).toEqual(['PUT /api/themes/T/fichiers']);
      requests.length = 0;
      expect((await push(author)).said).toContain('rien n’a été envoyé');
      expect(requests).toEqual(['GET /api/themes', 'GET /api/themes/T/fichiers']);
    } finally {
      outside.fetch = fetch;
    }
    expect((await client.list())[0]?.maj_le).not.toBe(writes);
    const before = await traces(join(author.folder, 't'));
    expect((await pull(author)).said).toContain('Rien à récupérer');
    expect(await traces(join(author.folder, 't'))).toEqual(before);
    expect(Object.keys(before).filter((name) => !name.startsWith('.vitrine/'))).toHaveLength(120);
  });

  it('a published theme is not pushed to by accident: changes go to the working draft, which the folder follows then', async () => {
    const client = await createClient(vitrine);
    const themeId = await publishTheme(vitrine, client.tenant.siteId);
    const author = await createThemeAuthor({
      VITRINE_ADRESSE: address(),
      VITRINE_CLE: client.tenant.key,
    });
    await pull(author, {}, 'publie');
    expect((await push(author)).said).toContain('rien n’a été envoyé');
    expect(await client.list()).toHaveLength(1);

    await author.write(`t/${TEXT}`, 'au brouillon');
    const pushed = await push(author);
    expect(pushed.said).toContain('brouillon de travail');
    const draft = (await client.list()).find(({ role }) => role === 'brouillon');
    expect(pushed.result).toMatchObject({ theme: { id: draft?.id, role: 'brouillon' }, envoyes: [TEXT] });
    expect((await stored({ client, themeId }))[TEXT]).toBe('bonjour');
    expect((await stored({ client, themeId: draft?.id ?? '' }))[TEXT]).toBe('au brouillon');

    await author.write(`t/${TEXT}`, 'en direct');
    const direct = (answer?: boolean) => push(author, { theme: 'publie' }, answer);
    expect((await direct(false)).questions).toEqual([expect.stringContaining('est publié, les visiteurs le voient')]);
    expect((await stored({ client, themeId }))[TEXT]).toBe('bonjour');

    expect(
      (await author.run((context) => publish(context, undefined, { dossier: 't' }), { answer: false })).questions,
    ).toEqual([expect.stringContaining('Publier')]);
    const published = await author.run((context) => publish(context, undefined, { dossier: 't' }), { answer: true });
    expect(published.said).toContain('1 changement d’ici n’est pas poussé');
    expect((await client.list()).find(({ role }) => role === 'publie')?.id).toBe(draft?.id);
    expect((await push(author, { publie: true })).result).toMatchObject({ envoyes: [TEXT], theme: { id: draft?.id } });
  });

  it('a pull that is killed at any instant leaves whole files, and the next command goes on without losing an edit', async () => {
    const names = Array.from({ length: 6 }, (_, n) => `assets/f${n}.css`);
    const version = (mark: string) =>
      Object.fromEntries(names.map((name) => [name, `/* ${mark} ${name} */`.repeat(200)]));
    const { client, author, themeId } = await scene({ ...MINIMAL_THEME, ...version('0') });
    await author.write(`t/${TEXT}`, 'édité ici');
    let mark = 0;
    for (const instant of Object.values(DEATHS)) {
      const before = version(String(mark++));
      const after = version(String(mark));
      await client.lot(themeId, { ecrire: after });
      const pulling = spawn(process.execPath, [`--import=${dyingAt(instant)}`, VITRINE, 'recuperer'], {
        cwd: join(author.folder, 't'),
        env: ownEnvironment({ VITRINE_ADRESSE: address(), VITRINE_CLE: client.tenant.key }),
        stdio: 'ignore',
      });
      expect(await once(pulling, 'exit')).toEqual([null, 'SIGKILL']);
      for (const name of names) expect([before[name], after[name]]).toContain(await author.read(`t/${name}`));
      // An editor goes on meanwhile: what was taken without a note of it must not pass for an edit of the author's.
      const next = version(String(++mark));
      await client.lot(themeId, { ecrire: next });
      const pulled = await pull(author);
      expect(pulled.refusal).toBe(null);
      expect(pulled.result).toMatchObject({ changes_ici: [TEXT] });
      for (const name of names) expect(await author.read(`t/${name}`)).toBe(next[name]);
      expect(await author.read(`t/${TEXT}`)).toBe('édité ici');
    }
  });

  it('a disk that takes no more leaves every file as it was, and is told; the next command goes on', async () => {
    const { client, author, themeId } = await scene();
    const folder = join(author.folder, 't');
    const before = await traces(folder);
    await client.lot(themeId, { ecrire: { [TEXT]: 'd’un éditeur', 'assets/long.css': 'x'.repeat(400_000) } });
    // Files may have so many KiB at most: the system refuses the rest as it does on a full disk.
    const pulling = spawn('bash', ['-c', `ulimit -f 300; exec "${process.execPath}" "${VITRINE}" recuperer --json`], {
      cwd: folder,
      env: ownEnvironment({ VITRINE_ADRESSE: address(), VITRINE_CLE: client.tenant.key, NODE_COMPILE_CACHE: '' }),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [said] = await Promise.all([text(pulling.stdout), once(pulling, 'exit')]);
    expect(JSON.parse(said)).toMatchObject({ erreur: 'disque' });
    const after = await traces(folder);
    for (const name of Object.keys(before).filter((name) => !name.startsWith('.vitrine/'))) {
      expect(after[name]).toBe(before[name]);
    }
    expect((await pull(author)).result).toMatchObject({ recuperes: ['assets/long.css', TEXT], conflits: [] });
  });

  it('go on in a folder whose site has another address since, also under the one that the folder knows', async () => {
    const { client, author } = await scene();
    const { slug } = client.tenant;
    await adminJson(vitrine.databaseUrl, 'site', 'renommer', slug, '--slug', `${slug}-bis`);
    for (const [text, options] of [
      ['un', {}],
      ['deux', { site: slug }],
      ['trois', { site: slug }],
      ['quatre', { site: `${slug}-bis` }],
    ] as const) {
      await author.write(`t/${TEXT}`, text);
      const { refusal, result } = await push(author, options);
      expect([refusal, result]).toMatchObject([null, { envoyes: [TEXT] }]);
    }
  });

  it('init installs a theme of the catalog and brings it here', async () => {
    const client = await createClient(vitrine);
    const author = await createThemeAuthor({
      VITRINE_ADRESSE: address(),
      VITRINE_CLE: client.tenant.key,
    });
    expect((await author.run((context) => init(context, 'origo', {}))).refusal).toBe(null);
    const [theme] = await client.list();
    const files = await stored({ client, themeId: theme?.id ?? '' });
    for (const [path, content] of Object.entries(files)) expect(await author.read(`origo/${path}`)).toBe(content);
    const again = await author.run((context) => init(context, 'origo', {}));
    expect(again.refusal?.code).toBe('dossier_existe');
    expect(again.said).toContain('Le dossier origo suit déjà « Origo »');
    expect((await author.run((context) => init(context, 'inconnu', {}))).refusal?.code).toBe('theme_inconnu');
    expect(await client.list()).toHaveLength(1);
  });
});
