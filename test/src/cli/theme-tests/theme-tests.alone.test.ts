import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Renderer } from '../../../../sandbox/index.ts';
import { demoOf } from '../../../../src/cli/preview/sample/sample-source.ts';
import { Examiner } from '../../../../src/cli/theme-tests/examiner.ts';
import { tryOddSettings } from '../../../../src/cli/theme-tests/odd-settings.ts';
import { PRESENT, Stage, showingOf } from '../../../../src/cli/theme-tests/stage.ts';
import { CATALOG_FOLDER, readCatalogFrom } from '../../../../src/themes/catalog.ts';
import { startTestRenderer } from '../../../support/renderer.ts';

const THEMES = (await readCatalogFrom(CATALOG_FOLDER)).map((theme) => [theme.id, theme.files] as const);

let renderer: Renderer;
const examiner = new Examiner();
beforeAll(async () => {
  renderer = await startTestRenderer({ workers: 1, themeCache: 2 });
});
afterAll(() => Promise.all([renderer.close(), examiner.close()]));

describe('every section of the catalog', () => {
  it.each(THEMES)('of %s bears odd settings', async (_id, files) => {
    const showing = showingOf((await demoOf(new Map(Object.entries(files)))).sample, PRESENT);
    const trials = await tryOddSettings({ stage: new Stage(renderer), examiner, files, showing }, () => true);
    const failures = trials.flatMap(({ findings }) => findings.filter(({ gravite }) => gravite === 'echec'));
    expect(failures).toEqual([]);
    expect(trials.length).toBe(Object.keys(files).filter((path) => path.startsWith('sections/')).length + 1);
    for (const { renders } of trials) expect(renders).toBeGreaterThan(5);
  });
});

it('a selector that takes for ever ends with its thread, and the next one is looked at', async () => {
  const html = `${'<i>'.repeat(400)}${'<b></b>'.repeat(4_000)}${'</i>'.repeat(400)}`;
  const scene = { html, kind: 'section', status: 200, incidents: [] } as const;
  const slow = 'u ~ b ~ b ~ b ~ b';
  expect(await examiner.examine(scene, [{ selecteur: slow }], undefined)).toBeNull();
  expect((await examiner.examine(scene, [{ selecteur: 'b', nombre: 4_000 }], undefined))?.disappointments).toEqual([
    [],
  ]);
});
