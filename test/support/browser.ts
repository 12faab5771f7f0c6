import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { CHROMIUM } from './needs.ts';

export function openBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    ...(CHROMIUM && { executablePath: CHROMIUM }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-sync',
      ...args,
    ],
  });
}

/** How long an act in a page is waited for, milliseconds: on a machine whose processors others want, too, pages need twenty times their time. */
const PATIENCE_MS = 100_000;

/** What tests need of a browser. */
export type TestBrowser = Pick<Browser, 'newContext' | 'newPage' | 'close'>;

/** Nothing is painted. A page that waits for a frame waits for ever; one that has only to be laid out takes two thirds of the processor time. */
export const UNPAINTED = ['--disable-threaded-compositing'];

/** By their arguments. */
const lent = new Map<string, Promise<Browser>>();

/**
 * One Chromium for all files that a test process runs: to start one takes a second of a processor. It ends with the process.
 * @returns a browser in which nothing is remembered; closing it closes the pages that were opened through it
 */
export async function lentBrowser(args: readonly string[] = []): Promise<TestBrowser> {
  const key = args.join();
  const there = lent.get(key);
  if (there && !(await there).isConnected()) lent.delete(key);
  const opening = lent.get(key) ?? openBrowser(args);
  lent.set(key, opening);
  const browser = await opening;
  const opened: (BrowserContext | Page)[] = [];
  const noted = async <T extends BrowserContext | Page>(opening: Promise<T>): Promise<T> => {
    const one = await opening;
    one.setDefaultTimeout(PATIENCE_MS);
    opened.push(one);
    return one;
  };
  return {
    newContext: (options) => noted(browser.newContext(options)),
    newPage: (options) => noted(browser.newPage(options)),
    close: async () => {
      await Promise.all(opened.map((one) => one.close()));
    },
  };
}
