import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import lighthouse from 'lighthouse';
import sharp from 'sharp';
import { PHOTOGRAPHS } from '../../src/demo/photographs.ts';
import { applyEdition, readCatalogTheme } from '../../src/themes/catalog.ts';
import { openBrowser } from '../../test/support/browser.ts';
import { ask } from '../../test/support/http.ts';
import { waitIfStopping } from '../endings.ts';
import { type Figure, metIf } from '../figure.ts';
import { say } from '../run.ts';
import { type Host, startHost } from '../vitrine/host.ts';
import { signIn } from '../vitrine/sign-in.ts';
import { CATEGORIES, judgementOf } from './judgement.ts';

const BARS = { score: 97, bytes: 350_000, shift: 0 };
/** Blocks of the home page of origo that show one picture each, and the photographs of the demo that are enlarged for them. */
const SHOWN = ['chaise', 'table', 'bibliotheque', 'commode', 'banc', 'escalier'];
const HOME = 'templates/index.json';
const CAMERA = { width: 4000, height: 3000 };
/** Weight of a photograph as a telephone takes it, bytes. */
const HEAVY = 4_000_000;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const SCROLL = 400;
const SCROLL_PAUSE_MS = 100;

/** The home page of origo with six photographs of 12 megapixels, on a phone. @param port of a Chromium that Lighthouse can control */
export async function judgePhotographs(port: number): Promise<Figure[]> {
  const theme = await readCatalogTheme('origo');
  if (!theme) throw new Error('the catalog has no theme origo');
  const host = await startHost([{ slug: 'photos', files: applyEdition(theme, 'etabli') }]);
  await showPhotographs(host);
  // The first visit has the variants made, the second is measured.
  await visit(host);
  const { bytes, requests, shift } = await visit(host);
  const url = `http://photos.localhost:${host.port}/`;
  const run = await lighthouse(url, { port, logLevel: 'error' });
  await waitIfStopping();
  if (!run) throw new Error(`Lighthouse returned no result for ${url}`);
  const { scores, metrics, costs } = judgementOf(run.lhr);
  for (const cost of costs) say(`  ${cost}`);
  await host.end();
  const what = 'home page of origo with six photographs of 12 megapixels, on a phone';
  const worst = Math.min(...CATEGORIES.map((category) => scores[category]));
  return [
    {
      what: `Lighthouse, ${what}`,
      bar: `≥ ${BARS.score} in each category`,
      measured: CATEGORIES.map((category) => `${category} ${scores[category]}`).join(', '),
      verdict: metIf(worst >= BARS.score),
      values: { ...scores, ...metrics },
    },
    {
      what: `pictures of the ${what} (390 px, 2×), all of the page seen`,
      bar: `≤ ${BARS.bytes / 1_000} kB; layout shift ${BARS.shift}`,
      measured: `${Math.ceil(bytes / 1_000)} kB in ${requests} pictures; layout shift ${shift.toFixed(3)}`,
      verdict: metIf(bytes <= BARS.bytes && shift <= BARS.shift),
      values: { bytes, requests, shift },
    },
  ];
}

/** Uploads the photographs as their owner does, and gives them to the blocks of the gallery. */
async function showPhotographs({ port, databaseUrl, tenants: [site] }: Host): Promise<void> {
  if (!site) throw new Error('there is no site');
  const manage = async (method: string, path: string, more: object) => {
    const answer = await ask({ port, method, path, key: site.key, ...more });
    if (answer.status >= 300) throw new Error(`${method} ${path}: HTTP ${answer.status} ${answer.text.slice(0, 200)}`);
    return answer.json();
  };
  const { cookie } = await signIn(databaseUrl, site.slug);
  const path = `/api/themes/${site.themeId}/fichiers`;
  const { fichier } = await manage('GET', `${path}?chemin=${encodeURIComponent(HOME)}`, {});
  const home = JSON.parse(fichier.contenu);
  for (const name of SHOWN) {
    const body = await photograph(name);
    say(`  ${name}: ${(body.length / 1e6).toFixed(1)} MB`);
    // The key opens this operation beside a session alone.
    const headers = { 'content-type': 'image/jpeg', cookie: `vitrine_session=${cookie}` };
    const { media } = await manage('POST', `/api/medias?nom=${name}.jpg`, { body, headers });
    home.sections.meubles.blocks[name].settings.image = media.src;
  }
  await manage('PUT', path, { body: { chemin: HOME, contenu: JSON.stringify(home) } });
}

/** A photograph of the demo in the size and the weight of a telephone's: with the noise of a small sensor. */
async function photograph(name: string): Promise<Buffer> {
  const file = fileURLToPath(new URL(`${name}.jpg`, PHOTOGRAPHS));
  const noise = { type: 'gaussian', mean: 128, sigma: 9 } as const;
  const sensor = await sharp({ create: { ...CAMERA, channels: 3, background: '#808080', noise } })
    .png()
    .toBuffer();
  const picture = await sharp(file)
    .resize({ ...CAMERA, fit: 'cover' })
    .composite([{ input: sensor, blend: 'hard-light' }])
    .png()
    .toBuffer();
  let jpeg = Buffer.alloc(0);
  for (let quality = 76; jpeg.length < HEAVY && quality <= 100; quality += 4) {
    jpeg = await sharp(picture).jpeg({ quality }).toBuffer();
  }
  return jpeg;
}

/** Visits the page with a phone and scrolls through it. @returns what its pictures weighed on the wire, and how much the page jumped */
async function visit({ port }: Host): Promise<{ bytes: number; requests: number; shift: number }> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage(PHONE);
    const pictures: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'image')
        pictures.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.addInitScript(
      'window.shift = 0; new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shift += one.value }).observe({ type: "layout-shift", buffered: true })',
    );
    await page.goto(`http://photos.localhost:${port}/`);
    const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
    for (let y = 0; y < height; y += SCROLL) {
      await page.evaluate(`scrollTo(0, ${y})`);
      await sleep(SCROLL_PAUSE_MS);
    }
    await page.waitForLoadState('networkidle');
    const sizes = await Promise.all(pictures);
    const shift = Number(await page.evaluate('window.shift'));
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), requests: sizes.length, shift };
  } finally {
    await browser.close();
  }
}
