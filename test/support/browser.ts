import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A Chromium of this machine, or undefined: tests that look at a page are then left out (`.ci/run` installs one). */
export const CHROMIUM = PLACES.find((path) => path !== undefined && existsSync(path));

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(CHROMIUM && { executablePath: CHROMIUM }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
}
