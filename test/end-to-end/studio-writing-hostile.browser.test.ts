import { randomUUID } from 'node:crypto';
import { parseFragment } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { lookAgain } from '../support/code-editor.ts';
import { query } from '../support/database.ts';
import { HOSTILE_CONTENTS } from '../support/hostile-contents.ts';
import { MARKER, MARKER_ATTRIBUTE, MARKER_HOST } from '../support/hostile-texts.ts';
import { type MediasProgram, startMedias } from '../support/medias.ts';
import { needs } from '../support/needs.ts';
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

/** Texts that might end the data of the page, in which a text stands when the page is opened. */
const ENDS_DATA = /<\/script|<!--|]]>/i;
const OPENED = HOSTILE_CONTENTS.filter((html, at) => at % 8 === 0 || ENDS_DATA.test(html));
const OTHERS = HOSTILE_CONTENTS.filter((html) => !OPENED.includes(html));

/** In these the editor reads more than their own, or less, and shows what follows as a part of the same passage. */
const GREEDY = /<(svg|math|noscript|noembed|xmp|textarea)/i;
/** Whether what comes after a text is read as if nothing were before it. */
const isClosed = (html: string) => {
  const last = parseFragment(`${html}<p>Après.</p>`).childNodes.at(-1);
  const isRead = last?.nodeName === 'p' && 'childNodes' in last && last.childNodes[0]?.nodeName === '#text';
  return isRead && !GREEDY.test(html);
};
const TOGETHER = 8;
/** So many texts that follow each other in one; what swallows what comes after it is alone. */
const inPieces = (texts: readonly string[]) => {
  const [closed, open] = [texts.filter(isClosed), texts.filter((html) => !isClosed(html))];
  const pieces = closed.flatMap((_, at) => (at % TOGETHER === 0 ? [closed.slice(at, at + TOGETHER)] : []));
  return [...pieces, ...open.map((html) => [html])].map((piece, at) => {
    const names = piece.map((_, n) => `Avant ${at}-${n}.`);
    return { html: piece.map((html, n) => html.replace('Avant.', `${names[n]}`)).join('\n'), names };
  });
};

describe('texts of another member that would run something', needs('Chromium'), () => {
  let program: MediasProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [program, browser] = await Promise.all([startMedias(), lentBrowser()]);
  });
  afterAll(() => Promise.all([program.close(), browser.close()]));
  const { own, open } = writer(() => ({ vitrine: program.vitrine, browser }));

  /** A member before a page with a text, and what the page asks for and says. */
  async function before(contenu: string) {
    const { context, studio, api } = await own();
    const make = async (html: string): Promise<string> => {
      const id = randomUUID();
      await api('POST', '/api/pages', { id, slug: `essai-${id}`, titre: 'Essai', contenu: html });
      return id;
    };
    const id = await make(contenu);
    const { page, text } = await open(context, `${studio}/contenu/pages/${id}`);
    const events: string[] = [];
    // The preview shows what visitors see, where scripts of a text may run, in a frame of its own.
    page.on('request', (request) => {
      if (request.frame() === page.mainFrame() && request.url().includes(MARKER_HOST)) events.push(request.url());
    });
    page.on('dialog', (dialog) => {
      events.push(dialog.message());
      void dialog.dismiss();
    });
    const visit = (other: string) => page.goto(new URL(`${studio}/contenu/pages/${other}`, page.url()).href);
    /** Nothing of a text has run, and no element that could is there. */
    const isHarmless = async (html: string) => {
      expect(await page.evaluate(FOUND), html).toEqual({ ran: 'undefined', bad: [] });
      expect(events, html).toEqual([]);
    };
    /** What was only looked at is stored as it was. */
    const isStored = async (at: string, html: string) =>
      expect(((await api('GET', `/api/pages?id=${at}`)) as { page: { contenu: string } }).page.contenu).toBe(html);
    return { context, api, make, id, page, text, visit, isHarmless, isStored };
  }

  it('opened, copied as a whole and pasted: none runs, asks for anything or makes an element in the editor', async () => {
    const { context, make, page, text, visit, isHarmless, isStored } = await before('');
    for (const { html, names } of inPieces(OPENED)) {
      const id = await make(html);
      await visit(id);
      for (const name of names) await text.getByText(name).waitFor();
      await isHarmless(html);
      await text.focus();
      for (const keys of ['Control+a', 'Control+c', 'Control+End', 'Enter', 'Control+v'])
        await page.keyboard.press(keys);
      await isHarmless(html);
      await isStored(id, html);
    }
    await context.close();
  });

  it('stored while the page is open: none runs, asks for anything or makes an element in the editor', async () => {
    const { context, api, id, page, text, isHarmless, isStored } = await before('<p>Vide.</p>');
    await text.getByText('Vide.').waitFor();
    for (const { html, names } of inPieces(OTHERS)) {
      await api('PATCH', '/api/pages', { id, contenu: html });
      await lookAgain(page);
      for (const name of names) await text.getByText(name).waitFor();
      await isHarmless(html);
      await isStored(id, html);
    }
    await context.close();
  });

  it('of a text that a browser would read for minutes no preview is made', async () => {
    const { context, studio, api } = await own();
    const marks = Array.from({ length: 400 }, (_, n) => `<b id=${n}>`).join('');
    const contenu = `<p>${marks}</p>${'<p>mot'.repeat(20_000)}`;
    const { id } = await api('POST', '/api/pages', { slug: 'essai', titre: 'Essai', contenu });
    const { page } = await open(context, `${studio}/contenu/pages/${id}`);
    await page.getByText('l’aperçu ne le montre pas').waitFor();
    await context.close();
  });

  it('what is written and not saved is kept for the text of its site, not for one of another site with the same id', async () => {
    const { context, studio, api, siteId } = await own();
    const other = await own();
    const { databaseUrl } = program.vitrine;
    await query(
      databaseUrl,
      `INSERT INTO membres (site_id, compte_id, role) SELECT '${other.siteId}', compte_id, 'editeur' FROM membres WHERE site_id = '${siteId}'`,
    );
    const id = randomUUID();
    const given = { id, slug: 'essai', titre: 'Essai', contenu: '<p>Un texte.</p>' };
    await Promise.all([api('POST', '/api/pages', given), other.api('POST', '/api/pages', given)]);
    const first = await open(context, `${studio}/contenu/pages/${id}`);
    await first.title.fill('Un secret');
    await first.page.getByText('Non enregistré', { exact: true }).waitFor();
    await first.page.reload();
    await first.page.getByText('ont été repris').waitFor();
    expect(await first.title.inputValue()).toBe('Un secret');
    await first.page.close();
    const second = await open(context, `${other.studio}/contenu/pages/${id}`);
    await second.text.getByText('Un texte.').waitFor();
    expect(await second.title.inputValue()).toBe('Essai');
    await Promise.all([context.close(), other.context.close()]);
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
