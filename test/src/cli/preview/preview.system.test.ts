import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RENDER_TIME_MS } from '../../../../engine/limits.ts';
import { type ThemeOnDisk, themeOnDisk } from '../../../support/theme-on-disk.ts';
import { askUntil, until } from '../../../support/until.ts';

const VITRINE = fileURLToPath(new URL('../../../../src/cli/vitrine.ts', import.meta.url));
/** Its analysis goes on until a limit ends it. */
const ENDLESS = '{% if a %}'.repeat(40_000);

let theme: ThemeOnDisk;
beforeAll(async () => {
  theme = await themeOnDisk('origo');
  await theme.write('sections/header.liquid', ENDLESS);
});
afterAll(() => theme.remove());

/** A preview in a process of its own. */
function begin() {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
    process.execPath,
    [VITRINE, 'apercu', theme.root, '--port', '0'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    said.out += text;
  });
  child.stderr.on('data', (text) => {
    said.err += text;
  });
  return { child, said, ended: once(child, 'close') };
}

/** Whether the process has begun with its sandbox. */
const hasChildren = async (pid = 0): Promise<boolean> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim() !== '';

describe('Ctrl-C ends apercu at once', () => {
  it('while it starts: nothing is served any more', async () => {
    const { child, said, ended } = begin();
    await until('the sandbox is being started', () => hasChildren(child.pid), 30_000, 0);
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(said).toEqual({ out: 'Aperçu arrêté.\n', err: '' });
  });

  it('while the theme is analysed, and a page is open', async () => {
    /** @returns how long the preview was there, milliseconds */
    const interrupt = async () => {
      const { child, said, ended } = begin();
      const address = await until('the preview is ready', () => /est prêt/.test(said.out) && /http:\S+/.exec(said.out));
      const ready = performance.now();
      const page = (await fetch(`${address}.apercu/evenements`)).text().catch(() => '');
      // The analysis begins a moment after that.
      await sleep(400);
      child.kill('SIGINT');
      expect(await ended).toEqual([0, null]);
      await page;
      expect(said.err).toBe('');
      return performance.now() - ready;
    };
    // Who waits for the analysis is there as long as that takes, each time; a machine with other work may be slow once.
    await askUntil('a preview ends before its analysis', interrupt, (ms) => ms < RENDER_TIME_MS, 90_000);
  });
});
