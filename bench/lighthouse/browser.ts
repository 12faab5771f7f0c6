import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { CHROMIUM } from '../../test/support/browser.ts';
import { atEnd } from '../endings.ts';

/** What keeps Chromium from asking anybody for anything that the page did not ask for. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--no-default-browser-check',
  '--no-first-run',
];

/**
 * A Chromium that takes orders at a port, as Lighthouse gives them; it ends with the bench.
 * @param profile an empty folder
 * @throws Error when there is none on this machine, or when it ends at once
 */
export async function startChromium(profile: string): Promise<number> {
  if (!CHROMIUM) throw new Error('there is no Chromium here; CHROMIUM may say where');
  const args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', ...QUIET];
  const child = spawn(CHROMIUM, [...args, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = once(child, 'exit');
  atEnd(async () => {
    child.kill('SIGTERM');
    await gone;
  });
  let last = '';
  for await (const line of createInterface({ input: child.stderr })) {
    const port = /^DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line)?.[1];
    if (port) {
      child.stderr.resume();
      return Number(port);
    }
    last = line;
  }
  throw new Error(`Chromium ended: ${last}`);
}
