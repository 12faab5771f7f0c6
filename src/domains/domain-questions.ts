import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import type { Actor } from '../accounts/members.ts';
import { fullAs, hostQuestionsBusy, Refusal } from '../errors.ts';
import { countAttempt } from '../storage/attempts.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { isLocalName } from '../text/local-names.ts';
import type { PlatformHosts } from '../text/site-slugs.ts';
import { type DnsQuestions, NoDnsAnswer, silenceAsNull } from './dns-questions.ts';

/** Questions within an hour, of an account and about a site: for proofs, and for what a page shows. */
const AN_HOUR = { preuve: 60, etat: 300 } as const;
/** Questions under way, of one account and in all. */
const AT_ONCE = { each: 4, all: 64 } as const;

/** How long the platform's own addresses are kept, milliseconds, and of how many hosts. */
const KEPT_MS = 60_000;
const KEPT = 500;

/** Whether visitors who ask for a name come here. */
export type NameState = 'ici' | 'en_partie' | 'ailleurs' | 'nulle_part' | 'inconnu';

export interface StateOfName {
  readonly etat: NameState;
  /** What the DNS says of the name. */
  readonly adresses: readonly string[];
  /** What it says of this platform. */
  readonly attendues: readonly string[];
}

interface DomainQuestionsOptions {
  readonly dns: DnsQuestions;
  readonly db: RolePools | null;
  readonly hosts: PlatformHosts;
  readonly log: { warn(details: object, sentence: string): void };
}

/** What owners let the platform ask the DNS about their names, within limits. */
export class DomainQuestions {
  readonly #dns: DnsQuestions;
  /** Pools with the service role; null when the installation has none. */
  readonly #db: RolePools | null;
  readonly #hosts: PlatformHosts;
  readonly #log: DomainQuestionsOptions['log'];
  readonly #underWay = new ConcurrencyLimit(AT_ONCE.each, AT_ONCE.all);
  readonly #own = new LRUCache<string, readonly string[]>({
    max: KEPT,
    ttl: KEPT_MS,
    // An empty answer is not kept: an operator may just have written the records.
    fetchMethod: async (host) => {
      const found = await this.#addressesOf(host).catch(silenceAsNull);
      return found?.length ? found : undefined;
    },
  });

  constructor({ dns, db, hosts, log }: DomainQuestionsOptions) {
    this.#dns = dns;
    this.#db = db;
    this.#hosts = hosts;
    this.#log = log;
  }

  /** The texts at a name. @throws Refusal `dns_sans_reponse`, `trop_de_tentatives`, `indisponible` */
  async textsAt(name: string, asking: Actor): Promise<readonly string[]> {
    await this.#count('preuve', asking);
    return this.#bounded(asking, () => this.#dns.texts(name)).catch((error) => {
      if (!(error instanceof NoDnsAnswer)) throw error;
      const { code } = Object(error.cause) as { code?: unknown };
      this.#log.warn({ reason: code }, 'servers of names gave no answer about a name that an owner claims');
      throw new Refusal('dns_sans_reponse');
    });
  }

  /**
   * Whether a name of a site leads here, by its addresses alone.
   * @throws Refusal `trop_de_tentatives`, `indisponible`
   */
  async stateOf(host: string, slug: string, asking: Actor): Promise<StateOfName> {
    await this.#count('etat', asking);
    return this.#bounded(asking, async () => {
      const [adresses, attendues] = await Promise.all([
        this.#dns.addresses(host).catch(silenceAsNull),
        this.ownAddresses(slug),
      ]);
      return { etat: stateBy(adresses, attendues), adresses: adresses ?? [], attendues };
    });
  }

  /** The addresses at which visitors reach a site under the platform's own names; empty where the DNS knows none, or does not answer. */
  async ownAddresses(slug: string): Promise<readonly string[]> {
    const { sitesDomain, platformHost } = this.#hosts;
    const hosts = [`${slug}.${sitesDomain}`, ...(platformHost === undefined ? [] : [platformHost])];
    const found = await Promise.all(hosts.map((host) => this.#own.fetch(host)));
    return [...new Set(found.flatMap((addresses) => addresses ?? []))].toSorted();
  }

  async #addressesOf(host: string): Promise<readonly string[]> {
    const address = host.replace(/^\[|\]$/g, '');
    if (isIP(address) !== 0) return [address];
    return isLocalName(host) ? [] : this.#dns.addresses(host);
  }

  async #count(what: keyof typeof AN_HOUR, { siteId, accountId }: Actor): Promise<void> {
    const db = this.#db;
    if (!db) throw new Refusal('indisponible');
    const asked = await Promise.all(
      [`compte ${accountId}`, `site ${siteId}`].map((who) =>
        countAttempt(db, 'domaine', fingerprintOf(`${what} ${who}`)),
      ),
    );
    if (Math.max(...asked) > AN_HOUR[what]) throw new Refusal('trop_de_tentatives');
  }

  #bounded<T>({ accountId }: Actor, work: () => Promise<T>): Promise<T> {
    return this.#underWay.run(accountId, work).catch(fullAs(hostQuestionsBusy));
  }
}

/** @param found null where the DNS has not answered @param ours empty where nobody knows the platform's own addresses */
function stateBy(found: readonly string[] | null, ours: readonly string[]): NameState {
  if (found === null) return 'inconnu';
  if (found.length === 0) return 'nulle_part';
  if (ours.length === 0) return 'inconnu';
  const here = found.filter((address) => ours.includes(address)).length;
  if (here === 0) return 'ailleurs';
  return here === found.length ? 'ici' : 'en_partie';
}
