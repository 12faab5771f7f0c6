import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConcurrencyLimit } from '../../../concurrency/concurrency-limit.ts';
import { RateLimit } from '../../../concurrency/rate-limit.ts';
import type { CertificateQuestions } from '../../domains/certificate-questions.ts';
import { fullAs, hostQuestionsBusy, Refusal, unknownHost } from '../../errors.ts';
import { isLoopback, type PublicAddress } from '../public-address.ts';
import type { ServedHosts } from '../served-hosts.ts';

/** How often one address may ask. The limit is wide, because a visit to the name gives the same answer, costs more and is not limited. */
const RATE = { burst: 100, perSecond: 10 };
/** Most questions in progress: one statement answers those that arrive together, and must not become too long. */
const AT_ONCE = 512;

/** Tells a proxy, before it gets a certificate for a host name, whether the name belongs to this service. */
export class HostQuestions {
  readonly #servedHosts: ServedHosts;
  readonly #publicAddress: PublicAddress;
  readonly #certificates: Pick<CertificateQuestions, 'note'>;
  readonly #rate = new RateLimit(RATE);
  readonly #underWay = new ConcurrencyLimit(AT_ONCE, AT_ONCE);

  constructor(
    servedHosts: ServedHosts,
    publicAddress: PublicAddress,
    certificates: Pick<CertificateQuestions, 'note'>,
  ) {
    this.#servedHosts = servedHosts;
    this.#publicAddress = publicAddress;
    this.#certificates = certificates;
  }

  /**
   * @param name as the query has it, unchecked
   * @throws Refusal `introuvable`, `trop_de_tentatives`; what `momentaryRefusalFor` knows
   */
  async assertServed(name: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    this.#count(request, reply);
    const look = async () => typeof name === 'string' && (await this.#servedHosts.has(name));
    if (!(await this.#underWay.run('', look).catch(fullAs(hostQuestionsBusy)))) throw unknownHost();
    // Anybody may ask: only a proxy of this machine gets a certificate then.
    if (isLoopback(this.#publicAddress.clientAddress(request.raw))) this.#certificates.note(String(name));
  }

  /** Questions of a proxy on this machine are not counted: it asks for all its visitors. */
  #count({ raw }: FastifyRequest, reply: FastifyReply): void {
    const client = this.#publicAddress.clientAddress(raw);
    const seconds = isLoopback(client) ? 0 : this.#rate.take(client);
    if (seconds === 0) return;
    reply.header('Retry-After', String(Math.ceil(seconds)));
    throw new Refusal('trop_de_tentatives');
  }
}
