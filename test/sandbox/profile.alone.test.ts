import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ThemeFiles } from '../../engine/index.ts';
import { classicScript, type Renderer, sourcesOf } from '../../sandbox/index.ts';
import { GuestProgram, IsolateEnded } from '../../sandbox/render-process/isolate.ts';
import { CONTENT, REQUEST, themeFiles } from '../engine/support.ts';
import { freshDataDir } from '../support/data-dir.ts';
import { startTestRenderer } from '../support/renderer.ts';
import { until } from '../support/until.ts';
import { whenIdle } from '../support/when-idle.ts';

let renderer: Renderer;
let codeFolder: string;

beforeAll(async () => {
  codeFolder = await freshDataDir();
  renderer = await startTestRenderer({ codeFolder });
});
afterAll(() => renderer.close());

const profile = (files: ThemeFiles, id = 'profil') =>
  whenIdle(
    () => renderer.profile({ theme: { id, version: '1' }, themeId: 't', files, content: CONTENT, request: REQUEST }),
    ({ outcome }) => outcome === 'refused' || outcome === 'hindered',
  );

async function page(files: ThemeFiles, id = 't'): Promise<string> {
  const outcome = await renderer.render(
    { theme: { id, version: '1' }, content: { id, version: '1' }, request: REQUEST },
    { ...sourcesOf('1', files), content: async () => ({ version: '1', values: CONTENT }) },
  );
  return outcome.outcome === 'page' ? outcome.body.bytes().toString() : outcome.outcome;
}

/** Files in the folder of compiled code: in a folder of the build, and one in it. */
const kept = async () => (await readdir(codeFolder, { recursive: true })).filter((name) => /\/..\/./.test(name));

const LOOP =
  "{{ 'a' | upcase }}{% for a in (1..9000) %}{% for b in (1..9000) %}{% for c in (1..9000) %}{% endfor %}{% endfor %}{% endfor %}";

describe('a profile', () => {
  it('leaves no compiled code behind: that of pages is made after it, as ever', async () => {
    const files = themeFiles('{{ "mesuré" | upcase }}');
    expect(await profile(files)).toMatchObject({ outcome: 'profiled', page: { outcome: 'page' } });
    expect(await page(files)).toBe('MESURÉ');
    await until('three units are kept', async () => expect((await kept()).length).toBe(3));
    const units = await Promise.all((await kept()).map((name) => readFile(join(codeFolder, name), 'latin1')));
    expect(units.join()).toContain('upcase');
    expect(units.join()).not.toContain('recorder');
  });

  it('of a render that V8 ends in its midst tells what was measured until then', async () => {
    // An engine whose own clock stands still, so that it never ends a render itself.
    const program = await classicScript(new URL('../../sandbox/isolate/profile.ts', import.meta.url).href);
    const isolate = new GuestProgram(program.replaceAll('Date.now', '(()=>0)')).takeIsolate();
    try {
      isolate.prepareProfile({ themeId: 't', files: themeFiles(LOOP), request: REQUEST }, () => performance.now());
      expect(() => isolate.runProfile(CONTENT, 50)).toThrow(IsolateEnded);
      const frames = isolate.profileFrames(1_000);
      expect(frames.slice(0, 4).map(({ nom }) => nom)).toEqual([
        'templates/index.json',
        's',
        "{{ 'a' | upcase }}",
        '{% for a in (1..9000) %}',
      ]);
      expect(frames[3]?.objets).toBeGreaterThan(0);
    } finally {
      isolate.dispose();
    }
  });
});
