import { ask, type Question } from '../../test/support/http.ts';
import type { Figure } from '../figure.ts';
import { Latencies } from '../load/latencies.ts';
import { ms, tally } from '../load/summary.ts';
import { SECTION } from '../vitrine/tenants.ts';
import { judge } from './judge.ts';
import type { ManySites } from './many-sites.ts';
import type { Scale } from './scale.ts';

/** Median latency, milliseconds. */
const BAR = 15;
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
  for (let number = 0; number < writes * programs.length; number++) {
    const { port, latencies } = programs[number % programs.length] ?? { port: host.port, latencies: ours };
    const text = `<p>Écriture ${number}</p>`;
    const path = `/api/themes/${written.themeId}/fichiers`;
    const body = { chemin: SECTION, contenu: `${section}${text}` };
    await request('write', { port, method: 'PUT', path, key: written.key, body });
    const askedAt = performance.now();
    if (await request('page', { port, host: written.host }, text)) latencies.add(performance.now() - askedAt);
  }
  const [p50, p99] = [ours.quantile(0.5), ours.quantile(0.99)];
  const p50Before = theirs.quantile(0.5);
  const compared =
    before === null ? '' : `; ${(p50 / p50Before).toFixed(2)} times the p50 of the program before, ${ms(p50Before)}`;
  return judge({
    what: `latency of the first page after a write to one section of a warm site, ${writes} writes, on a host with ${names.length.toLocaleString('en')} other sites and no load`,
    bar: { words: `p50 ≤ ${BAR} ms`, isMet: p50 <= BAR },
    measured: `p50 ${ms(p50)}, p99 ${ms(p99)}, maximum ${ms(ours.max)}${compared}`,
    values: { p50, p99, max: ours.max, ...(before === null ? {} : { p50Before }) },
    failures: tally(failures),
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
