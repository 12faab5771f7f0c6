import { type Answered, ApiRefusal, type Request } from '../../../../../src/studio/api/client.ts';
import { textsOf, withChanges } from '../../../../../src/studio/unsaved/guarded/named-values.ts';
import type { VirtualMachine } from '../../../../sandbox/simulation/virtual-machine.ts';
import { MemoryObject } from '../guarded/memory-object.ts';
import { Ledger } from './ledger.ts';
import type { Marks } from './marks.ts';
import type { Texts } from './texts.ts';
import { SOMEBODY, type WorldPlatform, type Writer } from './world-platform.ts';

type Values = Readonly<Record<string, unknown>>;

/** A guarded object that tells of each write before the write is there. */
class HeldObject extends MemoryObject {
  onStore = (_: Values, write: () => void): void => write();

  protected override store(values: Values): void {
    this.onStore(values, () => super.store(values));
  }
}

/** What is played: the name of the object, its texts, and values whose members are texts of their own. */
export interface PlayedObject {
  readonly name: 'menus' | 'valeurs';
  readonly texts: Texts;
  readonly split: readonly string[];
}

/** A platform with one guarded object, which visitors see at once. */
export class GuardedPlatform implements WorldPlatform {
  readonly ledger: Ledger;
  readonly role = 'publie';
  readonly published: readonly number[] = [];
  readonly #object: HeldObject;
  readonly #split: readonly string[];
  readonly #marks: Marks;
  #writer = SOMEBODY;

  constructor(
    { name, texts, split }: PlayedObject,
    [machine, marks, violate]: [VirtualMachine, Marks, (what: string) => void],
  ) {
    this.#object = new HeldObject(name);
    this.#split = split;
    this.#marks = marks;
    this.ledger = new Ledger(machine, marks, violate, texts);
    if (machine.random.chance(0.85)) this.#object.put(withChanges({}, split, texts.original));
    this.ledger.begin(this.files);
    this.#object.onStore = (values, write) => {
      const [before, now] = [this.files, this.#textsOf(values)];
      const paths = new Set([...before.keys(), ...now.keys()]);
      const written = [...paths].filter((path) => before.get(path) !== now.get(path));
      this.ledger.record(this.#writer.name, written, () => this.files, write);
    };
  }

  get files(): ReadonlyMap<string, string> {
    return this.#textsOf(this.#object.values);
  }

  get isDeleted(): boolean {
    return this.#object.isGone;
  }

  get isThere(): boolean {
    return !this.isDeleted;
  }

  carryOut(request: Request, writer: Writer): Answered<unknown> | null {
    this.#writer = writer;
    return this.#object.answer(request);
  }

  put(path: string, text: string | null): boolean {
    this.#writer = SOMEBODY;
    const values = withChanges(this.#object.values, this.#split, new Map([[path, text]]));
    this.#marks.giveUp(this.files.get(path), text, 'somebody took it out');
    try {
      this.#object.answer({ method: 'PATCH', body: { [this.#object.name]: values } });
      return true;
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      return false;
    }
  }

  beneath(): null {
    return null;
  }

  putBeneath(): void {}

  turn(): string {
    return 'visitors see every save';
  }

  delete(): void {
    this.#object.isGone = true;
  }

  #textsOf(values: Values): ReadonlyMap<string, string> {
    return new Map(Object.entries(textsOf(values, this.#split)));
  }
}
