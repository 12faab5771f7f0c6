/**
 * `npm run test:faults [-- part of a name]`: puts each fault into a copy of the sandbox, one at a time, and says in which of the
 * gate's schedules the simulation finds it. Fails when one is not found: then a seed that finds it is looked for, and belongs to `seeds.ts`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FAULTS, type Fault } from './faults.ts';
import { SEEDS } from './seeds.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** A fault may leave the program in a loop without end. */
const PATIENCE_MS = 300_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** @throws Error when the text of the fault does not stand in the file once */
async function putInto(copy: string, { name, file, text, replacement }: Fault): Promise<void> {
  const path = join(copy, 'sandbox/web-process', file);
  const parts = (await readFile(path, 'utf8')).split(text);
  if (parts.length !== 2) throw new Error(`${file} has the text of “${name}” ${parts.length - 1} times`);
  await writeFile(path, parts.join(replacement));
}

/** @returns the first violation; null when there is none @throws Error where the copy cannot be run */
async function find(fault: Fault): Promise<string | null> {
  const copy = await mkdtemp(join(tmpdir(), 'vitrine-fault-'));
  try {
    for (const part of [
      'sandbox',
      'engine',
      'concurrency',
      'test/sandbox/simulation',
      'test/engine/support.ts',
      'test/support',
      'package.json',
    ])
      await cp(join(ROOT, part), join(copy, part), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    await putInto(copy, fault);
    const main = join(copy, 'test/sandbox/simulation/main.ts');
    const child = spawn(process.execPath, [main, '--first', ...SEEDS.map((seed) => `--seed=${seed}`)], {
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

const wanted = process.argv[2] ?? '';
const faults = FAULTS.filter(({ name }) => name.includes(wanted));
let found = 0;
for (const fault of faults) {
  const violation = await find(fault);
  if (violation !== null) found++;
  say(`${violation === null ? 'NOT FOUND' : 'found'}: ${fault.name}`);
  if (violation !== null) say(`  ${violation.split('\n').slice(0, 2).join(' ').slice(0, 200)}`);
}
say(`${found} of ${faults.length} faults found`);
process.exitCode = found === faults.length ? 0 : 1;
