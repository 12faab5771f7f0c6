/**
 * `npm run bench:typing`: how long the page of a text is held up while somebody types into the middle of a long text, in Chromium: the longest task of
 * the page's thread, from its trace, what follows on the pause after the last key included.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { withConnection } from '../../src/storage/database.ts';
import { fingerprintOf } from '../../src/text/fingerprint.ts';
import { openBrowser } from '../../test/support/browser.ts';
import { atEnd } from '../endings.ts';
import { type Figure, lineOf, verdictOf } from '../figure.ts';
import { median } from '../median.ts';
import { runBench, say } from '../run.ts';
import { startHost } from '../vitrine/host.ts';
import { normalSites } from '../vitrine/tenants.ts';
import { TEXTS } from './texts.ts';

const KEYS = 200;
/** Between two keys, milliseconds: a quick hand. */
const KEY_MS = 100;
/** What follows on a pause: keeping the draft, the preview. */
const PAUSE_MS = 4_000;
const BAR_MS = 50;

/** Puts the caret into the paragraph in the middle, and brings that into view. */
const TO_THE_MIDDLE = `(() => {
  const paragraphs = document.querySelectorAll('.text-area > p');
  const middle = paragraphs[Math.floor(paragraphs.length / 2)];
  getSelection().collapse(middle.firstChild, Math.floor(middle.firstChild.length / 2));
  middle.scrollIntoView({ block: 'center' });
})()`;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly dur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly type?: string } };
}

await runBench(async ({ quick }) => {
  const host = await startHost(await normalSites(1));
  const [tenant] = host.tenants;
  if (!tenant) throw new Error('no site');
  const token = await signIn(host.databaseUrl, tenant.slug);
  const origin = `http://localhost:${host.port}`;
  const browser = await openBrowser();
  atEnd(() => browser.close());
  const figures: Figure[] = [];
  for (const [name, contenu] of TEXTS) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ name: 'vitrine_session', value: token.cookie, url: origin }]);
    const id = randomUUID();
    const made = await context.request.post(`${origin}/api/pages`, {
      headers: { origin, 'x-service-site-cible': token.siteId },
      data: { id, slug: `texte-${figures.length}`, titre: 'Un long texte', contenu },
    });
    if (!made.ok()) throw new Error(`the page was not stored: ${made.status()} ${await made.text()}`);
    const page = await context.newPage();
    const events = await traceTyping(page, `${origin}/studio/${tenant.slug}/contenu/pages/${id}`, quick ? 20 : KEYS);
    const tasks = tasksOf(events);
    const keys = keysOf(events);
    const [longest = 0, second = 0] = tasks.toSorted((one, other) => other - one);
    const figure: Figure = {
      what: `typing into the middle of ${Math.round(Buffer.byteLength(contenu) / 1_000)} kB: ${name}`,
      bar: `no frame over ${BAR_MS} ms`,
      measured: `longest ${longest.toFixed(0)} ms, next ${second.toFixed(0)} ms; a key ${median(keys).toFixed(1)} ms`,
      verdict: verdictOf(longest <= BAR_MS),
      values: { longest, second, key: median(keys) },
    };
    say(lineOf(figure));
    figures.push(figure);
    await context.close();
  }
  await browser.close();
  await host.end();
  return { figures, charts: [] };
});

/** Types into the middle of the text. @returns the trace of the page from the first key to the pause after the last */
async function traceTyping(page: Page, address: string, keys: number): Promise<readonly TraceEvent[]> {
  await page.goto(address);
  const text = page.getByRole('textbox', { name: 'Texte', exact: true });
  await text.waitFor();
  await text.focus();
  await page.evaluate(TO_THE_MIDDLE);
  await page.keyboard.type('ab ', { delay: KEY_MS });
  await page.waitForTimeout(PAUSE_MS);
  const protocol = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  protocol.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'];
  await protocol.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  for (let key = 0; key < keys; key++) await page.keyboard.type(key % 6 === 5 ? ' ' : 'x', { delay: KEY_MS });
  await page.waitForTimeout(PAUSE_MS);
  const complete = new Promise<void>((told) => protocol.once('Tracing.tracingComplete', () => told()));
  await protocol.send('Tracing.end');
  await complete;
  return events;
}

/** Milliseconds of each task of the thread that the keys came to. */
function tasksOf(events: readonly TraceEvent[]): readonly number[] {
  const key = events.find(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown');
  return events
    .filter(({ name, ph, pid, tid }) => ph === 'X' && /RunTask$/.test(name) && pid === key?.pid && tid === key.tid)
    .map(({ dur = 0 }) => dur / 1_000);
}

/** Milliseconds from a pressed key to its letter in the text. */
function keysOf(events: readonly TraceEvent[]): number[] {
  return events
    .filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keypress')
    .map(({ dur = 0 }) => dur / 1_000);
}

/** Gives the owner of a site a session. */
async function signIn(databaseUrl: string, slug: string) {
  const cookie = randomBytes(32).toString('base64url');
  const siteId = await withConnection('DATABASE_URL', databaseUrl, async (client) => {
    const { rows } = await client.query(
      'SELECT s.id, m.compte_id FROM sites s JOIN membres m ON m.site_id = s.id WHERE s.slug = $1',
      [slug],
    );
    await client.query(
      "INSERT INTO sessions (compte_id, empreinte, expire_le) VALUES ($1, $2, now() + interval '1 day')",
      [rows[0].compte_id, fingerprintOf(cookie)],
    );
    return rows[0].id as string;
  });
  return { cookie, siteId };
}
