import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SiteContent, ThemeFiles } from '../../engine/index.ts';
import { type Renderer, type RenderOutcome, sourcesOf } from '../../sandbox/index.ts';
import { HEARTBEAT_MS } from '../../sandbox/limits.ts';
import { CONTENT, REQUEST, template } from '../engine/support.ts';
import { startTestRenderer } from '../support/renderer.ts';
import { until } from '../support/until.ts';
import { whenIdle } from '../support/when-idle.ts';

/** Code that is ours, with a section that values of settings can make slow, or large. */
const OURS: ThemeFiles = {
  'layout/theme.liquid': `{{ settings.nom }}|{{ site.nom }}|{{ 'a.css' | asset_url }}|{{ content_for_layout }}`,
  'config/settings_schema.json': '[{"settings":[{"id":"nom","type":"text","default":"sans nom"}]}]',
  'sections/s.liquid': `{{ section.settings.texte }}{% increment n %}
{%- for i in (1..section.settings.tours) %}{% for j in (1..9000) %}{% endfor %}{% endfor %}
{%- if section.settings.doublements > 0 %}{% assign a = 'a,b,c,d' | split: ',' %}
{%- for i in (1..section.settings.doublements) %}{% assign a = a | concat: a %}{% endfor %}
{%- assign b = a | reverse %}{% assign c = a | reverse %}{% assign d = a | reverse %}{% assign e = a | reverse %}{{ e.size }}{% endif %}`,
};

let renderer: Renderer;
beforeAll(async () => {
  renderer = await startTestRenderer({ ownThemes: [OURS] });
});
afterAll(() => renderer.close());

const filesOf = (nom: string, settings: object = {}): ThemeFiles => ({
  ...OURS,
  ...template({
    sections: { cle: { type: 's', settings: { texte: `texte de ${nom}`, ...settings } } },
    order: ['cle'],
  }),
  'config/settings_data.json': JSON.stringify({ current: { nom: `nom de ${nom}` } }),
});

const contentOf = (nom: string): SiteContent => ({ ...CONTENT, site: { ...CONTENT.site, nom: `site de ${nom}` } });

async function render(nom: string, files = filesOf(nom)): Promise<string> {
  const outcome: RenderOutcome = await renderer.render(
    { theme: { id: nom, version: '1' }, content: { id: nom, version: '1' }, request: REQUEST },
    { ...sourcesOf('1', files), content: async () => ({ version: '1', values: contentOf(nom) }) },
  );
  return outcome.outcome === 'page' ? outcome.body.bytes().toString('utf8') : outcome.outcome;
}

const pageOf = (nom: string) => `nom de ${nom}|site de ${nom}|/theme-assets/${nom}/a.css|texte de ${nom}0`;

const SITES = Array.from({ length: 12 }, (_, n) => `site ${n}`);
const showAll = async () => expect(await Promise.all(SITES.map((nom) => render(nom)))).toEqual(SITES.map(pageOf));

/** Isolates of the processes for themes whose pages are quick, as their last heartbeats told. */
const isolates = () =>
  renderer
    .report()
    .processes.filter(({ role }) => role.startsWith('fast'))
    .reduce((sum, { isolates: some }) => sum + some, 0);
const WORKERS = 2;

it('sites on code of ours share the isolates of their workers, are not tried apart, and see nothing of each other', async () => {
  await showAll();
  await showAll();
  await until('there is an isolate', async () => expect(await isolates()).toBeGreaterThan(0));
  expect(isolates()).toBeLessThanOrEqual(WORKERS);
  expect(renderer.report().processes.map(({ role }) => role)).not.toContain('slow');
});

it('a site on code of ours with more data than sites have is tried apart, as any stranger’s', async () => {
  expect(renderer.report().processes.map(({ role }) => role)).not.toContain('slow');
  const files = filesOf('grand', { long: 'a'.repeat(300_000) });
  expect(await render('grand', files)).toBe(pageOf('grand'));
  expect(renderer.report().processes.map(({ role }) => role)).toContain('slow');
});

it('a site whose code differs by one byte has an isolate of its own', async () => {
  await showAll();
  await sleep(2 * HEARTBEAT_MS);
  const before = isolates();
  const files = { ...filesOf('autre'), 'sections/s.liquid': `${OURS['sections/s.liquid']}.` };
  for (let visit = 0; visit < 3; visit++) expect(await render('autre', files)).toBe(`${pageOf('autre')}.`);
  await showAll();
  // Its own, beside those that the others share and that of the site with much data.
  await until('the other site has an isolate of its own', async () => expect(await isolates()).toBeGreaterThan(before));
});

it.each([
  ['take too long', { tours: 9_000_000 }, ['limit']],
  // V8 may collect their garbage for so long that their process is ended.
  ['fill the memory', { doublements: 20 }, ['limit', 'crashed']],
])('values that make pages %s take nothing from the other sites', async (_what, settings, endings) => {
  await showAll();
  const nom = `hostile ${JSON.stringify(settings)}`;
  const files = filesOf(nom, settings);
  const attack = () => render(nom, files);
  const first = whenIdle(attack, (outcome) => outcome === 'refused');
  // They may find no idle processor, or the theme in quarantine.
  const others = Promise.all([attack(), attack()]);
  for (let n = 0; n < 20; n++) await showAll();
  expect(await first).toBeOneOf(endings);
  for (const outcome of await others) expect(outcome).toBeOneOf([...endings, 'refused']);
  await showAll();
});
