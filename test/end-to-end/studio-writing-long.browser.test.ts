import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { needs } from '../support/needs.ts';
import { sharedProgram, type TestProgram } from '../support/program.ts';
import { writer } from '../support/writer.ts';

const PARAGRAPH = '<p>Le four du matin s’ouvre à six heures, et le pain reste chaud jusqu’à midi.</p>\n';
const LONG = PARAGRAPH.repeat(1_000);

describe('a long text that is written in the studio', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([sharedProgram(), lentBrowser()]);
    // Scripts are made at their first request, which takes long on a busy machine.
    await Promise.all(['writing', 'sending'].map((one) => vitrine.ask({ path: `/studio/scripts/${one}.js` })));
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));
  const { own, open } = writer(() => ({ vitrine, browser }));

  it('is sent by a thread, and without one where the thread does not start; what does not arrive is sent again', async () => {
    const { context, studio, api } = await own();
    const { id } = await api('POST', '/api/pages', { slug: 'long', titre: 'Long', contenu: LONG, publiee: true });
    const stored = async () => (await api('GET', `/api/pages?id=${id}`)).page.travail?.contenu;
    const isThread = (one: { url(): string }) => one.url().endsWith('/sending.js');
    for (const [hasThread, typed] of [
      [false, 'Un '],
      [true, 'Deux '],
    ] as const) {
      if (!hasThread) await context.route('**/scripts/sending.js', (route) => route.abort());
      const { page, text, saved, preview } = await open(context, `${studio}/contenu/pages/${id}`);
      await text.getByText('Le four').first().waitFor();
      await context.route('**/api/pages', (route) =>
        route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
      );
      await text.focus();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type(typed);
      await preview.getByText(typed).first().waitFor();
      await page.keyboard.press('Control+s');
      await page.getByText('Le service ne répond pas.').waitFor();
      expect(page.workers().some(isThread)).toBe(hasThread);
      await context.unroute('**/api/pages');
      await page.keyboard.press('Control+s');
      await saved.waitFor();
      expect(await stored()).toBe(`<p>${hasThread ? 'Deux Un ' : 'Un '}${LONG.slice('<p>'.length)}`);
      await page.close();
      await context.unroute('**/scripts/sending.js');
    }
    await context.close();
  });
});
