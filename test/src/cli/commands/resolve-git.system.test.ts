import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveCommand } from '../../../../src/cli/commands/resolve.ts';
import { followTheme } from '../../../support/followed-theme.ts';
import { needs } from '../../../support/needs.ts';
import { MINIMAL_THEME, sharedProgram, type TestProgram } from '../../../support/program.ts';

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await sharedProgram();
});
afterAll(() => vitrine.close());

const STYLE = 'assets/a.css';
const [HERE, THERE] = ['a{ici}', 'a{service}'];

describe('resoudre', needs('git'), () => {
  it('of git’s tools that of the person counts, never one that a stranger’s folder brings along', async () => {
    const at = await followTheme(vitrine, { ...MINIMAL_THEME, [STYLE]: 'a{}' });
    await at.author.write(`t/${STYLE}`, HERE);
    await at.client.put(at.themeId, STYLE, THERE);
    const home = join(at.author.folder, 'chez-moi');
    const environment = { HOME: home, XDG_CONFIG_HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
    const withGit = (files: string[] = []) =>
      at.author.run((context) =>
        resolveCommand({ ...context, environment: { ...context.environment, ...environment } }, files, {
          ...{ dossier: 't', outil: true },
        }),
      );
    await at.author.write(
      't/.git/config',
      '[core]\n\trepositoryformatversion = 0\n[merge]\n\ttool = mal\n[mergetool "mal"]\n\tcmd = touch mal\n',
    );
    await at.author.write('t/.git/HEAD', 'ref: refs/heads/main\n');
    expect((await withGit()).refusal).toMatchObject({ code: 'outil', exit: 2 });
    await at.author.write(
      'chez-moi/.gitconfig',
      '[merge]\n\ttool = bien\n[mergetool "bien"]\n\tcmd = cat \\"$LOCAL\\" \\"$REMOTE\\" > \\"$MERGED\\"; true\n',
    );
    expect((await withGit([`t/${STYLE}`])).result).toMatchObject({ regles: [STYLE] });
    expect(await at.author.read(`t/${STYLE}`)).toBe(HERE + THERE);
  });
});
