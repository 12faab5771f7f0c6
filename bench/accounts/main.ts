/**
 * `npm run bench:accounts [-- pairs]`: whether time tells which addresses have an account. Known and unknown addresses take turns at sign-in (with a
 * wrong password), sign-up and `/oubli`, one request at a time, 200 of each. Each address is asked for once, from a network address of its own, so
 * that no limit is met.
 */
import { hashPassword } from '../../src/accounts/password.ts';
import { withConnection } from '../../src/storage/database.ts';
import { type Figure, lineOf, verdictOf } from '../figure.ts';
import { median } from '../median.ts';
import { runBench, say } from '../run.ts';
import { startHost } from '../vitrine/host.ts';
import { normalSites } from '../vitrine/tenants.ts';
import { rankSumZ } from './rank-sum.ts';

const PAIRS = 200;
/** Requests before the measured ones, of each sort. */
const WARM_UP = 20;
/** Two samples of one distribution differ by more in one of 370 comparisons. */
const ALIKE_Z = 3;

/** Nothing listens there: the mail of the bench goes nowhere. */
const ENVIRONMENT = {
  INSCRIPTION: 'ouverte',
  TRUST_PROXY: 'true',
  BASE_URL: 'http://localhost',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'vitrine@exemple.fr',
};

const KINDS = [
  { name: 'sign-in with a wrong password', path: '/connexion', password: 'un mot de passe faux', status: 401 },
  { name: 'sign-up', path: '/inscription', password: 'un mot de passe neuf', status: 200 },
  { name: '/oubli', path: '/oubli', password: undefined, status: 200 },
] as const;

type Kind = (typeof KINDS)[number];

await runBench(async ({ words, quick }) => {
  const pairs = Number(words[0] ?? (quick ? 20 : PAIRS));
  const host = await startHost(await normalSites(1), { environment: ENVIRONMENT });
  const figures: Figure[] = [];
  for (const [turn, kind] of KINDS.entries()) {
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
        const took = await timeOf(
          host.port,
          kind,
          address,
          `10.${turn}.${n >> 7}.${2 * (n % 128) + (sort === 'known' ? 0 : 1)}`,
        );
        if (n >= WARM_UP) times[sort].push(took);
      }
    }
    const figure = figureOf(kind, times);
    say(lineOf(figure));
    figures.push(figure);
  }
  await host.end();
  return { figures, charts: [] };
});

async function addAccounts(databaseUrl: string, emails: readonly string[]): Promise<void> {
  const digest = await hashPassword('le mot de passe de tous');
  await withConnection('DATABASE_URL', databaseUrl, async (client) => {
    await client.query('INSERT INTO comptes (email, mot_de_passe) SELECT unnest($1::text[]), $2', [emails, digest]);
    await client.query('ANALYZE comptes');
  });
}

/** Milliseconds until the whole answer is there. */
async function timeOf(port: number, { path, password, status }: Kind, email: string, from: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`http://localhost:${port}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
    body: JSON.stringify({ email, mot_de_passe: password }),
  });
  await answer.text();
  const took = performance.now() - began;
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`);
  return took;
}

function figureOf({ name }: Kind, times: { readonly known: number[]; readonly unknown: number[] }): Figure {
  const [known, unknown] = [median(times.known), median(times.unknown)];
  const z = rankSumZ(times.known, times.unknown);
  return {
    what: `${name}: time of known addresses compared with unknown ones, medians of ${times.known.length}`,
    bar: `alike within noise: the rank sums differ by at most ${ALIKE_Z} standard deviations`,
    measured: `${(known / unknown).toFixed(3)} times: ${known.toFixed(2)} ms and ${unknown.toFixed(2)} ms; ${Math.abs(z).toFixed(1)} standard deviations`,
    verdict: verdictOf(Math.abs(z) <= ALIKE_Z),
    values: { ratio: known / unknown, known, unknown, z },
  };
}
