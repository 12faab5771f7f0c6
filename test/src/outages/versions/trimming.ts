import { expect } from 'vitest';
import { type Retention, removeUnusedTexts, type ThemePlace, trimVersions } from '../../../../src/storage/history.ts';
import { isOutOfReach, isOverdue } from '../../../../src/storage/out-of-reach.ts';
import { openRolePools, type RolePools } from '../../../../src/storage/role-pools.ts';

/** Removes old versions and unused texts while others write, round after round, whatever becomes of the database. */
export class Trimming {
  readonly #pools: RolePools;
  readonly #retention: Retention;
  #isOver = false;
  #running: Promise<void> | null = null;
  rounds = 0;

  constructor(databaseUrl: string, kept: number) {
    // Under a name of its own: those of the program go when it is killed.
    this.#pools = openRolePools(`${databaseUrl}?application_name=essai`, null);
    this.#retention = { atLeast: kept, atMost: kept, days: 90 };
  }

  begin(): void {
    this.#isOver = false;
    this.#running = (async () => {
      while (!this.#isOver) await this.round().catch(orOutage);
    })();
    this.#running.catch(() => undefined);
  }

  async pause(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  /** Goes through all themes and texts once. */
  async round(): Promise<void> {
    for (let after: ThemePlace | null = null, isFirst = true; isFirst || after; isFirst = false) {
      after = await trimVersions(this.#pools, this.#retention, after);
    }
    for (let after: string | null = ''; after !== null; ) after = await removeUnusedTexts(this.#pools, after);
    this.rounds++;
  }

  async close(): Promise<void> {
    await this.pause();
    await this.#pools.end();
  }
}

function orOutage(error: unknown): void {
  if (!isOutOfReach(error) && !isOverdue(error)) expect.fail(`trimming failed: ${(error as Error).stack}`);
}
