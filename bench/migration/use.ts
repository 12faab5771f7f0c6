import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type Question } from '../../test/support/http.ts';
import type { Tenant } from '../vitrine/tenants.ts';

/** Between two requests of one kind, milliseconds: others share the processors. */
const PAUSE_MS = { pages: 20, writes: 40 };
const FILES = ['snippets/mesure.liquid', 'assets/mesure.css', 'config/mesure.json'];

/** How long some requests took, milliseconds, and those that failed. */
export class Tally {
  readonly times: number[] = [];
  readonly failures: string[] = [];

  note(ms: number, failure: string | null): void {
    this.times.push(ms);
    this.fail(failure);
  }

  fail(failure: string | null): void {
    if (failure) this.failures.push(failure);
  }

  get longest(): number {
    return Math.max(0, ...this.times);
  }
}

/** Texts that were written and acknowledged, by theme and path. */
export type Written = Map<string, Map<string, string>>;

/** Uses one program, or two on the same database: visits pages, and writes files through one, which it then reads through the other. */
export class Use {
  readonly pages = new Tally();
  readonly writes = new Tally();
  readonly written: Written;
  readonly #ports: readonly number[];
  readonly #tenants: readonly Tenant[];
  #isOver = false;
  readonly #running: Promise<unknown>;

  private constructor(ports: readonly number[], tenants: readonly Tenant[], written: Written) {
    this.#ports = ports;
    this.#tenants = tenants;
    this.written = written;
    this.#running = Promise.all(ports.flatMap((_, at) => [this.#visit(at), this.#write(at)]));
  }

  /** @param written is added to */
  static begin(ports: readonly number[], tenants: readonly Tenant[], written: Written): Use {
    return new Use(ports, tenants, written);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #visit(at: number): Promise<void> {
    for (; !this.#isOver; await sleep(PAUSE_MS.pages)) {
      const { host } = this.#any();
      const { ms, answer, failure } = await this.#timed(at, { host });
      this.pages.note(ms, failure ?? (answer?.headers['cache-status'] ? `page from memory: ${host}` : null));
    }
  }

  async #write(at: number): Promise<void> {
    for (let n = 0; !this.#isOver; n++) {
      await sleep(PAUSE_MS.writes);
      const { themeId, key } = this.#any();
      // Each program writes files of its own, so that the last text of each is known.
      const chemin = String(FILES[n % FILES.length]).replace('mesure', `mesure-${at}`);
      const contenu = JSON.stringify(`€ 😀 ${at} ${n} ${Math.random()}`);
      const path = `/api/themes/${themeId}/fichiers`;
      const { ms, failure } = await this.#timed(at, { method: 'PUT', path, key, body: { chemin, contenu } });
      this.writes.note(ms, failure);
      if (failure) continue;
      const files = this.written.get(themeId) ?? new Map<string, string>();
      this.written.set(themeId, files.set(chemin, contenu));
      const other = (at + 1) % this.#ports.length;
      const read = await this.#timed(other, { path: `${path}?chemin=${chemin}`, key });
      const seen = read.failure ?? (read.answer?.json().fichier.contenu === contenu ? null : 'not what was written');
      this.pages.fail(seen && `reading a file: ${seen}`);
    }
  }

  #any(): Tenant {
    const tenant = this.#tenants[Math.floor(Math.random() * this.#tenants.length)];
    if (!tenant) throw new Error('there are no sites');
    return tenant;
  }

  async #timed(at: number, question: Omit<Question, 'port'>) {
    const began = performance.now();
    const answer = await ask({ port: Number(this.#ports[at]), ...question }).catch((error: Error) => error);
    const ms = performance.now() - began;
    if (answer instanceof Error) return { ms, answer: null, failure: answer.message };
    const failure = answer.status === 200 ? null : `${answer.status} ${answer.text.slice(0, 200)}`;
    return { ms, answer, failure };
  }
}
