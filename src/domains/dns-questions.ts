import { Resolver } from 'node:dns/promises';

/** How long one server has for one try, and how often each is tried. */
const TRY_MS = 1_500;
const TRIES = 2;
/** How long one question may take in all, however many servers there are. */
const QUESTION_MS = 6_000;

/** What is read of an answer, which may have 64 KB: records, and characters of a text. */
const RECORDS = 200;
const TEXT_LENGTH = 1_000;

/** What says that there is nothing at a name: the name has no such record, or does not exist. */
const NOTHING: ReadonlySet<unknown> = new Set(['ENODATA', 'ENOTFOUND']);

/** No server has answered in time, or with an answer that can be read. The cause says what happened. */
export class NoDnsAnswer extends Error {
  override name = 'NoDnsAnswer';
}

/** For where no answer is an answer: nothing is known. */
export const silenceAsNull = (error: unknown): null => {
  if (error instanceof NoDnsAnswer) return null;
  throw error;
};

/** Questions to servers of names, bounded in time and in what is read of the answers. Nothing else is asked, and nothing is fetched. */
export class DnsQuestions {
  readonly #servers: readonly string[] | undefined;

  /** @param servers as `Resolver.setServers` takes them; undefined: the system's */
  constructor(servers: readonly string[] | undefined) {
    this.#servers = servers;
  }

  /** The texts at a name, each in one piece; empty where there is none. @throws NoDnsAnswer */
  async texts(name: string): Promise<readonly string[]> {
    const records = await this.#ask((resolver) => resolver.resolveTxt(name));
    return records.map((parts) => parts.join('')).filter((text) => text.length <= TEXT_LENGTH);
  }

  /** The addresses of a host, of both families, sorted; empty where there is none. @throws NoDnsAnswer */
  async addresses(host: string): Promise<readonly string[]> {
    const [v4, v6] = await Promise.all([
      this.#ask((resolver) => resolver.resolve4(host)),
      this.#ask((resolver) => resolver.resolve6(host)),
    ]);
    return [...new Set([...v4, ...v6])].toSorted();
  }

  async #ask<Answer>(question: (resolver: Resolver) => Promise<Answer[]>): Promise<Answer[]> {
    // One for each question: it is cancelled alone, and remembers no answer.
    const resolver = new Resolver({ timeout: TRY_MS, maxTimeout: TRY_MS, tries: TRIES });
    const late = setTimeout(() => resolver.cancel(), QUESTION_MS);
    try {
      if (this.#servers) resolver.setServers(this.#servers);
      return (await question(resolver)).slice(0, RECORDS);
    } catch (error) {
      if (NOTHING.has((error as { code?: unknown }).code)) return [];
      throw new NoDnsAnswer('the servers of names gave no answer', { cause: error });
    } finally {
      clearTimeout(late);
    }
  }
}
