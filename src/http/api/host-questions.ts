import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConcurrencyLimit } from '../../../concurrency/concurrency-limit.ts';
import { RateLimit } from '../../../concurrency/rate-limit.ts';
import { fullAs, hostQuestionsBusy, Refusal, unknownHost } from '../../errors.ts';
import { isLoopback, type PublicAddress } from '../public-address.ts';
import type { ServedHosts } from '../served-hosts.ts';

/** How often one address may ask. A visit to the name itself tells the same, costs more and is not counted: so the bound is wide. */
const RATE = { burst: 100, perSecond: 10 };
/** Questions in progress: those that arrive together are one statement, which is not to grow without end. */
const AT_ONCE = 512;

/** Answers a proxy that asks, before it gets a certificate for a host name, whether the name is one of this service. */
export class HostQuestions {
  readonly #servedHosts: ServedHosts;
  readonly #publicAddress: PublicAddress;
  readonly #rate = new RateLimit(RATE);
  readonly #underWay = new ConcurrencyLimit(AT_ONCE, AT_ONCE);

  constructor(servedHosts: ServedHosts, publicAddress: PublicAddress) {
    this.#servedHosts = servedHosts;
    this.#publicAddress = publicAddress;
  }

  /**
   * @param name whatever the query has
   * @throws Refusal `introuvable`, `trop_de_tentatives`; what `momentaryRefusalFor` knows
   */
  async assertServed(name: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    this.#count(request, reply);
    const look = async () => typeof name === 'string' && (await this.#servedHosts.has(name));
    if (!(await this.#underWay.run('', look).catch(fullAs(hostQuestionsBusy)))) throw unknownHost();
  }

  /** The proxy of this machine asks for all its visitors: it is not counted. */
  #count({ raw }: FastifyRequest, reply: FastifyReply): void {
    const client = this.#publicAddress.clientAddress(raw);
    const seconds = isLoopback(client) ? 0 : this.#rate.take(client);
    if (seconds === 0) return;
    reply.header('Retry-After', String(Math.ceil(seconds)));
    throw new Refusal('trop_de_tentatives');
  }
}
