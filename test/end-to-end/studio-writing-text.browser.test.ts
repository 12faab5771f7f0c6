import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { type MediasProgram, mediasApi, startMedias } from '../support/medias.ts';
import { needs } from '../support/needs.ts';
import { png } from '../support/png.ts';
import { expectNoBarrier } from '../support/studio-member.ts';
import { until } from '../support/until.ts';
import { writer } from '../support/writer.ts';

/** Presses keys one after the other; the browser tells the page of a moved caret between two of them. */
async function press(page: Page, ...keys: readonly string[]) {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.evaluate('new Promise((told) => requestAnimationFrame(() => setTimeout(told)))');
  }
}

const VIDEO = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';

/** Waits until keys reach the text: a tool gives it the focus back with the next frame. */
const keysReach = (text: Locator) => text.and(text.page().locator(':focus')).waitFor();
const PDF = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n';

interface Brought {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Lets files fall on the text, or comes with them from the clipboard. */
const bring = (page: Page, kind: 'drop' | 'paste', files: readonly Brought[]) =>
  page.evaluate(`(() => {
    const data = new DataTransfer();
    for (const { name, type, bytes } of ${JSON.stringify(files.map(({ bytes, ...file }) => ({ ...file, bytes: bytes.toString('base64') })))}) {
      data.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], name, { type }));
    }
    const text = document.querySelector('.text-area');
    const { left, top } = text.lastElementChild.getBoundingClientRect();
    const way = { bubbles: true, cancelable: true, clientX: left + 5, clientY: top + 5 };
    text.dispatchEvent('${kind}' === 'drop'
      ? new DragEvent('drop', { ...way, dataTransfer: data })
      : new ClipboardEvent('paste', { ...way, clipboardData: data }));
  })()`);

describe('the text of a page in the studio', needs('Chromium'), () => {
  let program: MediasProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [program, browser] = await Promise.all([startMedias(), lentBrowser()]);
  });
  afterAll(() => Promise.all([program.close(), browser.close()]));
  const { own, open } = writer(() => ({ vitrine: program.vitrine, browser }));

  /** An owner before a page with a text. */
  async function before(contenu: string) {
    const owner = await own();
    const id = randomUUID();
    await owner.api('POST', '/api/pages', { id, slug: 'essai', titre: 'Essai', contenu });
    const opened = await open(owner.context, `${owner.studio}/contenu/pages/${id}`);
    await opened.text.waitFor();
    /** Saves, and reads what is stored. */
    const stored = async (): Promise<string> => {
      await opened.press('Enregistrer');
      await opened.saved.waitFor();
      const { page } = (await owner.api('GET', `/api/pages?id=${id}`)) as {
        page: { contenu: string; travail: { contenu?: string } | null };
      };
      return page.travail?.contenu ?? page.contenu;
    };
    return { ...owner, ...opened, id, stored };
  }

