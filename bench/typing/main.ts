/**
 * `npm run bench:typing`: how long the page of a text is held up while somebody types into the middle of a long text, in Chromium: the longest task of
 * the page's thread, from its trace, what follows on the pause after the last key included. Beside it the same text that a browser alone makes editable.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../test/support/browser.ts';
import { atEnd } from '../endings.ts';
import { type Figure, lineOf, metIf } from '../figure.ts';
import { median } from '../median.ts';
import { runBench, say } from '../run.ts';
import { startHost } from '../vitrine/host.ts';
import { signIn } from '../vitrine/sign-in.ts';
import { normalSites } from '../vitrine/tenants.ts';
import type { Task } from './tasks.ts';
import { TEXTS } from './texts.ts';
import { type Typing, type } from './typist.ts';

const KEYS = 200;
const BAR_MS = 50;
/** Of the longest task so many parts are told. */
const PARTS = 3;

/** As Chrome and Edge run on a computer: a frame of another origin, as that of the preview, is drawn by a process of its own. */
const APART = ['--site-per-process'];

await runBench(async ({ quick }) => {
  const host = await startHost(await normalSites(1));
  const [tenant] = host.tenants;
  if (!tenant) throw new Error('no site');
  const token = await signIn(host.databaseUrl, tenant.slug);
  const origin = `http://localhost:${host.port}`;
  const keys = quick ? 20 : KEYS;
  const figures: Figure[] = [];
  const tell = (figure: Figure) => {
    say(lineOf(figure));
    figures.push(figure);
  };
  const openIn = (browser: Browser) => browser.newContext({ viewport: { width: 1440, height: 900 } });
  const typeHere = async (browser: Browser, contenu: string) => {
    const context = await openIn(browser);
    await context.addCookies([{ name: 'vitrine_session', value: token.cookie, url: origin }]);
    const id = randomUUID();
    const made = await context.request.post(`${origin}/api/pages`, {
      headers: { origin, 'x-service-site-cible': token.siteId },
      data: { id, slug: `texte-${id}`, titre: 'Un long texte', contenu },
    });
    if (!made.ok()) throw new Error(`the page was not stored: ${made.status()} ${await made.text()}`);
    return type(context, `${origin}/studio/${tenant.slug}/contenu/pages/${id}`, keys);
  };

  const apart = await openBrowser(APART);
  atEnd(() => apart.close());
  for (const [name, contenu] of TEXTS) {
    const text = `${Math.round(Buffer.byteLength(contenu) / 1_000)} kB: ${name}`;
    const typing = await typeHere(apart, contenu);
    const isMet = (typing.tasks[0]?.ms ?? 0) <= BAR_MS;
    tell({
      ...{ what: `typing into the middle of ${text}`, bar: `no frame over ${BAR_MS} ms` },
      ...{ ...toldOf(typing), verdict: metIf(isMet) },
    });
    const bare = await type(await openIn(apart), await serveBare(contenu), keys);
    tell({ what: `the browser alone, ${text}`, bar: null, ...toldOf(bare), verdict: 'stated' });
  }
  const [[name, contenu] = ['', '']] = TEXTS;
  const together = await openBrowser();
  atEnd(() => together.close());
  const typing = await typeHere(together, contenu);
  const what = `${name}, in a browser that draws the preview in the page's process`;
  tell({ what, bar: null, ...toldOf(typing), verdict: 'stated' });
  await host.end();
  return { figures, charts: [] };
});

/** A page with nothing but the text, which the browser makes editable. @returns its address */
async function serveBare(html: string): Promise<string> {
  const page = `<!doctype html><meta charset="utf-8"><style>div { white-space: pre-wrap; max-width: 44rem }</style><div contenteditable="true">${html}</div>`;
  const server = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end(page));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  server.unref();
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}

function toldOf({ openedMs, tasks, keys }: Typing): Pick<Figure, 'measured' | 'values'> {
  const [longest, second] = tasks;
  const key = median(keys);
  const cpu = Math.max(0, ...tasks.map(({ cpuMs }) => cpuMs));
  return {
    measured:
      `longest ${msOf(longest)}, next ${msOf(second)}; most processor time of one ${cpu.toFixed(0)} ms; ` +
      `a key ${key.toFixed(1)} ms; open after ${(openedMs / 1_000).toFixed(1)} s. The longest was ${partsOf(longest)}`,
    values: { longest: longest?.ms ?? 0, second: second?.ms ?? 0, cpu, key, opened: openedMs },
  };
}

function msOf(task: Task | undefined): string {
  return `${(task?.ms ?? 0).toFixed(0)} ms`;
}

function partsOf(task: Task | undefined): string {
  const parts = (task?.parts ?? []).slice(0, PARTS);
  return parts.map(([part, ms]) => `${part} ${ms.toFixed(0)} ms`).join(', ');
}
