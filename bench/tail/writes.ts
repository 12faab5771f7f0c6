import { ask, type Question } from '../../test/support/http.ts';
import { faulty } from '../fault/fault.ts';
import { type Figure, judged } from '../figure.ts';
import { Latencies } from '../load/latencies.ts';
import { ms, tally } from '../load/summary.ts';
import { byTurns } from '../rounds.ts';
import { SECTION } from '../vitrine/tenants.ts';
import type { ManySites } from './many-sites.ts';
import type { Scale } from './scale.ts';

/** How many times the processor time of a page without a write a write and its page may take. */
const MOST = 30;
const ROUNDS = 5;
/** Turns the bar red, milliseconds of the web process. */
const FAULT_MS = 400;
/** Requests that make the site warm. */
const VISITS = 20;

/**
 * Writes to one section of a site and requests a page after each write; a page without the written text is a failure.
 * @param before port of the program that this one is compared with, which writes and answers by turns with this one; null for none
 */
export async function firstPagesAfterWrites(all: ManySites, before: number | null, { writes }: Scale): Promise<Figure> {
  const { host, written, section, names } = all;
  const ours = new Latencies();
  const theirs = new Latencies();
  const failures: [kind: string, count: number][] = [];
  const request = async (kind: string, question: Question, text = '') => {
    const failure = await failureOf(question, text);
    if (failure) failures.push([`${kind}: ${failure}`, 1]);
    return failure === null;
  };
  const programs = [{ port: host.port, latencies: ours }];
  if (before !== null) programs.push({ port: before, latencies: theirs });
  for (const { port } of programs) {
    const page = { port, host: written.host };
    for (let visit = 0; visit < VISITS; visit++) await request('page before the writes', page);
  }
  const used = async (act: () => Promise<void>) => {
    const began = await host.processorTime();
    await act();
    return (await host.processorTime()) - began;
  };
  let number = 0;
  const write = async ({ port, latencies }: (typeof programs)[number], headers: Record<string, string> = {}) => {
    const text = `<p>Écriture ${number++}</p>`;
    const path = `/api/themes/${written.themeId}/fichiers`;
    const body = { chemin: SECTION, contenu: `${section}${text}` };
    await request('write', { port, method: 'PUT', path, key: written.key, body, headers });
    const askedAt = performance.now();
    if (await request('page', { port, host: written.host }, text)) latencies.add(performance.now() - askedAt);
  };
  const each = Math.ceil(writes / ROUNDS);
  const many = (act: () => Promise<unknown>) => async () => {
    for (let n = 0; n < each; n++) await act();
  };
  const [here, other] = programs;
  const rounds = await byTurns(
    ROUNDS,
    () => used(many(() => write(here as (typeof programs)[number], faulty({ busy: FAULT_MS })))),
    // As many pages each time: one takes less than the kernel's clock tells.
    async () => (await used(many(many(() => request('page', { port: host.port, host: written.host }))))) / each,
  );
  if (other) await many(() => write(other))();
  const [p50, p99] = [ours.quantile(0.5), ours.quantile(0.99)];
  const compared = other ? `; the program before ${ms(theirs.quantile(0.5))}` : '';
  return judged({
    what: `a write to one section of a warm site and its first page, on a host with ${names.length.toLocaleString('en')} other sites and no load: processor time, compared with a page of that site without a write`,
    bar: { most: MOST },
    rounds: rounds.map((round) => round.ours / round.theirs),
    none: { failures: tally(failures).count },
    measured: `the page p50 ${ms(p50)}, p99 ${ms(p99)}, maximum ${ms(ours.max)}${compared}; ${tally(failures).text}`,
    fault: `a write takes ${FAULT_MS} ms more of the web process`,
    values: { p50, p99, max: ours.max },
  });
}

/** @returns why the request failed; null when the answer is a 200 that contains the text */
async function failureOf(question: Question, text: string): Promise<string | null> {
  try {
    const answer = await ask(question);
    if (answer.status !== 200) return `HTTP ${answer.status}`;
    return answer.text.includes(text) ? null : 'the page lacks the written text';
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    return code ?? message;
  }
}
