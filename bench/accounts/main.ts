/**
 * `npm run bench:accounts [-- pairs]`: whether time tells which addresses have an account. Known and unknown addresses take turns at sign-in (with a
 * wrong password), sign-up and `/oubli`, one request at a time, so many of each. Each address is asked for once, from a network address of its own, so
 * that no limit is met.
 */
import { hashPassword } from '../../src/accounts/password.ts';
import { withConnection } from '../../src/storage/database.ts';
import { faulty } from '../fault/fault.ts';
import { type Figure, judged, lineOf } from '../figure.ts';
import { median } from '../median.ts';
import { runBench, say } from '../run.ts';
import { startHost } from '../vitrine/host.ts';
import { normalSites } from '../vitrine/tenants.ts';
import { knownBesideStrangers } from './crowd.ts';
import { rankSumZ } from './rank-sum.ts';

/** Requests before the measured ones, of each sort. */
const WARM_UP = 5;
/** Two samples of one distribution differ by more in one of 16,000 comparisons. */
const ALIKE_Z = 4;

/** Of every account. */
const PASSWORD = 'le mot de passe de tous';

/** Nothing listens there: the mail of the bench goes nowhere. */
const ENVIRONMENT = {
  INSCRIPTION: 'ouverte',
  TRUST_PROXY: 'true',
  BASE_URL: 'http://localhost',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'vitrine@exemple.fr',
};

const KINDS = [
  {
    name: 'sign-in with a wrong password',
    path: '/connexion',
    password: 'un mot de passe faux',
    status: 401,
    pairs: 50,
    late: 60,
  },
  { name: 'sign-up', path: '/inscription', password: 'un mot de passe neuf', status: 200, pairs: 50, late: 60 },
  { name: '/oubli', path: '/oubli', password: undefined, status: 200, pairs: 200, late: 3 },
] as const;

type Kind = (typeof KINDS)[number];

await runBench(async ({ words, quick }) => {
  const host = await startHost(await normalSites(1), { environment: ENVIRONMENT });
  const figures: Figure[] = [];
  for (const [turn, kind] of KINDS.entries()) {
    const pairs = Number(words[0] ?? (quick ? 20 : kind.pairs));
    const known = Array.from({ length: pairs + WARM_UP }, (_, n) => `connu${turn}-${n}@exemple.fr`);
    await addAccounts(host.databaseUrl, known);
    const times = { known: [] as number[], unknown: [] as number[] };
    for (const [n, email] of known.entries()) {
      const both = [
        ['known', email],
        ['unknown', email.replace('connu', 'autre')],
      ] as const;
      // Who is first changes, so that what one request leaves to the next one is shared.
      for (const [sort, address] of n % 2 === 0 ? both : both.toReversed()) {
        const from = `10.${turn}.${n >> 7}.${2 * (n % 128) + (sort === 'known' ? 0 : 1)}`;
        const headers = { 'X-Forwarded-For': from, ...(sort === 'known' ? faulty({ late: kind.late }) : {}) };
        const took = await timeOf(host.port, kind, address, headers);
        if (n >= WARM_UP) times[sort].push(took);
      }
    }
    const figure = figureOf(kind, times);
    say(lineOf(figure));
    figures.push(figure);
  }
  const who = { port: host.port, email: 'connue@exemple.fr', password: PASSWORD };
  await addAccounts(host.databaseUrl, [who.email]);
  const beside = await knownBesideStrangers(who, quick);
  say(lineOf(beside));
  figures.push(beside);
  await host.end();
  return { figures, charts: [] };
});

async function addAccounts(databaseUrl: string, emails: readonly string[]): Promise<void> {
  const digest = await hashPassword(PASSWORD);
  await withConnection('DATABASE_URL', databaseUrl, async (client) => {
    await client.query('INSERT INTO comptes (email, mot_de_passe) SELECT unnest($1::text[]), $2', [emails, digest]);
    await client.query('ANALYZE comptes');
  });
}

/** Milliseconds until the whole answer is there. */
async function timeOf(
  port: number,
  { path, password, status }: Kind,
  email: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`http://localhost:${port}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ email, mot_de_passe: password }),
  });
  await answer.text();
  const took = performance.now() - began;
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`);
  return took;
}

function figureOf({ name, late }: Kind, times: { readonly known: number[]; readonly unknown: number[] }): Figure {
  const [known, unknown] = [median(times.known), median(times.unknown)];
  return judged({
    what: `${name}: how far the rank sums of the times of ${times.known.length} known addresses and as many unknown ones are from those of one distribution`,
    bar: { most: ALIKE_Z },
    unit: 'standard deviations',
    rounds: [Math.abs(rankSumZ(times.known, times.unknown))],
    measured: `medians ${known.toFixed(2)} ms and ${unknown.toFixed(2)} ms, ${(known / unknown).toFixed(3)} times`,
    fault: `known addresses are answered ${late} ms later`,
    values: { ratio: known / unknown, known, unknown },
  });
}
