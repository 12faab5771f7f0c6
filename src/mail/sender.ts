/** Sends the mail that waits (docs/decisions/mail.md). Several instances may do so at the same time. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  countMail,
  deleteMail,
  type MailCounts,
  type Postponement,
  postponeMail,
  settleRequestMail,
  sweepMail,
  type TakenMail,
  takeMail,
} from '../storage/mail-queue.ts';
import { OccasionalSweep } from '../storage/occasional-sweep.ts';
import { isOutOfReach } from '../storage/out-of-reach.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { allowAllNodes, inTransaction } from '../storage/transaction.ts';
import { onMail } from './arrivals.ts';
import { composeMail, type Sender as From, senderOf } from './compose.ts';
import type { Platform } from './letters.ts';
import { Refused } from './refused.ts';
import { type MailReport, NO_MAIL } from './report.ts';
import type { MailServer } from './smtp.ts';
import { writeLetter } from './write-letter.ts';
import type { Written } from './written.ts';

/** How long a message has one sender, seconds: much longer than connecting and sending may take (`DEADLINE_MS` of smtp.ts). */
const LEASE_SECONDS = 300;

/**
 * For how long this process must have reached the database before it takes a message whose lease is over, milliseconds. After an outage of
 * the database its sender may be alive, and about to say that the message is sent.
 */
const STEADY_MS = 30_000;

/** Between two looks when nothing waits, milliseconds; an act of this process is seen at once. */
const REST_MS = 10_000;
/** An announced message is there as soon as its transaction is done. */
const AFTER_ARRIVAL_MS = [50, 500];
/** When the database is away. */
const AWAY_MS = 2_000;

/** The first rest after a refusal, seconds; each further one takes twice as long. Of the server, and of one message. */
const SERVER_REST_SECONDS = 5;
const LONGEST_SERVER_REST_SECONDS = 120;
const MESSAGE_REST_SECONDS = 60;
const LONGEST_MESSAGE_REST_SECONDS = 3600;

/** Between two messages about the requests of one site, seconds: what comes meanwhile is told in one. */
const REQUESTS_REST_SECONDS = 600;

/** Between two counts for metrics, milliseconds. */
const COUNT_MS = 15_000;

interface SenderOptions {
  /** Pools of the service role. */
  readonly db: RolePools;
  readonly server: MailServer;
  /** `MAIL_FROM`. */
  readonly from: string;
  readonly platform: Platform;
  readonly log: {
    warn(details: object, sentence: string): void;
  };
  /** The time of this process, milliseconds. */
  readonly now?: () => number;
}

/** What one step has come to. `rest`: milliseconds until the next is worth it. */
export type Step = { readonly did: 'sent' | 'dropped' | 'postponed' | 'nothing'; readonly rest: number };

