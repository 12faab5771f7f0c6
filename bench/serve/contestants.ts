import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import demo from '../../src/demo/origo.json' with { type: 'json' };
import { applyEdition, readCatalogTheme } from '../../src/themes/catalog.ts';
import { ask } from '../../test/support/http.ts';
import { startRival } from '../rival.ts';
import { startServer, temporaryFolder } from '../vitrine/host.ts';
import type { Contestant } from './contest.ts';
import { timesOfVitrine, type VitrineTimes } from './vitrine-times.ts';

export const HOST = `${demo.slug}.localhost`;
/** As many processes of a rival as there are processors. */
const ALL = availableParallelism();

const LIQUIDJS = new URL('rival-liquidjs.ts', import.meta.url);
const CONSTANT = new URL('rival-constant.ts', import.meta.url);

/** vitrine with its own PostgreSQL and the demo sites. */
export interface Vitrine extends Contestant {
  readonly times: () => Promise<VitrineTimes>;
}

/** Starts vitrine in the way of `npm start`. @param root the folder of another checkout, whose program is started */
export async function startVitrine(name: string, root?: string): Promise<Vitrine> {
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'data');
  const { port, pid } = await startServer({ DATA_DIR: dataDir }, folder, root === undefined ? {} : { root });
  return { name, port, times: await timesOfVitrine(pid, dataDir) };
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
  const pair = async (name: string, program: URL, args: readonly string[]): Promise<Pair> => ({
    one: { name: `${name}, 1 process`, ...(await startRival(program, [...args, '1'])) },
    all: { name: `${name}, ${ALL} processes`, ...(await startRival(program, [...args, String(ALL)])) },
  });
  return {
    liquidjs: await pair('Fastify + liquidjs', LIQUIDJS, [file('theme.json'), file('content.json')]),
    string: await pair('Fastify, constant string', CONSTANT, [file('page.html'), 'string']),
    buffer: await pair('Fastify, constant Buffer', CONSTANT, [file('page.html'), 'buffer']),
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
