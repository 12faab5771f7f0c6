import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, lentBrowser, type TestBrowser } from '../support/browser.ts';
import { HOSTILE_CONTENTS } from '../support/hostile-contents.ts';
import { MARKER, MARKER_ATTRIBUTE, MARKER_HOST } from '../support/hostile-texts.ts';
import { type MediasProgram, startMedias } from '../support/medias.ts';
import { writer } from '../support/writer.ts';

/** What the text's elements show of a stored text: the studio's own views aside, nothing but plain structure. */
const FOUND = `(() => {
  const parts = [...document.querySelectorAll('.text-area *')];
  const bad = (element) =>
    ['SCRIPT', 'IFRAME', 'OBJECT', 'EMBED', 'STYLE', 'LINK', 'BASE', 'META', 'FORM', 'VIDEO', 'AUDIO', 'SVG', 'MATH'].includes(element.tagName.toUpperCase()) ||
    element.hasAttribute('${MARKER_ATTRIBUTE}') ||
    [...element.attributes].some(({ name, value }) =>
      /^on|^srcdoc$|^style$/i.test(name) || (/^(?:href|src|action|xlink:href)$/i.test(name) && (/^\\s*(?:javascript|vbscript|data:text)/i.test(value) || (name === 'src' && value.includes('${MARKER_HOST}')))));
  return { ran: typeof globalThis.${MARKER}, bad: parts.filter(bad).map((element) => element.outerHTML.slice(0, 200)) };
})()`;

/** As many as a test opens in its time on a busy machine. */
const AT_ONCE = 30;
const PIECES = HOSTILE_CONTENTS.flatMap((_, at) => {
  const texts = at % AT_ONCE === 0 ? HOSTILE_CONTENTS.slice(at, at + AT_ONCE) : [];
  return texts.length > 0 ? [{ length: texts.length, texts }] : [];
});

describe.skipIf(!CHROMIUM)('texts of another member that would run something', () => {
  let program: MediasProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [program, browser] = await Promise.all([startMedias(), lentBrowser()]);
  });
  afterAll(() => Promise.all([program.close(), browser.close()]));
  const { own, open } = writer(() => ({ vitrine: program.vitrine, browser }));

  it.each(PIECES)('$length of them: none runs, asks for anything or makes an element in the editor', async ({
    texts,
  }) => {
    const { context, studio, api } = await own();
    // The preview shows what visitors see, where scripts of a text may run, in a frame of its own.
    const pages: string[] = [];
    for (const [at, contenu] of texts.entries()) {
      const id = randomUUID();
      await api('POST', '/api/pages', { id, slug: `essai-${at}`, titre: `Essai ${at}`, contenu });
      pages.push(id);
    }
    const opened = await open(context, `${studio}/contenu/pages/${pages[0]}`);
    const { page, text } = opened;
    const asked: string[] = [];
    page.on('request', (request) => request.frame() === page.mainFrame() && asked.push(request.url()));
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    for (const [at, id] of pages.entries()) {
      await page.goto(new URL(`${studio}/contenu/pages/${id}`, page.url()).href);
      await text.getByText('Avant.').first().waitFor();
      expect(await page.evaluate(FOUND), texts[at]).toEqual({ ran: 'undefined', bad: [] });
    }
    // Copied as a whole and pasted, they are the same.
    for (const at of [0, 1, 2, 3, 4]) {
      await page.goto(new URL(`${studio}/contenu/pages/${pages[at]}`, page.url()).href);
      await text.focus();
      for (const keys of ['Control+a', 'Control+c', 'Control+End', 'Enter', 'Control+v'])
        await page.keyboard.press(keys);
      expect(await page.evaluate(FOUND), texts[at]).toEqual({ ran: 'undefined', bad: [] });
    }
    expect(dialogs).toEqual([]);
    expect(asked.filter((address) => address.includes(MARKER_HOST))).toEqual([]);
    for (const [at, id] of pages.entries()) {
      const { page: stored } = (await api('GET', `/api/pages?id=${id}`)) as { page: { contenu: string } };
      expect(stored.contenu).toBe(texts[at]);
    }
    await context.close();
  });

  it('what other programs put on the clipboard runs nothing either', async () => {
    const { context, studio } = await own();
    const { page, text } = await open(context, `${studio}/contenu/nouvelle-page`);
    await text.focus();
    const asked: string[] = [];
    page.on('request', (request) => request.frame() === page.mainFrame() && asked.push(request.url()));
    for (const html of HOSTILE_CONTENTS) {
      await page.evaluate(`(() => {
        const data = new DataTransfer();
        data.setData('text/html', ${JSON.stringify(html)});
        data.setData('text/plain', 'mots');
        const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data });
        document.querySelector('.text-area').dispatchEvent(event);
      })()`);
    }
    expect(await page.evaluate(FOUND)).toEqual({ ran: 'undefined', bad: [] });
    expect(asked.filter((address) => address.includes(MARKER_HOST))).toEqual([]);
    await context.close();
  });
});
