import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Config } from '../../config.ts';

const SOURCE = new URL('../../', import.meta.url);
/** Names each dependency with its exact version. */
const DEPENDENCIES = new URL('../../../package.json', import.meta.url);

/**
 * Identifies what makes pages out of themes and contents: another release, or one that has its sites elsewhere, may make another page of the same theme.
 * @param engine the engine's part of the name
 * @param addresses of what the addresses of sites are made
 */
export async function programBuild(
  engine: string,
  { sitesDomain, baseUrl }: Pick<Config, 'sitesDomain' | 'baseUrl'>,
): Promise<string> {
  const names = (await readdir(SOURCE, { recursive: true })).filter((name) => name.endsWith('.ts')).toSorted();
  const sources = await Promise.all(
    [DEPENDENCIES, ...names.map((name) => new URL(name, SOURCE))].map((file) => readFile(file)),
  );
  const hash = createHash('sha256').update(JSON.stringify([engine, sitesDomain, baseUrl, process.version, names]));
  for (const source of sources) hash.update(source);
  return hash.digest('base64url');
}
