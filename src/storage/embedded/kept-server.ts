import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { becomeOwner } from './ownership.ts';
import { hasEnded, type Launch, spawnServer, stopProcess } from './process.ts';

/** Pauses between attempts to start again, milliseconds: each twice as long as the last one. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/**
 * A server process that is started again when it dies. When the connection of the ownership lock is lost, the lock is taken again. So the
 * program survives a crash of its database.
 */
export class KeptServer {
  readonly #launch: Launch;
  readonly #tell: (sentence: string) => void;
  readonly #stopping = new AbortController();
  #server: ChildProcess;
  #owner: pg.Client | null = null;
  #recovery: Promise<void> | null = null;

  private constructor(launch: Launch, tell: (sentence: string) => void) {
    this.#launch = launch;
    this.#tell = tell;
    this.#server = spawnServer(launch, 'begin');
  }

  /**
   * @param tell called with a sentence when the server is started again
   * @throws StartupError when it cannot be started now
   */
  static async start(launch: Launch, tell: (sentence: string) => void): Promise<KeptServer> {
    const kept = new KeptServer(launch, tell);
    try {
      await kept.#own();
    } catch (error) {
      await kept.stop();
      throw error;
    }
    kept.#server.once('exit', () => kept.#recover());
    return kept;
  }

  /** Stops the server for good, also while it is being started again. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    // Not awaited: a server that is frozen does not answer.
    this.#owner?.end().catch(() => undefined);
    await stopProcess(this.#server);
    await this.#recovery;
  }

  async #own(): Promise<void> {
    const { cluster, port } = this.#launch;
    this.#owner = await becomeOwner(cluster, this.#server, port);
    this.#owner.once('end', () => this.#recover());
  }

  #recover(): void {
    this.#recovery ??= this.#tryUntilDone().finally(() => {
      this.#recovery = null;
    });
  }

  async #tryUntilDone(): Promise<void> {
    const { signal } = this.#stopping;
    for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        if (hasEnded(this.#server)) this.#startAgain();
        return await this.#own();
      } catch {
        // The last processes of the dead server may still run for a moment and prevent the start.
        await sleep(pause, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  #startAgain(): void {
    this.#tell('La base de données s’est arrêtée : elle redémarre…');
    this.#server = spawnServer(this.#launch, 'continue');
    this.#server.once('exit', () => this.#recover());
  }
}