  it('is written with the habits of the keyboard and of Markdown, and formatted by keyboard alone', async () => {
    const { page, text, stored, api, takeComplaints, context } = await before('');
    await api('POST', '/api/pages', { slug: 'nos-pains', titre: 'Nos pains' });
    // The preview shows the video, sooner or later.
    await context.route(VIDEO, (route) => route.fulfill({ body: '' }));
    const type = (words: string) => page.keyboard.type(words);
    await text.focus();
    await type('## Horaires');
    await press(page, 'Enter');
    await type('Du **gras**, du `code`, une "citation" -- telle quelle...');
    await press(page, 'Enter');
    await type('- un');
    await press(page, 'Enter', 'Tab');
    await type('deux');
    await press(page, 'Enter', 'Shift+Tab');
    await type('- trois');
    await press(page, 'Enter', 'Enter');
    await type('> cité');
    await press(page, 'Enter', 'Enter');
    await type('À lire : pains');
    await press(page, 'Control+Shift+ArrowLeft', 'Control+k');
    const link = page.getByRole('dialog', { name: 'Lien' });
    await link.getByLabel(/^Adresse/).fill('javascript:alert(1)');
    await link.getByText('Cette adresse n’est pas admise', { exact: false }).waitFor();
    expect(await link.getByRole('button', { name: 'Poser le lien' }).isDisabled()).toBe(true);
    await link.getByLabel(/^Adresse/).fill('nos pai');
    await link.getByRole('button', { name: /Nos pains/ }).click();
    await expectNoBarrier(page);
    await link.getByRole('button', { name: 'Poser le lien' }).click();
    await keysReach(text);

    await press(page, 'Enter', 'Alt+F10', 'ArrowRight', 'ArrowRight');
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Italique');
    await press(page, 'Enter');
    await keysReach(text);
    await type('Penché');
    await until('the tool is shown as on', async () =>
      expect(await page.getByRole('button', { name: 'Italique' }).getAttribute('aria-pressed')).toBe('true'),
    );
    await press(page, 'Control+i', 'Enter', 'Alt+F10', 'Home', 'End');
    expect(await page.locator(':focus').textContent()).toBe('HTML');
    await text.focus();
    await page.getByRole('combobox', { name: 'Style' }).selectOption('Titre 3');
    await keysReach(text);
    await type('Trois');
    await expectNoBarrier(page);
    await press(page, 'Enter');
    await page.getByRole('button', { name: 'Plus d’outils' }).click();
    await page.getByRole('button', { name: 'Raccourcis du clavier' }).click();
    await page.getByRole('dialog', { name: 'Raccourcis du clavier' }).waitFor();
    await expectNoBarrier(page);
    await press(page, 'Escape');
    await page.getByRole('button', { name: 'Vidéo' }).click();
    const video = page.getByRole('dialog', { name: 'Vidéo' });
    await video.getByLabel(/^Adresse/).fill('https://youtu.be/dQw4w9WgXcQ');
    await video.getByText('Vidéo reconnue : YouTube.').waitFor();
    await expectNoBarrier(page);
    await video.getByRole('button', { name: 'Ajouter la vidéo' }).click();
    const html = (await stored()).replace(/\s*\n\s*/g, '');
    expect(html).toContain(
      '<h2>Horaires</h2><p>Du <strong>gras</strong>, du <code>code</code>, une "citation" -- telle quelle...</p>',
    );
    expect(html).toContain(
      '<ul><li>un<ul><li>deux</li></ul></li><li>trois</li></ul><blockquote><p>cité</p></blockquote>',
    );
    expect(html).toContain('<p>À lire : <a href="/nos-pains">pains</a></p><p><em>Penché</em></p><h3>Trois</h3>');
    expect(html).toMatch(
      /<iframe [^>]*src="https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ"[^>]*allowfullscreen/,
    );
    expect(takeComplaints().filter((one) => one !== `outside request: ${VIDEO}`)).toEqual([]);
    await context.close();
  });

  it('a table is made, changed and left by keyboard and tools', async () => {
    const { page, text, stored, context } = await before('<p>Avant</p>');
    await text.focus();
    await press(page, 'Control+End');
    await page.getByRole('button', { name: 'Tableau', exact: true }).click();
    await keysReach(text);
    await expectNoBarrier(page);
    await page.keyboard.type('Jour');
    await press(page, 'Tab');
    await page.keyboard.type('Heures');
    await press(page, 'Tab');
    await page.keyboard.type('Notes');
    await press(page, 'Tab');
    await page.keyboard.type('Lundi');
    for (const name of ['Retirer la colonne', 'Ligne d’en-tête', 'Ligne en dessous', 'Colonne après']) {
      await page.getByRole('button', { name, exact: true }).click();
    }
    await keysReach(text);
    await press(page, 'Control+z');
    await expectNoBarrier(page);
    const html = (await stored()).replace(/\s*\n\s*/g, '');
    expect(html).toBe(
      '<p>Avant</p><table><thead><tr><th>Heures</th><th>Notes</th></tr></thead><tbody>' +
        '<tr><td></td><td></td></tr><tr><td></td><td></td></tr><tr><td></td><td></td></tr></tbody></table>',
    );
    await page.getByRole('button', { name: 'Supprimer le tableau' }).click();
    expect(await stored()).toBe('<p>Avant</p>');
    await context.close();
  });

