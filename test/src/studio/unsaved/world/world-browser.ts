import type { Draft, DraftKey, DraftShelf, OpenPages } from '../../../../../src/studio/unsaved/drafts.ts';
import type { VirtualMachine } from '../../../../sandbox/simulation/virtual-machine.ts';

const keyOf = ({ theme, path, page }: DraftKey) => `${theme} ${path} ${page}`;

/** The longest that the browser's database takes for one transaction, milliseconds. */
export const SHELF_MS = 30;

interface Writing {
  readonly put: readonly Draft[];
  happens: boolean;
  readonly page: string;
}

/** The database of one account in one browser: transactions happen one after the other, wholly or not. */
export class WorldDatabase {
  readonly drafts = new Map<string, Draft>();
  /** Part of the writings that fail. */
  failing = 0;
  readonly #machine: VirtualMachine;
  readonly #underWay = new Set<Writing>();
  #busyUntil = 0;

  constructor(machine: VirtualMachine) {
    this.#machine = machine;
  }

  /** The texts that are there, and those that will be. */
  get texts(): readonly (string | null)[] {
    const coming = [...this.#underWay].filter(({ happens }) => happens).flatMap(({ put }) => put);
    return [...this.drafts.values(), ...coming].map(({ text }) => text);
  }

  /** What a page has begun to write when it crashes happens or not. */
  crash(page: string): void {
    for (const writing of this.#underWay)
      if (writing.page === page) writing.happens &&= this.#machine.random.chance(0.5);
  }

  /** The database as one page has it. */
  shelfOf(page: {
    readonly name: string;
    readonly isAlive: boolean;
    noteWriting(fails: boolean): void;
    inherit(key: DraftKey): void;
  }): DraftShelf {
    const transact = (happen: () => void, tell: () => void) => {
      const at = Math.max(this.#busyUntil, this.#machine.now() + this.#machine.random.between(1, SHELF_MS));
      this.#busyUntil = at;
      this.#machine.after(
        at - this.#machine.now(),
        () => {
          happen();
          if (page.isAlive) tell();
        },
        true,
      );
    };
    return {
      all: (theme) =>
        new Promise((resolve) => {
          let found: readonly Draft[] = [];
          transact(
            () => {
              found = [...this.drafts.values()].filter((draft) => draft.theme === theme).sort((a, b) => b.at - a.at);
            },
            () => resolve(found),
          );
        }),
      write: (put, remove) =>
        new Promise((resolve, reject) => {
          const happens = !this.#machine.random.chance(this.failing);
          const writing: Writing = { put, page: page.name, happens };
          this.#underWay.add(writing);
          page.noteWriting(!happens);
          for (const key of remove) if (key.page !== page.name) page.inherit(key);
          transact(
            () => {
              this.#underWay.delete(writing);
              if (!writing.happens) return;
              for (const draft of put) this.drafts.set(keyOf(draft), { ...draft });
              for (const key of remove) {
                const isMeant = key.at === undefined || this.drafts.get(keyOf(key))?.at === key.at;
                if (isMeant) this.drafts.delete(keyOf(key));
              }
            },
            () => (writing.happens ? resolve() : reject(new Error('the browser keeps nothing'))),
          );
        }),
    };
  }
}

/** A browser: its databases, its locks, its session. */
export class WorldBrowser {
  readonly name: string;
  readonly hasLocks: boolean;
  isSignedIn = true;
  /** Names of the pages that hold a lock. */
  readonly held = new Set<string>();
  readonly #machine: VirtualMachine;
  readonly #databases = new Map<string, WorldDatabase>();

  constructor(machine: VirtualMachine, name: string, hasLocks: boolean) {
    this.#machine = machine;
    this.name = name;
    this.hasLocks = hasLocks;
  }

  get databases(): readonly WorldDatabase[] {
    return [...this.#databases.values()];
  }

  databaseOf(account: string): WorldDatabase {
    const known = this.#databases.get(account) ?? new WorldDatabase(this.#machine);
    this.#databases.set(account, known);
    return known;
  }

  /** @param ended the page that this tab has shown before */
  join(page: string, ended: string | null): OpenPages {
    this.held.add(page);
    const isOpen = (other: string): Promise<boolean> =>
      new Promise((resolve) => {
        const answer = () => resolve(this.hasLocks && other !== ended && this.held.has(other));
        this.#machine.after(this.#machine.random.between(0, 3), answer, true);
      });
    return { page, isOpen };
  }

  /** A lock is let go of a moment after its page. */
  leave(page: string): void {
    this.#machine.after(this.#machine.random.between(0, 20), () => this.held.delete(page));
  }
}
