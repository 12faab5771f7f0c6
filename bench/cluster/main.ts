/**
 * `npm run bench:cluster [-- --quick] [instances|statements|database] [kills]`: what visitors and authors notice when instances behind HAProxy are killed or restarted, whether
 * each instance shows what another has written, and what they notice when the database's primary is killed (so often) or cut off; and what a page costs. The load generator runs on the
 * same cores.
 */
import { cpus } from 'node:os';
import { lack } from '../../test/support/needs.ts';
import type { Figure } from '../figure.ts';
import { lineOf } from '../figure.ts';
import { attempt, readArguments, say, writeFindings } from '../run.ts';
import { measureDatabase } from './database.ts';
import { measureInstances } from './instances.ts';
import { measureStatements } from './statements.ts';

const PARTS = { instances: measureInstances, statements: measureStatements, database: measureDatabase };

const options = readArguments();
const names = Object.keys(PARTS) as (keyof typeof PARTS)[];
const kills = options.words.map(Number).find((word) => word > 0);
const named = names.filter((name) => options.words.includes(name));
const chosen = named.length === 0 ? names : named;
const figures: Figure[] = [];
const tell = (figure: Figure) => {
  say(lineOf(figure));
  figures.push(figure);
};
const missing = {
  instances: lack('HAProxy'),
  statements: lack('HAProxy'),
  database: lack('Patroni'),
};
say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; the load generator runs on the same cores`);
for (const name of chosen) {
  const part = async () => {
    if (missing[name]) throw new Error(`not there: ${missing[name]}`);
    await PARTS[name](tell, options.quick, kills);
  };
  await attempt(`cluster, ${name}`, part, tell);
}
await writeFindings({ figures, charts: [] }, options);
