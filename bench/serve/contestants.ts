import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import demo from '../../src/demo/origo.json' with { type: 'json' };
import { applyEdition, readCatalogTheme } from '../../src/themes/catalog.ts';
import { ask } from '../../test/support/http.ts';
import { type Fault, faulty } from '../fault/fault.ts';
import { ASKINGS, type Asking, PLAIN } from '../load/asking.ts';
import { startRival } from '../rival.ts';
import { startServer, temporaryFolder } from '../vitrine/host.ts';
import { treeProcessorTime } from '../vitrine/processor-time.ts';
import type { Contestant } from './contest.ts';
import { timesOfVitrine } from './vitrine-times.ts';

export const HOST = `${demo.slug}.localhost`;
/** As many processes of a rival as there are processors. */
const ALL = availableParallelism();

/** Turns all bars of the load red: each page takes much more of the web process, and none is compressed. */
const FAULT: Fault = { busy: 0.8, plain: 1 };

const LIQUIDJS = new URL('rival-liquidjs.ts', import.meta.url);
const CONSTANT = new URL('rival-constant.ts', import.meta.url);

/** Starts vitrine in the way of `npm start`. @param root the folder of another checkout, whose program is started */
export async function startVitrine(name: string, root?: string): Promise<Contestant> {
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'data');
  const { port, pid } = await startServer({ DATA_DIR: dataDir }, folder, root === undefined ? {} : { root });
  return { name, port, askings: ASKINGS, headers: faulty(FAULT), times: await timesOfVitrine(pid, dataDir) };
}

/** The servers that vitrine is compared with, one of each in one process and one in as many as there are processors. */
export interface Rivals {
  readonly liquidjs: Pair;
  readonly string: Pair;
  readonly buffer: Pair;
}

interface Pair {
  readonly one: Contestant;
  readonly all: Contestant;
}

/** @param vitrine sends the page that the constants are */
export async function startRivals(vitrine: Contestant): Promise<Rivals> {
  const folder = join(await temporaryFolder(), 'rivals');
  await mkdir(folder);
  const file = (name: string) => join(folder, name);
  const { text } = await ask({ port: vitrine.port, host: HOST });
  await writeFile(file('page.html'), text);
  await writeInputs(file('theme.json'), file('content.json'));
  const one = async (askings: readonly Asking[], name: string, program: URL, args: readonly string[]) => {
    const { port, pid } = await startRival(program, args);
    return { name, port, askings, times: async () => ({ web: await treeProcessorTime(pid), render: 0, database: 0 }) };
  };
  const pair = async (askings: readonly Asking[], ...[name, program, args]: [string, URL, readonly string[]]) => ({
    one: await one(askings, `${name}, 1 process`, program, [...args, '1']),
    all: await one(askings, `${name}, ${ALL} processes`, program, [...args, String(ALL)]),
  });
  return {
    liquidjs: await pair(ASKINGS, 'Fastify + liquidjs', LIQUIDJS, [file('theme.json'), file('content.json')]),
    string: await pair([PLAIN], 'Fastify, constant string', CONSTANT, [file('page.html'), 'string']),
    buffer: await pair([PLAIN], 'Fastify, constant Buffer', CONSTANT, [file('page.html'), 'buffer']),
  };
}

/** Writes the theme and the content for the rival: the same as the demo site's. */
async function writeInputs(themeFile: string, contentFile: string): Promise<void> {
  const theme = await readCatalogTheme('origo');
  if (!theme) throw new Error('the catalog has no theme origo');
  await writeFile(themeFile, JSON.stringify(applyEdition(theme, demo.edition)));
  await writeFile(
    contentFile,
    JSON.stringify({
      site: { nom: demo.nom, slug: demo.slug, description: demo.description, adresse: 'http://localhost' },
      menus: demo.menus,
    }),
  );
}
