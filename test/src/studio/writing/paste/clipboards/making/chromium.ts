/**
 * Makes the clipboards of Chromium: opens each page of `pages.ts`, copies it, and stores what a paste gives as text/html. Run from the top of the
 * repository:
 *
 *     node test/src/studio/writing/paste/clipboards/making/chromium.ts
 */
import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../../../../../support/browser.ts';
import { type CopiedPage, documentOf, PAGES } from './pages.ts';

const FOLDER = new URL('../chromium/', import.meta.url);
const ADDRESS = 'https://exemple.test/';

/** Selects what is copied: all of a page, what can be written in it, or from one text to another. It runs in the page. */
const SELECT = `({ from, to }) => {
  const selection = getSelection();
  const written = document.querySelector('[contenteditable]');
  written?.focus();
  selection.selectAllChildren(written ?? document.body);
  if (!from) return;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.nodeValue;
    if (text.includes(from)) selection.setBaseAndExtent(node, text.indexOf(from), node, text.length);
    if (text.includes(to)) selection.extend(node, text.indexOf(to) + to.length);
  }
}`;

/** Keeps what a paste gives. */
const LISTEN = `addEventListener('paste', (event) => { window.pasted = event.clipboardData.getData('text/html'); }, true);
  document.querySelector('textarea').focus();`;

/** What a paste into another page gives. */
async function pasted(page: Page): Promise<string> {
  await page.setContent('<textarea></textarea>');
  await page.evaluate(LISTEN);
  await page.keyboard.press('Control+v');
  await page.waitForFunction('window.pasted');
  return String(await page.evaluate('window.pasted'));
}

async function copied(page: Page, what: CopiedPage): Promise<string> {
  await page.route(`${ADDRESS}**`, (route) =>
    route.request().resourceType() === 'document'
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: documentOf(what) })
      : route.fulfill({ status: 404 }),
  );
  await page.goto(ADDRESS);
  await page.evaluate(`(${SELECT})(${JSON.stringify(what)})`);
  await page.keyboard.press('Control+c');
  return pasted(page);
}

const browser = await openBrowser();
await mkdir(FOLDER, { recursive: true });
for (const [name, what] of Object.entries(PAGES)) {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  await writeFile(new URL(`${name}.html`, FOLDER), await copied(await context.newPage(), what));
  await context.close();
}
await browser.close();
