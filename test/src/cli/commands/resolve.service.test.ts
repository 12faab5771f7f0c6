import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pullCommand } from '../../../../src/cli/commands/pull.ts';
import { pushCommand } from '../../../../src/cli/commands/push.ts';
import { type ResolveOptions, resolveCommand } from '../../../../src/cli/commands/resolve.ts';
import { type FollowedTheme, followTheme } from '../../../support/followed-theme.ts';
import { MINIMAL_THEME, sharedProgram, type TestProgram } from '../../../support/program.ts';

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await sharedProgram();
});
afterAll(() => vitrine.close());

const STYLE = 'assets/a.css';
const TEXT = 'sections/texte.liquid';
const css = (first: string, second: string, third: string) => `${first}\n\nb{}\n\n${second}\n\nd{}\n\n${third}\n`;
const BEGINNING = css('a{}', 'c{}', 'e{}');
const [HERE, THERE] = [css('a{}', 'c{ici}', 'e{ici}'), css('a{service}', 'c{service}', 'e{}')];

/** A style of which both sides have changed the same line, and each another. */
async function scene(): Promise<FollowedTheme> {
  const at = await followTheme(vitrine, { ...MINIMAL_THEME, [STYLE]: BEGINNING });
  await at.author.write(`t/${STYLE}`, HERE);
  await at.client.put(at.themeId, STYLE, THERE);
  return at;
}

const resolve = ({ author }: FollowedTheme, options: ResolveOptions = {}, files: string[] = []) =>
  author.run((context) => resolveCommand(context, files, { dossier: 't', ...options }));
const push = ({ author }: FollowedTheme) => author.run((context) => pushCommand(context, [], { dossier: 't' }));
const pull = ({ author }: FollowedTheme) => author.run((context) => pullCommand(context, undefined, { dossier: 't' }));
const here = ({ author }: FollowedTheme, path = STYLE) => author.read(`t/${path}`);
const there = async ({ client, themeId }: FollowedTheme, path = STYLE) =>
  (await client.stored(themeId)).find(({ chemin }) => chemin === path)?.contenu;

/** What lies in the trash, by the end of its path. */
async function trash({ author }: FollowedTheme, end: string): Promise<string[]> {
  const folder = join(author.folder, 't/.vitrine/corbeille');
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(end));
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

const MARKED = css(
  'a{service}',
  '<<<<<<< ici\nc{ici}\n||||||| dernier échange\nc{}\n=======\nc{service}\n>>>>>>> service',
  'e{ici}',
);

