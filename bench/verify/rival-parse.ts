/** Parses the files of a theme with liquidjs, and does nothing else: `node rival-parse.ts <folder>`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parserOfFiles } from '../liquidjs-theme.ts';

const [, , folder = ''] = process.argv;
const parse = parserOfFiles();
for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (path.endsWith('.liquid')) parse(readFileSync(join(folder, path), 'utf8'));
}
