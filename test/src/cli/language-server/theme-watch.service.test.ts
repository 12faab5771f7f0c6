import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FolderTheme } from '../../../../src/cli/language-server/open-theme.ts';
import { ThemeWatch } from '../../../../src/cli/language-server/theme-watch.ts';

it('a folder is read once more when it is watched: what changed before, nobody tells', async () => {
  const theme = new FolderTheme(await mkdtemp(join(tmpdir(), 'vitrine-')));
  const changed = await new Promise<FolderTheme>((resolve, reject) => {
    const watch = new ThemeWatch(
      false,
      async (one) => {
        watch.close();
        resolve(one);
      },
      reject,
    );
    watch.attend([theme]);
  });
  expect(changed).toBe(theme);
});
