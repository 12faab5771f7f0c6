import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ThemeFiles } from '../../engine/index.ts';
import { type Renderer, sourcesOf } from '../../sandbox/index.ts';
import { STRIKES } from '../../sandbox/limits.ts';
import { CONTENT, REQUEST, themeFiles } from '../engine/support.ts';
import { startTestRenderer } from '../support/renderer.ts';
import { whenIdle } from '../support/when-idle.ts';

/** A page that is too long. */
const FLOOD = `{% for a in (1..9000) %}${'x'.repeat(4_000)}{% endfor %}`;
const PRESENT = Date.UTC(2020, 1, 29);

let renderer: Renderer;
beforeAll(async () => {
  renderer = await startTestRenderer();
});
afterAll(() => renderer.close());

const attempt = (id: string, files: ThemeFiles, signal: AbortSignal, version = '1') =>
  renderer.renderInBackground(
    {
      theme: { id, version },
      content: { id, version: '1' },
      request: { ...REQUEST, present: PRESENT },
    },
    { ...sourcesOf(version, files), content: async () => ({ version: '1', values: CONTENT }) },
    signal,
  );

const render = (id: string, files: ThemeFiles) =>
  whenIdle(
    () => attempt(id, files, new AbortController().signal),
    ({ outcome }) => outcome.outcome === 'refused' && outcome.reason === 'busy',
  );

describe('a render that nobody waits for', () => {
  it('has idle processors only, and tells the time of a page whose theme is loaded, and the present that it was given', async () => {
    const files = themeFiles("{{ 'now' | date: '%Y-%m-%d' }} {{ 'today' | date: '%s' }}");
    const { outcome, cpuMs } = await render('calme', files);
    expect(outcome).toMatchObject({ outcome: 'page', incidents: [], readsClock: true });
    const html = outcome.outcome === 'page' ? outcome.body.bytes().toString() : '';
    expect(html).toBe(`2020-02-29 ${PRESENT / 1_000}`);
    // A process that is given no processor may end between the two renders.
    expect(cpuMs ?? (await render('calme', files)).cpuMs).toBeGreaterThan(0);
    const { processes } = renderer.report();
    expect(processes.filter(({ role }) => role.startsWith('idle'))).not.toEqual([]);
    // No other worker has loaded it.
    expect(processes.filter(({ role }) => role === 'slow')).toEqual([]);
  });

  it('may go over its limits again and again: each page is answered so, and none is kept from being rendered', async () => {
    for (let limits = 0; limits <= STRIKES; limits++) {
      const { outcome, cpuMs } = await render('avide', themeFiles(FLOOD));
      expect([outcome, cpuMs]).toEqual([{ outcome: 'limit', limit: 'output' }, null]);
    }
    expect(renderer.report().quarantined).toEqual([]);
  });

  it('is taken out of its queue when it is not wanted any more', async () => {
    const unwanted = new AbortController();
    const waiting = Array.from({ length: 100 }, () => attempt('longue', themeFiles(FLOOD), unwanted.signal));
    await Promise.race(waiting);
    unwanted.abort();
    const outcomes = (await Promise.all(waiting)).map(({ outcome }) => outcome.outcome);
    expect(outcomes.filter((outcome) => outcome === 'refused').length).toBeGreaterThan(80);
    expect(renderer.report().waiting.idle).toBe(0);
    expect(await attempt('longue', themeFiles('a'), unwanted.signal, '2')).toMatchObject({
      outcome: { outcome: 'refused' },
    });
  });
});
