import { VirtualMachine } from '../../../../sandbox/simulation/virtual-machine.ts';
import { Random } from '../../../../support/random.ts';
import { FAIR, type Weather } from './connection.ts';
import { type Mark, Marks, wordsIn } from './marks.ts';
import type { Played } from './played.ts';
import { WorldBrowser } from './world-browser.ts';
import type { WorldPlatform } from './world-platform.ts';

/** A page of the world, as far as the world needs to know it. */
interface Player {
  readonly name: string;
  readonly account: string;
  readonly isAlive: boolean;
  readonly texts: readonly (string | null | undefined)[];
}

/** Who plays in one schedule: `UnsavedWork` and the stores are the real ones, all else is virtual. */
export class World<Page extends Player> {
  readonly random: Random;
  readonly machine: VirtualMachine;
  readonly marks = new Marks();
  readonly played: Played;
  readonly platform: WorldPlatform;
  readonly browsers: readonly WorldBrowser[];
  readonly violations: string[] = [];
  weather: Weather;
  /** Nothing befalls anybody any more, and what had befallen requests is over. */
  isHealed = false;
  readonly #pages = new Map<string, Page>();
  readonly #tell: (line: string) => void;

  /** @param tell takes what happens, a line each */
  constructor(played: Played, seed: number, tell: (line: string) => void) {
    this.played = played;
    this.#tell = tell;
    this.random = new Random(seed);
    this.machine = new VirtualMachine(this.random);
    this.platform = played.platform(this.machine, this.marks, (what) => this.violate(what));
    const { random } = this;
    const badness = random.oneOf([0, 0.03, 0.15]);
    const some = () => (random.chance(0.4) ? badness : 0);
    this.weather = { lost: some(), answerLost: some(), late: some(), twice: some(), busy: some(), slow: some() };
    this.browsers = Array.from({ length: random.oneOf([1, 1, 2]) }, (_, n) => {
      const browser = new WorldBrowser(this.machine, `browser ${n}`, random.chance(0.75));
      for (const account of ['ada', 'bob']) browser.databaseOf(account).failing = random.oneOf([0, 0, 0, 0.2]);
      return browser;
    });
  }

  get pages(): readonly Page[] {
    return [...this.#pages.values()].filter(({ isAlive }) => isAlive);
  }

  pageOf(name: string): Page {
    const page = this.#pages.get(name);
    if (!page) throw new Error(`there is no page ${name}`);
    return page;
  }

  nameOfPage(): string {
    return `page-${this.#pages.size}`;
  }

  enter(page: Page): void {
    this.#pages.set(page.name, page);
  }

  heal(): void {
    this.tell('all is well again');
    this.weather = FAIR;
    for (const browser of this.browsers) {
      browser.isSignedIn = true;
      for (const database of browser.databases) database.failing = 0;
    }
  }

  /** What was typed is where a person finds it again. @param where besides pages, drafts and the platform */
  missing(): readonly Mark[] {
    const { wanted } = this.marks;
    if (wanted.length === 0) return [];
    const texts = [
      ...this.platform.files.values(),
      ...this.pages.flatMap((page) => page.texts),
      ...this.browsers.flatMap(({ databases }) => databases.flatMap((database) => database.texts)),
    ];
    const found = new Set(wordsIn(texts.join('\n')));
    return wanted.filter(({ word }) => !found.has(word));
  }

  /** A page has ended. @param isExcused whether a mark may have been lost with it */
  lose(page: Page, isExcused: (mark: Mark) => boolean): void {
    for (const mark of this.missing()) if (isExcused(mark)) mark.givenUp = `lost with ${page.name}`;
    this.check(`at the end of ${page.name}`);
  }

  check(when: string): void {
    for (const mark of this.missing()) {
      this.violate(`${mark.word} is lost ${when}`);
      mark.givenUp = 'told';
    }
    const unstored = this.marks.unstored;
    for (const page of unstored.length === 0 ? [] : this.pages) {
      const shown = page.texts.join('\n');
      for (const { word, account } of unstored) {
        if (account !== page.account && shown.includes(word))
          this.violate(`${page.name} shows ${word} of another account`);
      }
    }
  }

  readonly tell = (what: string): void => this.#tell(`${this.machine.now().toFixed(0)} ms: ${what}`);

  violate(what: string): void {
    this.violations.push(`${this.machine.now().toFixed(0)} ms: ${what}`);
    this.tell(`VIOLATION: ${what}`);
  }
}
