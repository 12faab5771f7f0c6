import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Config } from '../../config.ts';

const SOURCE = new URL('../../', import.meta.url);
/** Names each dependency with its exact version. */
const DEPENDENCIES = new URL('../../../package.json', import.meta.url);

let sources: Promise<string> | undefined;

/**
 * Identifies what makes pages out of themes and contents: another release, or one that has its sites elsewhere, may make another page of the same theme.
 * @param engine the engine's part of the name
 * @param addresses of what the addresses of sites are made
 */
export async function programBuild(
  engine: string,
  { sitesDomain, baseUrl }: Pick<Config, 'sitesDomain' | 'baseUrl'>,
): Promise<string> {
  // The code of a process is the one that it has begun with.
  sources ??= digestOfSources();
  return digestOf([engine, sitesDomain, baseUrl, process.version, await sources]);
}

async function digestOfSources(): Promise<string> {
  const names = (await readdir(SOURCE, { recursive: true })).filter((name) => name.endsWith('.ts')).toSorted();
  const files = [DEPENDENCIES, ...names.map((name) => new URL(name, SOURCE))];
  return digestOf([names, ...(await Promise.all(files.map(async (file) => hash('sha256', await readFile(file)))))]);
}

const digestOf = (parts: readonly unknown[]): string => hash('sha256', JSON.stringify(parts), 'base64url');