  it('pictures come by a drop, the clipboard and the library; each is described and sized where it stands', async () => {
    const { page, text, stored, context, key } = await before('<p>Avant</p>');
    const api = mediasApi(program.vitrine, { key });
    const asked: string[] = [];
    page.on(
      'request',
      (request) => request.frame() === page.mainFrame() && asked.push(new URL(request.url()).hostname),
    );
    await text.focus();
    await press(page, 'Control+End');
    await bring(page, 'drop', [{ name: 'four.png', type: 'image/png', bytes: png(700, 500, '#aa3311') }]);
    const figures = page.locator('.text-area figure');
    const shown = figures.locator('img');
    await until('the picture is shown from the library', async () => {
      expect(await shown.count()).toBe(1);
      expect(await shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(700);
    });
    await figures.first().locator('img').click();
    await press(page, 'Tab');
    await page.keyboard.type('Le four à bois');
    await page.getByLabel('Légende').fill('Notre four');
    await page.getByLabel('Moyenne').check();
    await expectNoBarrier(page);
    const [picture] = await api.list();
    expect(await stored()).toContain(
      `<img src="${picture?.src}" alt="Le four à bois" width="640"><figcaption>Notre four</figcaption>`,
    );
    await press(page, 'Escape', 'ArrowRight');

    await bring(page, 'paste', [{ name: 'IMG_1.HEIC', type: 'image/heic', bytes: Buffer.from('x') }]);
    const refused = page.getByRole('alert').filter({ hasText: 'IMG_1.HEIC' });
    await refused.getByText(/HEIC, que les navigateurs/).waitFor();
    expect(await stored()).not.toContain('HEIC');
    await page.getByRole('button', { name: 'Masquer' }).click();
    expect(await refused.count()).toBe(0);
    await bring(page, 'paste', [{ name: 'pain.png', type: 'image/png', bytes: png(300, 200, '#eeddcc') }]);
    await until('the pasted picture is there', async () => expect(await shown.count()).toBe(2));

    await page.getByRole('button', { name: 'Image', exact: true }).click();
    const library = page.getByRole('dialog', { name: 'Bibliothèque' });
    await library.getByRole('button', { name: /^four\.png/ }).click();
    await until('the chosen picture is there', async () => expect(await figures.count()).toBe(3));
    await press(page, 'Control+z');
    expect(await figures.count()).toBe(2);

    // A document is a link with its name; what the library does not take is told beside.
    await text.focus();
    await press(page, 'Control+End');
    await bring(page, 'drop', [
      { name: 'Tarifs 2027.pdf', type: 'application/pdf', bytes: Buffer.from(PDF) },
      { name: 'son.mp3', type: 'audio/mpeg', bytes: Buffer.from('x') },
    ]);
    await text.getByRole('link', { name: 'Tarifs 2027.pdf' }).waitFor();
    await page.getByRole('alert').getByText('n’entre pas dans la bibliothèque', { exact: false }).waitFor();
    await expectNoBarrier(page);
    const document = (await api.list()).find(({ nom }) => nom === 'Tarifs 2027.pdf');
    expect(await stored()).toContain(`<p><a href="${document?.src}">Tarifs 2027.pdf</a></p>`);
    expect(new Set(asked)).toEqual(new Set(['localhost']));
    await context.close();
  });

  it('what the editor cannot show stays, and is changed as HTML: in its place, and as a whole', async () => {
    const html =
      '<p class="a">Avant</p>\r\n<section data-x="1"><p>Passage</section>\n<p><img src="https://vole.example/x.png" alt="x"></p>\n<!-- fin -->';
    const { page, text, stored, takeComplaints, context } = await before(html);
    const asked: string[] = [];
    // The preview shows what visitors see.
    page.on('request', (request) => request.frame() === page.mainFrame() && asked.push(request.url()));
    await page.reload();
    const passage = page.getByLabel('Passage en HTML').first();
    expect(await passage.inputValue()).toBe('<section data-x="1"><p>Passage</section>');
    await page.getByText('Image d’un autre site (vole.example)', { exact: false }).waitFor();
    await expectNoBarrier(page);
    await passage.focus();
    await press(page, 'Control+End');
    await page.keyboard.type('<hr>');
    expect(await stored()).toBe(html.replace('</section>', '</section><hr>'));
    await press(page, 'Control+z');

    await page.getByRole('button', { name: 'HTML', exact: true }).click();
    const source = page.getByRole('textbox', { name: 'Source HTML' });
    await source.waitFor();
    await expectNoBarrier(page);
    await source.focus();
    await press(page, 'Control+Home');
    await page.keyboard.type('<h2>Neuf</h2>');
    expect(await stored()).toBe(`<h2>Neuf</h2>${html}`);
    await page.getByRole('button', { name: 'HTML', exact: true }).click();
    await text.getByRole('heading', { name: 'Neuf' }).waitFor();
    expect(await stored()).toBe(`<h2>Neuf</h2>${html}`);
    await text.focus();
    await press(page, 'Control+z');
    expect(await stored()).toBe(html);
    expect(asked.filter((address) => address.includes('vole.example'))).toEqual([]);
    expect(takeComplaints().filter((one) => !/vole\.example|ERR_NAME_NOT_RESOLVED/.test(one))).toEqual([]);
    await context.close();
  });
});
