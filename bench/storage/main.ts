/**
 * `npm run bench:storage [-- sites]`: bytes by which the database grows for each site that installs a theme of the catalog, and for what its
 * owner does then. All of it is written by the program's own functions, without HTTP.
 */
import { cpus } from 'node:os';
import { join } from 'node:path';
import { withConnection } from '../../src/storage/database.ts';
import { startEmbeddedServer } from '../../src/storage/embedded/server.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openRolePools } from '../../src/storage/role-pools.ts';
import { readCatalogTheme } from '../../src/themes/catalog.ts';
import { atEnd } from '../endings.ts';
import { type Figure, lineOf } from '../figure.ts';
import { runBench, say } from '../run.ts';
import { temporaryFolder } from '../vitrine/host.ts';
import { createOwners, STEPS, type Step } from './owners.ts';
import { describeTables, openSizes } from './sizes.ts';

const SITES = 2_000;
const QUICK_SITES = 200;
/** What is done after the installation is done in one of so many sites. */
const ONE_IN = 10;
/** Sites that are worked on at the same time. */
const AT_A_TIME = 4;

await runBench(async ({ words, quick }) => {
  const count = Number(words[0] ?? (quick ? QUICK_SITES : SITES));
  const theme = await readCatalogTheme('origo');
  if (!theme) throw new Error('the catalog has no theme origo');
  const themeBytes = Object.values(theme.files).reduce((sum, text) => sum + Buffer.byteLength(text), 0);

  const server = await startEmbeddedServer(join(await temporaryFolder(), 'database'), () => undefined);
  atEnd(() => server.stop());
  await withConnection('DATABASE_URL', server.url, migrate);
  const db = openRolePools(server.url, 'vitrine_gestion');
  atEnd(() => db.end());
  const owners = await withConnection('DATABASE_URL', server.url, (client) => createOwners(client, count));
  const sizes = await openSizes(server.url);
  atEnd(() => sizes.end());

  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; ${count} sites`);
  say(`origo: ${Object.keys(theme.files).length} files, ${themeBytes} bytes\n`);
  const figures: Figure[] = [];
  let before = await sizes.read();
  for (const step of STEPS) {
    const those = owners.filter((_, place) => step.everySite || place % ONE_IN === 0);
    const began = performance.now();
    await forEach(those, (owner) => step.run(db, theme.files, owner));
    const seconds = (performance.now() - began) / 1_000;
    const after = await sizes.read();
    const figure = figureOf(step, those.length, { grown: after.total - before.total, seconds });
    say(`${lineOf(figure)}\n  ${describeTables(before, after)}`);
    figures.push(figure);
    before = after;
  }
  return { figures, charts: [] };
});

async function forEach<T>(entries: readonly T[], work: (entry: T) => Promise<void>): Promise<void> {
  const left = entries.values();
  const workOff = async () => {
    for (const entry of left) await work(entry);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, workOff));
}

function figureOf(
  { what, unit, unitsPerSite }: Step,
  sites: number,
  { grown, seconds }: { readonly grown: number; readonly seconds: number },
): Figure {
  const units = sites * unitsPerSite;
  const [bytes, perSecond] = [grown / units, units / seconds];
  return {
    what: `${what}, ${sites} sites: bytes by which the tables and their indexes grow`,
    bar: null,
    measured: `${bytes.toFixed(0)} bytes for each ${unit}, ${(grown / 2 ** 20).toFixed(1)} MiB in all; ${perSecond.toFixed(0)} ${unit}s a second`,
    verdict: 'stated',
    values: { bytes, perSecond },
  };
}
