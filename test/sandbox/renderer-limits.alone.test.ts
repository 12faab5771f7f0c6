import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ThemeFiles } from '../../engine/index.ts';
import { type Renderer, type RenderOutcome, sourcesOf } from '../../sandbox/index.ts';
import { STRIKES } from '../../sandbox/limits.ts';
import { CONTENT, REQUEST, themeFiles } from '../engine/support.ts';
import { startTestRenderer } from '../support/renderer.ts';
import { until } from '../support/until.ts';
import { whenNotBusy } from '../support/when-idle.ts';

const LOOP =
  '{% for a in (1..9000) %}{% for b in (1..9000) %}{% for c in (1..9000) %}{% endfor %}{% endfor %}{% endfor %}';

let renderer: Renderer;
beforeAll(async () => {
  // A busy machine is long in stopping a loop: the renders that wait for the third are refused for the theme, and not for their time.
  renderer = await startTestRenderer({ limits: { beginMs: 60_000 } });
});
afterAll(() => renderer.close());

const render = (id: string, files: ThemeFiles, version = '1') =>
  renderer.render(
    { theme: { id, version }, content: { id, version: '1' }, request: REQUEST },
    { ...sourcesOf(version, files), content: async () => ({ version: '1', values: CONTENT }) },
  );

const body = (outcome: RenderOutcome) =>
  outcome.outcome === 'page' ? outcome.body.bytes().toString('utf8') : outcome.outcome;

it('a theme that loops without end is stopped after its time while others keep answering', async () => {
  const hostile = Promise.all(Array.from({ length: 60 }, () => render('boucle', themeFiles(LOOP))));
  let over = false;
  hostile.finally(() => {
    over = true;
  });
  await sleep(100);
  let answered = 0;
  for (; !over; answered++) {
    expect(body(await render(`voisin ${answered % 7}`, themeFiles('bien')))).toBe('bien');
    await sleep(20);
  }
  const outcomes = (await hostile).map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'limit').length).toBeGreaterThanOrEqual(STRIKES);
  expect(outcomes.filter((outcome) => outcome !== 'limit' && outcome !== 'refused')).toEqual([]);
  expect(answered).toBeGreaterThan(20);

  // On a busy machine the quarantine may have ended meanwhile: who goes on, soon is in the next.
  const quarantined = { outcome: 'refused', reason: 'quarantined' };
  await until('the theme is in quarantine', async () =>
    expect(await render('boucle', themeFiles(LOOP))).toEqual(quarantined),
  );
  expect(body(await render('boucle', themeFiles('réparé'), '2'))).toBe('réparé');
});

it('the analysis of a file is a refusal when it takes too long, while pages are served', async () => {
  const slow = whenNotBusy(() => renderer.check('site', 'snippets/a.liquid', '{{x}}'.repeat(104_857)));
  await sleep(200);
  expect(body(await render('voisin', themeFiles('bien')))).toBe('bien');
  expect([null, { message: 'l’analyse de ce fichier dépasse le temps permis' }]).toContainEqual(await slow);
});
