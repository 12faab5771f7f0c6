/**
 * `npm run bench:serve [seconds]`: pages a second of the demo home page, through sandbox and database, beside Fastify with
 * liquidjs and neither, and beside Fastify with a constant. Each has the machine to itself in turn.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import demo from '../../src/demo/origo.json' with { type: 'json' };
import { applyEdition, readCatalogTheme } from '../../src/themes/catalog.ts';
import { applyLoad, type LoadResult } from './load.ts';

const SECONDS = Number(process.argv[2] ?? 10);
const WARM_UP_SECONDS = 10;
const CONNECTIONS = 50;
const HOST = `${demo.slug}.localhost`;

const say = (line: string) => process.stdout.write(`${line}\n`);
const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
await chmod(folder, 0o711);
const file = (name: string) => join(folder, name);

/** Runs one contestant in a process of its own and loads it; `look` may ask it something first. */
async function contest(name: string, args: string[], look?: (port: number) => Promise<void>): Promise<LoadResult> {
  const script = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const contestant = fork(script, args, { env: { ...process.env, DATA_DIR: folder } });
  const [{ port }] = (await once(contestant, 'message')) as [{ port: number }];
  await look?.(port);
  await applyLoad({ port, host: HOST, connections: CONNECTIONS, duration: WARM_UP_SECONDS });
  const result = await applyLoad({ port, host: HOST, connections: CONNECTIONS, duration: SECONDS });
  contestant.kill('SIGTERM');
  await once(contestant, 'exit');
  return result;
}

async function savePage(port: number, name: string): Promise<void> {
  const [answer] = await once(get({ port, host: '127.0.0.1', headers: { host: HOST } }), 'response');
  await writeFile(file(name), await text(answer));
}

const theme = await readCatalogTheme('origo');
if (!theme) throw new Error('the catalog has no theme origo');
await writeFile(file('theme.json'), JSON.stringify(applyEdition(theme, demo.edition)));
await writeFile(file('content.json'), JSON.stringify({ site: { nom: demo.nom, slug: demo.slug }, menus: demo.menus }));

try {
  const ours = await contest('vitrine', [], (port) => savePage(port, 'page.html'));
  const liquidjs = await contest('rival-liquidjs', [file('theme.json'), file('content.json')], (port) =>
    savePage(port, 'page-liquidjs.html'),
  );
  const asString = await contest('rival-constant', [file('page.html'), 'string']);
  const asBuffer = await contest('rival-constant', [file('page.html'), 'buffer']);

  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, ${CONNECTIONS} connections, ${SECONDS} s each`);
  const rows: [string, LoadResult][] = [
    ['vitrine: sandbox, database, compiled theme in an isolate', ours],
    ['Fastify + liquidjs, no sandbox, no database', liquidjs],
    ['Fastify, constant string', asString],
    ['Fastify, constant Buffer', asBuffer],
  ];
  for (const [name, { pagesPerSecond, p50, p99, failures }] of rows) {
    const ratio = (ours.pagesPerSecond / pagesPerSecond).toFixed(2);
    say(
      `${name.padEnd(52)} ${pagesPerSecond.toFixed(0).padStart(7)} pages/s  p50 ${p50} ms  p99 ${p99} ms  ` +
        `failures ${failures}  vitrine is ${ratio} of it`,
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
