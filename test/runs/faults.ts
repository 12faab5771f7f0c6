/**
 * `npm run test:faults [-- part of a name]`: puts each fault into a copy of the program, one at a time, and says in which of the gate's schedules the
 * world of that part finds it. Fails when one is not found: then a seed that finds it is looked for, and belongs to the gate's.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withConnection } from '../../src/storage/database.ts';
import { startEmbeddedServer } from '../../src/storage/embedded/server.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { FAULTS as OF_SCHEDULER } from '../sandbox/simulation/faults.ts';
import { SEEDS as SCHEDULER_SEEDS } from '../sandbox/simulation/seeds.ts';
import { FAULTS as OF_RECOVERY } from '../src/accounts/recovery/world/faults.ts';
import { SEEDS as RECOVERY_SEEDS } from '../src/accounts/recovery/world/seeds.ts';
import type { Fault } from '../support/faults.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A fault may leave the program in a loop without end. */
const PATIENCE_MS = 300_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** A simulated world, and what it needs. */
interface Simulated {
  readonly faults: readonly Fault[];
  readonly seeds: readonly number[];
  /** Runs schedules (`runSchedules`). */
  readonly main: string;
  /** What of the repository its copy has. */
  readonly parts: readonly string[];
  /** What takes the place of what else costs most. */
  readonly cheaper?: readonly [file: string, by: string];
  readonly needsDatabase?: true;
}

const WORLDS: readonly Simulated[] = [
  {
    ...{ faults: OF_SCHEDULER, seeds: SCHEDULER_SEEDS, main: 'test/sandbox/simulation/main.ts' },
    parts: ['sandbox', 'engine', 'concurrency', 'test/sandbox/simulation', 'test/engine/support.ts', 'test/support'],
  },
  {
    ...{ faults: OF_RECOVERY, seeds: RECOVERY_SEEDS, main: 'test/src/accounts/recovery/world/main.ts' },
    parts: ['src', 'sandbox', 'engine', 'concurrency', 'catalog', 'test/src/accounts/recovery', 'test/support'],
    cheaper: ['src/accounts/password-costs.ts', 'test/support/password-costs.ts'],
    needsDatabase: true,
  },
];

/** @throws Error when the text of the fault does not stand in the file once */
async function putInto(copy: string, { name, file, text, replacement }: Fault): Promise<void> {
  const path = join(copy, file);
  const parts = (await readFile(path, 'utf8')).split(text);
  if (parts.length !== 2) throw new Error(`${file} has the text of “${name}” ${parts.length - 1} times`);
  await writeFile(path, parts.join(replacement));
}

/** @returns the first violation; null when there is none @throws Error where the copy cannot be run */
async function find(
  { seeds, main, parts, cheaper }: Simulated,
  fault: Fault,
  databaseUrl: string,
): Promise<string | null> {
  const copy = await mkdtemp(join(tmpdir(), 'vitrine-fault-'));
  try {
    for (const part of [...parts, 'package.json']) await cp(join(ROOT, part), join(copy, part), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    if (cheaper) await cp(join(ROOT, cheaper[1]), join(copy, cheaper[0]));
    await putInto(copy, fault);
    const child = spawn(process.execPath, [join(copy, main), '--first', ...seeds.map((seed) => `--seed=${seed}`)], {
      env: { ...process.env, DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: PATIENCE_MS,
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
    const [code, signal] = await once(child, 'close');
    if (code === 0) return null;
    if (signal) return 'the program does not end';
    const said = output.join('').trim();
    if (!said.startsWith('seed ')) throw new Error(`the copy does not run: ${said}`);
    return said;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** A migrated database for worlds that have one. */
async function openDatabase(): Promise<{ readonly url: string; end(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-faults-'));
  const server = await startEmbeddedServer(join(folder, 'data'), () => undefined);
  await withConnection('DATABASE_URL', server.url, migrate);
  return {
    url: server.url,
    end: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const wanted = process.argv[2] ?? '';
let [found, all] = [0, 0];
for (const world of WORLDS) {
  const faults = world.faults.filter(({ name }) => name.includes(wanted));
  if (faults.length === 0) continue;
  const database = world.needsDatabase ? await openDatabase() : null;
  for (const fault of faults) {
    const violation = await find(world, fault, database?.url ?? '');
    all++;
    if (violation !== null) found++;
    say(`${violation === null ? 'NOT FOUND' : 'found'}: ${fault.name}`);
    if (violation !== null) say(`  ${violation.split('\n').slice(0, 2).join(' ').slice(0, 200)}`);
  }
  await database?.end();
}
say(`${found} of ${all} faults found`);
process.exitCode = found === all ? 0 : 1;
