import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanPasted } from '../../src/studio/writing/paste/clean-pasted.ts';
import { laidOut } from '../src/studio/writing/paste/laid-out.ts';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { MARKER_ATTRIBUTE, MARKER_HOST } from '../support/hostile-texts.ts';
import { type MediasProgram, startMedias } from '../support/medias.ts';
import { needs } from '../support/needs.ts';
import { png } from '../support/png.ts';
import { until } from '../support/until.ts';
import { writer } from '../support/writer.ts';

const CLIPBOARDS = 'test/src/studio/writing/paste/clipboards';

/** What is pasted, one of each kind of program and of each kind of block. */
const PASTED = [
  'libreoffice/letter',
  'libreoffice/lists',
  'libreoffice/quote',
  'chromium/article',
  'chromium/table',
  'chromium/answer',
  'chromium/editor',
  'formats/word-letter',
  'formats/word-lists',
  'formats/word-table',
  'formats/docs-lists',
  'formats/docs-table',
  'formats/gmail-reply',
  'formats/excel',
];

const HOSTILE = `<img ${MARKER_ATTRIBUTE} src=x onerror="pris=1"><a ${MARKER_ATTRIBUTE} href="javascript:pris=1">lien</a>
  <svg onload="pris=1"></svg><iframe srcdoc="<script>parent.pris=1</script>"></iframe><img src="https://${MARKER_HOST}/1.png" alt="ailleurs">
  <pre data-html-block="<script>pris=1</script>" data-pm-slice="0 0 []">code</pre><p style="background:url(https://${MARKER_HOST}/2)">fin</p>`;

const DESCRIBED = `<p>Avant</p><figure><img src="data:image/png;base64,${png(300, 200, '#aa3311').toString('base64')}" alt="Le four à bois">
  <figcaption>Notre four, en 2026</figcaption></figure><p>Après</p>`;

const read = (file: string): Promise<string> => readFile(`${CLIPBOARDS}/${file}`, 'utf8');

/** Pictures of the clipboard without their address and description, which are the library's once they are there. */
const withoutPlaces = (html: string): string => html.replace(/<img src="(?:presse-papiers|\/medias)\/[^>]*>/g, '<img>');

/** Puts HTML in the place of all that is written, as a paste of the browser does. */
async function paste(page: Page, text: Locator, html: string): Promise<void> {
  await text.click();
  await page.keyboard.press('Control+a');
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', ${JSON.stringify(html)});
    clipboardData.setData('text/plain', 'le texte seul');
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
}

describe('what is pasted into the editor of a text', needs('Chromium'), () => {
  let program: MediasProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [program, browser] = await Promise.all([startMedias(), lentBrowser()]);
  });
  afterAll(() => Promise.all([program.close(), browser.close()]));
  const { own, open } = writer(() => ({ vitrine: program.vitrine, browser }));

  it('is stored as what a person expects, its pictures are in the library, and nothing of it runs or is asked for', async () => {
    const { context, studio, api } = await own();
    await api('POST', '/api/pages', { slug: 'collage', titre: 'Collage', contenu: '<p>vide</p>', publiee: false });
    const { id } = (await api('GET', '/api/pages')).pages.find(({ slug }: { slug: string }) => slug === 'collage');
    const { page, text } = await open(context, `${studio}/contenu/pages/${id}`);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.frame() === page.mainFrame() && !request.url().startsWith('http://localhost'))
        asked.push(request.url());
    });
    const stored = async (): Promise<string> => {
      const { page: one } = await api('GET', `/api/pages?id=${id}`);
      return one.travail?.contenu ?? one.contenu;
    };
    await text.getByText('vide').waitFor();
    for (const name of PASTED) {
      await paste(page, text, await read(`${name}.html`));
      const expected = await read(`${name}.expected.html`);
      await until(`${name} is stored as expected`, async () => {
        await page.keyboard.press('Control+s');
        expect(withoutPlaces(laidOut(cleanPasted(await stored()).html))).toBe(withoutPlaces(expected));
      });
      if (name === 'chromium/editor') expect(await stored()).toMatch(/<img src="\/medias\/[^"]+" /);
      if (name === 'formats/word-letter')
        await page.getByText('Une image du texte collé n’était pas dans').first().waitFor();
    }

    await paste(page, text, DESCRIBED);
    await until('the pasted picture has its words', async () => {
      await page.keyboard.press('Control+s');
      expect(await stored()).toMatch(
        /<img src="\/medias\/[^"]+" alt="Le four à bois"><figcaption>Notre four, en 2026<\/figcaption>/,
      );
    });

    await paste(page, text, HOSTILE);
    await text.getByText('fin').waitFor();
    await until('the hostile page is stored', async () => {
      await page.keyboard.press('Control+s');
      expect(await stored()).toContain('fin');
    });
    expect(await stored()).not.toMatch(/script|pris|onerror|javascript|svg|iframe|vole=/);
    expect(await page.evaluate("'pris' in window")).toBe(false);
    expect(await page.locator(`[${MARKER_ATTRIBUTE}]`).count()).toBe(0);
    expect(asked.filter((url) => !url.startsWith('data:') && !url.startsWith('blob:'))).toEqual([]);
    await context.close();
  });
});
