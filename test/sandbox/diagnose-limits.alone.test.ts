import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ThemeFiles } from '../../engine/index.ts';
import { type Renderer, sourcesOf } from '../../sandbox/index.ts';
import { CONTENT, REQUEST, themeFiles } from '../engine/support.ts';
import { diedByThemselves, startTestRenderer } from '../support/renderer.ts';
import { whenNotBusy } from '../support/when-idle.ts';

let renderer: Renderer;

beforeAll(async () => {
  renderer = await startTestRenderer();
});
afterAll(() => renderer.close());

const diagnose = (files: ThemeFiles | null) => whenNotBusy(() => renderer.diagnose('léa', async () => files));

async function page(): Promise<string> {
  const outcome = await renderer.render(
    { theme: { id: 'voisin', version: '1' }, content: { id: 'voisin', version: '1' }, request: REQUEST },
    {
      ...sourcesOf('1', themeFiles('bien')),
      content: async () => ({ version: '1', values: CONTENT }),
    },
  );
  return outcome.outcome === 'page' ? outcome.body.bytes().toString() : outcome.outcome;
}

const INTERRUPTED = [{ chemin: '', code: 'analyse_interrompue', gravite: 'erreur', message: expect.any(String) }];

/** As many files of the greatest length as may be looked over. */
const many = (folder: string, extension: string, content: string): ThemeFiles =>
  Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [`${folder}/f${n}.${extension}`, content.slice(0, 524_288)] as const),
  );

describe('a whole theme', () => {
  it.each([
    ['takes too long', many('snippets', 'liquid', '{{x}}'.repeat(104_857))],
    ['takes too much memory', many('templates', 'json', `[${'1,'.repeat(262_142)}1]`)],
    ['has too many mistakes in one place', { 'snippets/a.liquid': `{{ a ${'| b '.repeat(131_000)}}}` }],
    ['has values in values', { 'templates/a.json': `${'['.repeat(262_144)}${']'.repeat(262_144)}` }],
    ['is too long', null],
  ])('that %s is told so, or told about, while pages are served', async (_what, files) => {
    const [diagnostics, shown] = await Promise.all([diagnose(files), page()]);
    expect(shown).toBe('bien');
    if (files === null || Object.keys(files).length > 1) expect(diagnostics).toEqual(INTERRUPTED);
    else expect(diagnostics.length).toBeGreaterThan(0);
    expect(await page()).toBe('bien');
  });

  it('whatever it is, ends no render process', () => {
    expect(diedByThemselves(renderer)).toBe(0);
  });
});
