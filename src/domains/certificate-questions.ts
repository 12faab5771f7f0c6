import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/at-most.ts';
import { hostNameOf } from '../sites/custom-domain.ts';
import { noteCertificateQuestion } from '../storage/domains.ts';
import type { RolePools } from '../storage/role-pools.ts';

/** How long a name is not noted again, milliseconds, and of how many names this is known. */
const NOTED_MS = 3_600_000;
const KNOWN = 10_000;
/** Notes that are written at one time; further ones are dropped, because the proxy asks again for a name without a certificate. */
const AT_ONCE = 8;

/** Notes for which names a proxy asks for certificates, so that the owner of a name sees how far it is. No answer waits for a note. */
export class CertificateQuestions {
  /** Pools with the service role; null when the installation has none: then nothing is noted. */
  readonly #db: RolePools | null;
  readonly #noted = new LRUCache<string, true>({ ...atMost(KNOWN), ttl: NOTED_MS });
  #underWay = 0;

  constructor(db: RolePools | null) {
    this.#db = db;
  }

  /** @param name for which a certificate may be got */
  note(name: string): void {
    const host = hostNameOf(name);
    if (!this.#db || host === null || this.#underWay === AT_ONCE || this.#noted.has(host)) return;
    this.#noted.set(host, true);
    this.#underWay++;
    noteCertificateQuestion(this.#db, host)
      .catch(() => this.#noted.delete(host))
      .finally(() => this.#underWay--);
  }
}
