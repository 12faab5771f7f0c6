import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/at-most.ts';
import { isOutOfReach } from '../storage/out-of-reach.ts';
import type { DatabaseWatch } from './database-watch.ts';
import { FreshnessProbe, type ProbeAll } from './freshness.ts';

/** The result of a look-up. */
export interface Finding<Answer> {
  /** Null when nothing is found. */
  readonly answer: Answer | null;
  /** Null when the answer comes from the database now; else when it was last verified, milliseconds since 1970. */
  readonly verifiedAt: number | null;
}

/** Answers for a time without the database. Only served answers are kept: what they name is in memory too. */
export interface Memory<Question, Answer> {
  noteServed(question: Question, answer: Answer | null, now: number): void;
  /** @returns null when nothing is known */
  recall(question: Question): Finding<Answer> | null;
}

/** Remembers what is found, under the keys of the questions. @param max how many answers */
export function memoryOf<Question, Answer>(
  keyOf: (question: Question) => string,
  max: number,
): Memory<Question, Answer> {
  const known = new LRUCache<string, Finding<Answer>>(atMost(max));
  return {
    noteServed: (question, answer, now) => {
      if (answer === null) known.delete(keyOf(question));
      else known.set(keyOf(question), { answer, verifiedAt: now });
    },
    recall: (question) => known.get(keyOf(question)) ?? null,
  };
}

interface LookUpOptions<Question, Answer> {
  readonly probeAll: ProbeAll<Question, Answer>;
  readonly keyOf: (question: Question) => string;
  readonly watch: DatabaseWatch;
  readonly memory: Memory<Question, Answer>;
}

/** Gives fresh answers while the database can be reached, and the last known ones while it cannot. */
export class LookUp<Question, Answer> {
  readonly #probe: FreshnessProbe<Question, Answer>;
  readonly #memory: Memory<Question, Answer>;

  constructor({ probeAll, keyOf, watch, memory }: LookUpOptions<Question, Answer>) {
    this.#probe = new FreshnessProbe((questions) => watch.attempt(() => probeAll(questions)), keyOf, {
      timing: { now: () => performance.now(), sleep },
    });
    this.#memory = memory;
  }

  /** @throws what `isOutOfReach` recognises when the database is away and the answer is not known */
  async find(question: Question): Promise<Finding<Answer>> {
    try {
      return { answer: await this.#probe.lookUp(question), verifiedAt: null };
    } catch (error) {
      return this.recallAfter(error, question);
    }
  }

  /** Keeps an answer of `find` that has been served. */
  noteServed(question: Question, { answer, verifiedAt }: Finding<Answer>): void {
    if (verifiedAt === null) this.#memory.noteServed(question, answer, Date.now());
  }

  /** The last answer that was served; null when nothing is known. */
  recall(question: Question): Finding<Answer> | null {
    return this.#memory.recall(question);
  }

  /** The last answer that was served. @throws the error, unless the database is away and the answer is known */
  recallAfter(error: unknown, question: Question): Finding<Answer> {
    const known = isOutOfReach(error) ? this.recall(question) : null;
    if (!known) throw error;
    return known;
  }
}