export class MailSender {
  readonly #options: SenderOptions;
  readonly #from: From;
  readonly #now: () => number;
  readonly #sweep: OccasionalSweep;
  /** What the database must be told, in this order: what is sent, what is given back. It may be away just then. */
  readonly #debts: (() => Promise<void>)[] = [];
  #serverFailures = 0;
  /** Since when the database has answered without a break. */
  #steadySince: number;
  #counts: MailCounts = NO_MAIL;
  #countedAt = Number.NEGATIVE_INFINITY;
  #sent = 0;
  #failed = 0;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#from = senderOf(options.from);
    this.#now = options.now ?? (() => performance.now());
    this.#steadySince = this.#now();
    this.#sweep = new OccasionalSweep(() => sweepMail(options.db));
  }

  get report(): MailReport {
    return { ...this.#counts, sent: this.#sent, failed: this.#failed };
  }

  /** Tells the database what is sent, then sends one message. @throws what the database throws */
  async step(): Promise<Step> {
    const { db, server } = this.#options;
    let mail: TakenMail | null;
    try {
      await this.#settle();
      const mayInherit = this.#now() - this.#steadySince >= STEADY_MS;
      mail = await takeMail(db, { leaseSeconds: LEASE_SECONDS, mayInherit });
      if (mail === null) await this.#count();
    } catch (error) {
      this.#steadySince = this.#now();
      throw error;
    }
    if (mail === null) {
      this.#sweep.maybeRun();
      return { did: 'nothing', rest: REST_MS };
    }
    return this.#send(mail, server);
  }

  async #settle(): Promise<void> {
    for (let debt = this.#debts[0]; debt; debt = this.#debts[0]) {
      await debt();
      this.#debts.shift();
    }
  }

  async #send(mail: TakenMail, server: MailServer): Promise<Step> {
    const { db } = this.#options;
    let step: Step;
    try {
      step = await this.#attempt(mail, server);
    } catch (error) {
      if (isOutOfReach(error)) {
        this.#debts.push(() => postponeMail(db, mail, { reason: null, inSeconds: 0, counts: false }));
        throw error;
      }
      step = this.#refused(mail, error instanceof Refused ? error : unwritable(error as Error));
    }
    // What fails here is done by the next step.
    await this.#settle();
    return step;
  }

  async #attempt(mail: TakenMail, server: MailServer): Promise<Step> {
    const { db } = this.#options;
    const opened = await server.open();
    this.#serverFailures = 0;
    try {
      const written = await this.#write(mail);
      if (written.kind === 'nothing') return this.#drop(mail, written);
      if (written.kind === 'later') {
        return this.#postpone(mail, { reason: null, inSeconds: written.seconds, counts: false }, 0);
      }
      const { letter, to, id, told } = written;
      const raw = await composeMail(letter, { id, from: this.#from, to });
      await opened.send({ from: this.#from.address, to }, raw);
      this.#sent++;
      this.#debts.push(async () => {
        if (told === null) await deleteMail(db, mail.id);
        else await settleRequestMail(db, mail.id, { told, restSeconds: REQUESTS_REST_SECONDS });
      });
      return { did: 'sent', rest: 0 };
    } finally {
      opened.close();
    }
  }

  #write(mail: TakenMail): Promise<Written> {
    return inTransaction(this.#options.db, async (client) => {
      await allowAllNodes(client);
      const written = await writeLetter(client, mail, this.#options.platform);
      // The lock of its row keeps new requests of the site waiting, which then make another message.
      if (written.kind === 'nothing') await deleteMail(client, mail.id);
      return written;
    });
  }

  #drop(mail: TakenMail, { limit }: Extract<Written, { kind: 'nothing' }>): Step {
    if (limit)
      this.#options.log.warn(
        { courriel: mail.id, genre: mail.genre, limite: limit },
        'a message is not sent: there were too many',
      );
    return { did: 'dropped', rest: 0 };
  }

  #refused(mail: TakenMail, { kind, message: reason }: Refused): Step {
    this.#failed++;
    this.#options.log.warn({ courriel: mail.id, genre: mail.genre, reason }, 'a message could not be sent');
    if (kind === 'server') {
      const seconds = doubled(SERVER_REST_SECONDS, this.#serverFailures++, LONGEST_SERVER_REST_SECONDS);
      return this.#postpone(mail, { reason, inSeconds: seconds, counts: false }, seconds * 1_000);
    }
    const rest = doubled(MESSAGE_REST_SECONDS, mail.essais - 1, LONGEST_MESSAGE_REST_SECONDS);
    return this.#postpone(mail, { reason, inSeconds: kind === 'for-good' ? null : rest, counts: true }, 0);
  }

  #postpone(mail: TakenMail, postponement: Postponement, rest: number): Step {
    this.#debts.push(() => postponeMail(this.#options.db, mail, postponement));
    return { did: 'postponed', rest };
  }

  async #count(): Promise<void> {
    if (this.#now() - this.#countedAt < COUNT_MS) return;
    this.#counts = await countMail(this.#options.db);
    this.#countedAt = this.#now();
  }

  /** Sends what waits, until `close`. */
  start(): RunningSender {
    return new RunningSender(this, this.#options.log);
  }
}

const unwritable = ({ message }: Error): Refused =>
  new Refused('message', `le message n’a pas pu être écrit : ${message}`.slice(0, 300));

const doubled = (first: number, times: number, longest: number): number =>
  Math.min(longest, first * 2 ** Math.min(times, 20));

/** A sender at work. */
class RunningSender {
  readonly #sender: MailSender;
  readonly #log: SenderOptions['log'];
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  readonly #forget: () => void;
  #wake = new AbortController();

  constructor(sender: MailSender, log: SenderOptions['log']) {
    this.#sender = sender;
    this.#log = log;
    this.#forget = onMail(() => {
      for (const ms of AFTER_ARRIVAL_MS) setTimeout(() => this.#wake.abort(), ms).unref();
    });
    this.#ended = this.#run();
  }

  get report(): MailReport {
    return this.#sender.report;
  }

  /** Ends it after the message under way. */
  async close(): Promise<void> {
    this.#forget();
    this.#stop.abort();
    await this.#ended;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    let isAway = false;
    // A server that refuses everything is not asked sooner because more mail waits.
    let canWake = true;
    for (let rest = 0; !signal.aborted; ) {
      const signals = canWake ? [signal, this.#wake.signal] : [signal];
      if (rest > 0)
        await sleep(rest, undefined, { signal: AbortSignal.any(signals), ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      this.#wake = new AbortController();
      try {
        const step = await this.#sender.step();
        rest = step.rest;
        canWake = step.did !== 'postponed' || rest === 0;
        isAway = false;
      } catch (error) {
        if (!isAway) this.#log.warn({ reason: (error as Error).message }, 'mail waits: the database does not answer');
        isAway = true;
        rest = AWAY_MS;
        canWake = false;
      }
    }
  }
}

export type { RunningSender };
