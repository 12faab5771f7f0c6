/** Sign-ins of a browser that is known, beside many strangers who try addresses that nobody has. */
import { isFaulty } from '../fault/fault.ts';
import { type Figure, judged } from '../figure.ts';
import { Latencies } from '../load/latencies.ts';
import { applyLoad } from '../load/load.ts';
import type { Target } from '../load/target.ts';
import { byTurns } from '../rounds.ts';

const CONNECTIONS = 200;
const ROUNDS = 4;
/** Each of the two in a round. */
const SECONDS = { normal: 6, quick: 2 };
/** More than there are attempts: each stranger comes once. */
const STRANGERS = 20_000;
/** How many times as long a sign-in may take beside strangers. */
const MOST = 2;

interface SignIn {
  readonly port: number;
  readonly email: string;
  readonly password: string;
}

interface Round {
  readonly latencies: Latencies;
  readonly refused: number;
}

/** @param who a person whose password is right */
export async function knownBesideStrangers(who: SignIn, quick: boolean): Promise<Figure> {
  const cookie = await knownBrowser(who);
  // The fault: the browser is not known.
  const headers = isFaulty ? {} : { cookie };
  const seconds = SECONDS[quick ? 'quick' : 'normal'];
  const signIns = async (): Promise<Round> => {
    const latencies = new Latencies();
    let refused = 0;
    for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
      const began = performance.now();
      const { status } = await signIn(who, headers);
      latencies.add(performance.now() - began);
      if (status !== 200) refused++;
    }
    return { latencies, refused };
  };
  const besideStrangers = async (round: number): Promise<Round> => {
    const plan = { port: who.port, targets: strangers(round), rate: null, connections: CONNECTIONS };
    const [found] = await Promise.all([signIns(), applyLoad({ ...plan, seconds })]);
    return found;
  };
  const rounds = await byTurns(ROUNDS, besideStrangers, signIns);
  const p99 = ({ latencies }: Round) => latencies.quantile(0.99);
  return judged({
    what: `sign-in of a browser that is known, beside ${CONNECTIONS} connections of strangers, each with an address of the network of its own: p99, compared with that without them`,
    bar: { most: MOST },
    rounds: rounds.map(({ ours, theirs }) => p99(ours) / p99(theirs)),
    none: { refusals: rounds.reduce((sum, { ours, theirs }) => sum + ours.refused + theirs.refused, 0) },
    measured: rounds
      .map(({ ours, theirs }) => `${p99(ours).toFixed(0)} ms beside ${p99(theirs).toFixed(0)}`)
      .join('; '),
    fault: 'the browser is not known',
  });
}

const signIn = ({ port, email, password }: SignIn, headers: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(`http://localhost:${port}/connexion`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '10.200.0.1', ...headers },
    body: JSON.stringify({ email, mot_de_passe: password }),
  });

/** Signs in once. @returns the cookie by which the browser is known */
async function knownBrowser(who: SignIn): Promise<string> {
  const answer = await signIn(who, {});
  const pass = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('vitrine_navigateur='));
  if (answer.status !== 200 || !pass) throw new Error(`the first sign-in answered ${answer.status}`);
  return String(pass.split(';')[0]);
}

/** Strangers who sign in as nobody, each as soon as the answer before is there. */
const strangers = (round: number): readonly Target[] =>
  Array.from({ length: STRANGERS }, (_, n) => ({
    ...{ host: 'localhost', weight: 1, method: 'POST', path: '/connexion' },
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `2001:db8:${round.toString(16)}:${n.toString(16)}::1`,
    },
    body: JSON.stringify({ email: `personne${round}-${n}@exemple.fr`, mot_de_passe: 'un mot de passe faux' }),
  }));
