import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { CHROMIUM } from '../../test/support/needs.ts';
import { atEnd } from '../endings.ts';

/** Options that keep Chromium from making network requests of its own. */
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
 * Starts a Chromium that Lighthouse can control; it ends with the bench.
 * @param profile an empty folder
 * @returns its debugging port
 * @throws Error when there is none on this machine, or when it ends at once
 */
export async function startChromium(profile: string): Promise<number> {
  if (!CHROMIUM) throw new Error('there is no Chromium on this machine; set CHROMIUM to its path');
  const args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', ...QUIET];
  const child = spawn(CHROMIUM, [...args, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  atEnd(async () => {
    child.kill('SIGTERM');
    await ended;
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
