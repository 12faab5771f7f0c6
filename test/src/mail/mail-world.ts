/** Senders of mail in a simulated world: one real database, whose rows grow older as the clock of the world goes on; servers and senders that die. */

import { Refused } from '../../../src/mail/refused.ts';
import { MailSender } from '../../../src/mail/sender.ts';
import type { MailServer } from '../../../src/mail/smtp.ts';
import { OutOfReach } from '../../../src/storage/out-of-reach.ts';
import type { RolePools } from '../../../src/storage/role-pools.ts';

/** What befalls a message on its way. `sender-dies`: after the server has taken it; `early-death`: before. */
export type Way = 'taken' | 'later' | 'sender-dies' | 'early-death' | 'server-dies' | 'database-goes';

/** How long senders rest at most, seconds; one tick of the world. */
const TICK_SECONDS = 10;

interface Instance {
  sender: MailSender;
  restsUntil: number;
  isDead: boolean;
  /** How long it waits for a database that does not answer, seconds. */
  patience: number;
}

const NEVER = new Promise<never>(() => undefined);

export class MailWorld {
  readonly #db: RolePools;
  readonly #instances: Instance[] = [];
  /** How often a server took each message, by address. */
  readonly taken = new Map<string, number>();
  /** Deaths, of a sender or a server, after the message was taken. */
  readonly deaths = new Map<string, number>();
  /** Connections that were tried. */
  opened = 0;
  isServerAway = false;
  isDatabaseAway = false;
  /** What befalls the next messages, one each; then all goes well. */
  ways: Way[] = [];
  #now = 0;

  /** @param db with the service role; nobody else works on its mail */
  constructor(db: RolePools, instances = 3) {
    this.#db = db;
    for (let n = 0; n < instances; n++) this.#add();
  }

  #add(): void {
    const instance: Instance = { restsUntil: 0, isDead: false, patience: 2, sender: undefined as never };
    instance.sender = new MailSender({
      db: this.#reached(),
      server: this.#server(instance),
      from: 'vitrine <bonjour@vitrine.test>',
      platform: { address: 'http://plateforme.test', sitesDomain: 'sites.test' },
      log: { warn: () => undefined },
      now: () => this.#now * 1_000,
    });
    this.#instances.push(instance);
  }

  #reached(): RolePools {
    const ask = <T>(work: () => Promise<T>): Promise<T> =>
      this.isDatabaseAway ? Promise.reject(new OutOfReach('away')) : work();
    return {
      query: (...question: Parameters<RolePools['query']>) => ask(() => this.#db.query(...question)),
      begin: () => ask(() => this.#db.begin()),
    } as RolePools;
  }

  #server(instance: Instance): MailServer {
    return {
      open: async () => {
        this.opened++;
        if (this.isServerAway) throw new Refused('server', 'le serveur n’est pas joint');
        return {
          send: ({ to: [to = ''] }) => this.#take(instance, to),
          close: () => undefined,
        };
      },
    };
  }

  async #take(instance: Instance, to: string): Promise<string> {
    const way = this.ways.shift() ?? 'taken';
    if (way === 'later') throw new Refused('message', 'plus tard');
    if (way === 'early-death') return this.#die(instance);
    this.taken.set(to, (this.taken.get(to) ?? 0) + 1);
    if (way === 'database-goes') {
      this.isDatabaseAway = true;
      // The others notice sooner that it is back.
      instance.patience = 20;
    }
    if (way === 'sender-dies' || way === 'server-dies') this.deaths.set(to, (this.deaths.get(to) ?? 0) + 1);
    if (way === 'sender-dies') return this.#die(instance);
    if (way === 'server-dies') throw new Refused('server', 'le serveur a coupé');
    return '250 pris';
  }

  #die(instance: Instance): Promise<never> {
    instance.isDead = true;
    return NEVER;
  }

  /** Time goes on: every sender that is not at rest does what there is to do; the dead are replaced. */
  async pass(seconds: number): Promise<void> {
    for (let left = seconds; left > 0; left -= TICK_SECONDS) {
      this.#now += TICK_SECONDS;
      await this.#db.query(
        `UPDATE courriels SET cree_le = cree_le - make_interval(secs => $1), a_envoyer_le = a_envoyer_le - make_interval(secs => $1),
           pris_jusqua = pris_jusqua - make_interval(secs => $1)`,
        [TICK_SECONDS],
      );
      await Promise.all(this.#instances.map((instance) => this.#work(instance)));
      for (const dead of this.#instances.filter(({ isDead }) => isDead)) {
        this.#instances.splice(this.#instances.indexOf(dead), 1);
        this.#add();
      }
    }
  }

  async #work(instance: Instance): Promise<void> {
    while (!instance.isDead && instance.restsUntil <= this.#now) {
      const working = instance.sender.step().catch(() => ({ did: 'away', rest: instance.patience * 1_000 }) as const);
      const step = await Promise.race([working, this.#deathOf(instance, working)]);
      if (step === 'dead') return;
      instance.restsUntil = this.#now + step.rest / 1_000;
    }
  }

  /** The death of an instance, seen once the event loop has nothing else to do. */
  async #deathOf(instance: Instance, working: Promise<unknown>): Promise<'dead'> {
    let isDone = false;
    void working.then(() => {
      isDone = true;
    });
    while (!instance.isDead && !isDone) await new Promise((resolve) => setImmediate(resolve));
    return instance.isDead ? 'dead' : NEVER;
  }
}