describe('resoudre', () => {
  it('shows the three sides of each conflict and how to settle it, and changes nothing', async () => {
    const at = await scene();
    const { said, refusal } = await resolve(at);
    expect(refusal).toMatchObject({ code: 'conflit', exit: 3 });
    expect(said).toContain(
      `${STYLE}:5 : changé ici et sur le service\n<<<<<<< ici\nc{ici}\n||||||| dernier échange\nc{}\n=======\nc{service}\n>>>>>>> service`,
    );
    expect(said).toMatch(
      /« vitrine resoudre <fichiers> --dossier t » règle ces fichiers(.|\n)*\n {2}--ici +garde les vôtres\n/,
    );
    expect(refusal?.details).toEqual({
      conflits: [
        {
          ...{ chemin: STYLE, ici: 'change', service: 'change', se_fusionne: false },
          passages: [{ ligne: 5, dernier_echange: 'c{}\n', ici: 'c{ici}\n', service: 'c{service}\n' }],
        },
      ],
    });
    expect([await here(at), await there(at)]).toEqual([HERE, THERE]);
    expect((await pull(at)).refusal?.message).toContain('« vitrine resoudre » montre comment');
    for (const named of [`t/${TEXT}`, TEXT])
      expect((await resolve(at, {}, [named])).refusal?.code).toBe('sans_conflit');
    expect((await resolve(at, {}, ['ailleurs/a.css'])).refusal?.message).toContain(
      'les chemins comptent depuis le dossier courant, ou depuis celui du thème',
    );
  });

  it('--ici keeps what is here: it is sent next, what gave way lies in the trash, and a new change there is a new conflict', async () => {
    const at = await scene();
    const settled = await resolve(at, { ici: true });
    expect(settled.result).toEqual({ regles: [STYLE], marqueurs: [], conflits: [] });
    expect(await trash(at, `service/${STYLE}`)).toEqual([THERE]);
    expect([await here(at), await there(at)]).toEqual([HERE, THERE]);
    expect((await pull(at)).result).toMatchObject({ conflits: [], changes_ici: [STYLE] });
    const again = css('a{service}', 'c{encore}', 'e{}');
    await at.client.put(at.themeId, STYLE, again);
    const { refusal } = await push(at);
    expect(refusal?.code).toBe('conflit');
    const shown = await resolve(at);
    expect(shown.said).toContain('||||||| dernier échange\nc{service}\n=======\nc{encore}\n');
    expect((await resolve(at, { ici: true })).refusal).toBe(null);
    expect((await push(at)).result).toMatchObject({ envoyes: [STYLE] });
    expect(await there(at)).toBe(HERE);
    expect((await resolve(at)).said).toContain('Aucun conflit');
  });

  it('a conflict with another theme is settled where it is, and the folder follows that one then', async () => {
    const at = await scene();
    await pull(at);
    const { themeId } = (await at.client.themes('POST', { action: 'dupliquer', id: at.themeId })).json();
    await at.client.put(themeId, STYLE, 'autre');
    const { refusal } = await at.author.run((context) => pushCommand(context, [], { dossier: 't', theme: themeId }));
    const theme = themeId.slice(0, 8);
    expect(refusal?.message).toContain(`« vitrine resoudre --theme ${theme} »`);
    expect((await resolve(at, { theme })).said).toContain(
      `« vitrine resoudre --theme ${theme} <fichiers> --dossier t »`,
    );
    expect((await resolve(at, { theme, ici: true })).said).toContain('Ce dossier suit désormais');
    expect((await push(at)).result).toMatchObject({ theme: { id: themeId }, envoyes: [STYLE] });
  });

  it('--service takes the service’s, and yours goes to the trash', async () => {
    const at = await scene();
    expect((await resolve(at, { service: true }, [`t/${STYLE}`])).refusal).toBe(null);
    expect([await here(at), await trash(at, STYLE)]).toEqual([THERE, [HERE]]);
    expect((await push(at)).said).toContain('Rien à pousser');
  });

  it('a file that one side has removed is kept or removed, and has nothing to choose passages from', async () => {
    const at = await scene();
    await rm(join(at.author.folder, 't', STYLE));
    await at.author.write(`t/${TEXT}`, 'd’ici');
    await at.client.files(at.themeId, { method: 'DELETE', query: `?chemin=${TEXT}` });
    const { said } = await resolve(at);
    expect(said).toContain(`${STYLE} : supprimé ici, changé sur le service\n--- dernier échange/${STYLE}`);
    expect(said).toContain(`${TEXT} : changé ici, supprimé sur le service\n--- dernier échange/${TEXT}`);
    for (const options of [{ marqueurs: true }, { outil: 'false' }] as const) {
      expect((await resolve(at, options)).refusal?.code).toBe('suppression');
    }
    expect((await resolve(at, { ici: true }, [`t/${TEXT}`])).refusal).toBe(null);
    expect((await resolve(at, { service: true }, [`t/${STYLE}`])).refusal).toBe(null);
    expect(await here(at)).toBe(THERE);
    expect((await push(at)).result).toMatchObject({ envoyes: [TEXT] });
    expect(await there(at, TEXT)).toBe('d’ici');
  });

  it('--marqueurs writes the three versions of each passage; nothing of it is sent before somebody has chosen', async () => {
    const at = await scene();
    const settled = await resolve(at, { marqueurs: true });
    expect(settled.result).toEqual({ regles: [], marqueurs: [STYLE], conflits: [] });
    expect([await here(at), await trash(at, STYLE)]).toEqual([MARKED, [HERE]]);
    expect((await pull(at)).refusal).toBe(null);
    const refused = await push(at);
    expect(refused.refusal).toMatchObject({ code: 'marqueurs', exit: 3, details: { marqueurs: [STYLE] } });
    expect(await there(at)).toBe(THERE);
    const shown = await resolve(at);
    expect(shown.refusal?.details).toEqual({ conflits: [{ chemin: STYLE, marqueurs: 5 }] });
    expect(shown.said).toContain(`${STYLE}:5 : il y reste des marqueurs de conflit\n<<<<<<< ici\nc{ici}\n`);
    // The service goes on meanwhile: the file is not merged with its marks, and what is settled in it stays so.
    const later = THERE.replace('e{}', 'e{plus tard}');
    await at.client.put(at.themeId, STYLE, later);
    expect((await pull(at)).refusal?.details).toMatchObject({ conflits: [STYLE] });
    expect(await here(at)).toBe(MARKED);
    await at.author.write(`t/${STYLE}`, css('a{service}', 'c{les deux}', 'e{}'));
    expect((await pull(at)).result).toMatchObject({ fusionnes: [STYLE] });
    expect((await push(at)).refusal).toBe(null);
    expect(await there(at)).toBe(css('a{service}', 'c{les deux}', 'e{plus tard}'));
  });

  it.each([
    ['ici', css('a{service}', 'c{ici}', 'e{ici}')],
    ['service', css('a{service}', 'c{service}', 'e{ici}')],
  ] as const)('--%s settles each passage between marks', async (way, text) => {
    const at = await scene();
    await resolve(at, { marqueurs: true });
    expect((await resolve(at, { [way]: true })).result).toMatchObject({ regles: [STYLE] });
    expect(await here(at)).toBe(text);
    expect((await push(at)).refusal).toBe(null);
    expect(await there(at)).toBe(text);
  });

  it('--outil gives the three versions to the tool, by names of ours, and takes what it has made of them', async () => {
    const at = await scene();
    const bin = join(at.author.folder, 'bin');
    await mkdir(bin);
    const tool = async (name: string, script: string) => {
      await writeFile(join(bin, name), `#!/bin/sh\nset -e\n${script}\n`);
      await chmod(join(bin, name), 0o755);
      return join(bin, name);
    };
    const failing = await tool('echoue', 'cp "$2" "$4"; exit 1');
    expect((await resolve(at, { outil: failing })).said).toContain('l’outil a fini sur une erreur');
    const idle = await tool('rien', 'exit 0');
    expect((await resolve(at, { outil: idle })).refusal?.message).toContain(`Il reste à régler : ${STYLE}`);
    expect((await resolve(at, { outil: join(bin, 'absent') })).refusal?.code).toBe('outil');
    expect(await here(at)).toBe(HERE);

    // Without names in its command line, a tool gets the files in git's order.
    const merging = await tool(
      'fusionne',
      '[ "$(basename "$1")" = base.css ]; cat "$1" "$2" "$3" > tout; mv tout "$4"',
    );
    const edited = await tool('pendant', `printf x >> '${join(at.author.folder, 't', STYLE)}'; printf tard > "$4"`);
    const late = await resolve(at, { outil: edited });
    expect(late.said).toContain('a changé pendant que vous le régliez');
    expect(await trash(at, `fusion/${STYLE}`)).toEqual(['tard']);
    await at.author.write(`t/${STYLE}`, HERE);
    const settled = await resolve(at, { outil: merging }, [`t/${STYLE}`]);
    expect(settled.result).toMatchObject({ regles: [STYLE] });
    expect([await here(at), (await trash(at, `/${STYLE}`)).includes(HERE)]).toEqual([BEGINNING + HERE + THERE, true]);
    expect((await push(at)).refusal).toBe(null);
    expect(await there(at)).toBe(BEGINNING + HERE + THERE);
  });
});
