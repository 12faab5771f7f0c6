import type { Answered, Request } from '../../../../../src/studio/api/client.ts';
import type { VirtualMachine } from '../../../../sandbox/simulation/virtual-machine.ts';
import { type Lot, MemoryPlatform } from '../../memory-platform.ts';
import { Ledger } from './ledger.ts';
import type { Marks } from './marks.ts';
import { THEME_TEXTS } from './theme-texts.ts';
import { SOMEBODY, type WorldPlatform, type Writer } from './world-platform.ts';

/** A platform with one theme. */
export class ThemePlatform extends MemoryPlatform implements WorldPlatform {
  readonly ledger: Ledger;
  readonly published: number[] = [];
  readonly #machine: VirtualMachine;
  readonly #marks: Marks;
  readonly #violate: (what: string) => void;
  #times = 0;
  readonly #timeOf = new Map<string, string>();
  #writer = SOMEBODY;

  constructor(machine: VirtualMachine, marks: Marks, violate: (what: string) => void) {
    super(THEME_TEXTS.original);
    this.#machine = machine;
    this.#marks = marks;
    this.#violate = violate;
    this.ledger = new Ledger(machine, marks, violate, THEME_TEXTS);
    this.ledger.begin(this.files);
    if (machine.random.chance(0.2)) this.#setRole('publie');
  }

  get isThere(): boolean {
    return !this.isDeleted;
  }

  carryOut(request: Request, writer: Writer): Answered<unknown> | null {
    this.#writer = writer;
    return this.answer(request);
  }

  put(path: string, text: string | null): boolean {
    this.#writer = SOMEBODY;
    this.#marks.giveUp(this.files.get(path), text, 'somebody took it out');
    this.store({ ecrire: text === null ? {} : { [path]: text }, supprimer: text === null ? [path] : [] } as never);
    return true;
  }

  beneath(): null {
    return null;
  }

  putBeneath(): void {}

  turn(): string {
    this.#setRole(this.#machine.random.chance(0.6) ? 'publie' : 'brouillon');
    return `the theme is ${this.role}`;
  }

  delete(): void {
    this.isDeleted = true;
  }

  #setRole(role: 'publie' | 'brouillon'): void {
    if (role === 'publie' && this.role !== role) this.published.push(this.#machine.now());
    this.role = role;
  }

  protected override timeOf(path: string): string {
    return this.#timeOf.get(path) ?? '0';
  }

  protected override store(lot: Lot): void {
    const { name, knowsPublished } = this.#writer;
    if (this.role === 'publie' && !knowsPublished) this.#violate(`${name} writes to the published theme unasked`);
    const paths = [...Object.keys(lot.ecrire), ...lot.supprimer];
    this.ledger.record(
      name,
      paths,
      () => this.files,
      () => super.store(lot),
    );
    for (const path of paths) this.#timeOf.set(path, String(++this.#times));
  }
}
