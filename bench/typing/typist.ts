/** Somebody who types into the middle of a text in Chromium, and what the page did meanwhile. */
import type { BrowserContext, Page } from 'playwright-core';
import { keysOf, type Task, type TraceEvent, tasksOf } from './tasks.ts';

/** Between two keys, milliseconds: a quick hand. */
const KEY_MS = 100;
/** What follows on a pause: keeping the draft, the preview. */
const PAUSE_MS = 5_000;
/** A shared machine may take long to open a page, milliseconds. */
const PATIENCE_MS = 120_000;

/** Promises when the text can be typed in: shown, and drawn. */
const NOTE_OPENING = `globalThis.opened = new Promise((told) => {
  const look = (_, observer) => {
    if (!document.querySelector('[contenteditable=true]')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => told(performance.now())));
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
})`;

/** Puts the caret into the paragraph in the middle, and brings that into view. */
const TO_THE_MIDDLE = `(() => {
  const area = document.querySelector('[contenteditable=true]');
  area.focus();
  const paragraphs = area.querySelectorAll(':scope > p');
  const middle = paragraphs[Math.floor(paragraphs.length / 2)];
  getSelection().collapse(middle.firstChild, Math.floor(middle.firstChild.length / 2));
  middle.scrollIntoView({ block: 'center' });
})()`;

const CATEGORIES = ['toplevel', 'v8', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

export interface Typing {
  /** From the asking for the page to where the text can be typed in, milliseconds. */
  readonly openedMs: number;
  /** Of the page's main thread from the first key to the pause after the last, the longest first. */
  readonly tasks: readonly Task[];
  /** Milliseconds from each key to its letter in the text. */
  readonly keys: readonly number[];
}

/** Opens a page that has one editable text, and types into its middle. @param context is closed then @param keys how many */
export async function type(context: BrowserContext, address: string, keys: number): Promise<Typing> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.addInitScript(NOTE_OPENING);
  await page.goto(address, { waitUntil: 'commit' });
  const openedMs = (await page.evaluate('globalThis.opened')) as number;
  await page.evaluate(TO_THE_MIDDLE);
  await page.keyboard.type('ab ', { delay: KEY_MS });
  await page.waitForTimeout(PAUSE_MS);
  const events = await traced(page, async () => {
    for (let key = 0; key < keys; key++) await page.keyboard.type(key % 6 === 5 ? ' ' : 'x', { delay: KEY_MS });
    await page.waitForTimeout(PAUSE_MS);
  });
  await context.close();
  return { openedMs, tasks: tasksOf(events), keys: keysOf(events) };
}

async function traced(page: Page, act: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const protocol = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  protocol.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const traceConfig = { includedCategories: CATEGORIES };
  await protocol.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await act();
  const complete = new Promise<void>((told) => protocol.once('Tracing.tracingComplete', () => told()));
  await protocol.send('Tracing.end');
  await complete;
  return events;
}
