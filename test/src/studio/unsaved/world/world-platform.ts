import { type Answered, Api, ApiRefusal, type Request, Unreachable } from '../../../../../src/studio/api/client.ts';
import type { VirtualMachine } from '../../../../sandbox/simulation/virtual-machine.ts';
import { type Lot, MemoryPlatform } from '../../memory-platform.ts';
import { isOriginal, type Marks, wordsIn } from './marks.ts';
import { ORIGINAL, piecesOf } from './texts.ts';

/** One content of a file; null where the file was removed. */
export interface Written {
  readonly by: string;
  readonly at: number;
  readonly text: string | null;
}

/** Who writes, for the platform that judges each write. */
export interface Writer {
  readonly name: string;
  /** Whether the person knows that the theme is published. */
  readonly knowsPublished: boolean;
}

/** The platform with all that it ever stored; it tells of writes that must not be. */
export class WorldPlatform extends MemoryPlatform {
  readonly log = new Map<string, Written[]>();
  /** When the theme was published, milliseconds. */
  readonly published: number[] = [];
  /** Files of which somebody has kept two versions at once. */
  readonly doubled = new Set<string>();
  readonly #machine: VirtualMachine;
  readonly #marks: Marks;
  readonly #violate: (what: string) => void;
  #times = 0;
  readonly #timeOf = new Map<string, string>();
  #writer: Writer = { name: 'somebody', knowsPublished: true };

  constructor(machine: VirtualMachine, marks: Marks, violate: (what: string) => void) {
    super(ORIGINAL);
    this.#machine = machine;
    this.#marks = marks;
    this.#violate = violate;
    for (const [path, text] of ORIGINAL) this.log.set(path, [{ by: 'origin', at: 0, text }]);
  }

  /** A request is carried out. */
  carryOut(request: Request, writer: Writer): Answered<unknown> | null {
    this.#writer = writer;
    return this.answer(request);
  }

  /** Somebody writes, who has read what is there. */
  put(path: string, text: string | null): void {
    this.#writer = { name: 'somebody', knowsPublished: true };
    this.#marks.giveUp(this.files.get(path), text, 'somebody took it out');
    this.store({ ecrire: text === null ? {} : { [path]: text }, supprimer: text === null ? [path] : [] } as never);
  }

  setRole(role: 'publie' | 'brouillon'): void {
    if (role === 'publie' && this.role !== role) this.published.push(this.#machine.now());
    this.role = role;
  }

  protected override timeOf(path: string): string {
    return this.#timeOf.get(path) ?? '0';
  }

  protected override store(lot: Lot): void {
    const { name, knowsPublished } = this.#writer;
    if (this.role === 'publie' && !knowsPublished) this.#violate(`${name} writes to the published theme unasked`);
    const before = new Set([...this.files.values()].flatMap(wordsIn));
    super.store(lot);
    for (const path of [...Object.keys(lot.ecrire), ...lot.supprimer]) {
      const text = this.files.get(path) ?? null;
      this.#timeOf.set(path, String(++this.#times));
      this.log.set(path, [...(this.log.get(path) ?? []), { by: name, at: this.#machine.now(), text }]);
      if (text !== null) this.#judge(path, text);
    }
    const after = new Set([...this.files.values()].flatMap(wordsIn));
    for (const word of after) this.#marks.get(word).isStored = true;
    for (const word of before) {
      if (!after.has(word) && this.#marks.get(word).givenUp === undefined) {
        this.#violate(`${name} overwrites ${word}, which nobody has given up`);
        this.#marks.get(word).givenUp = 'told';
      }
    }
  }

  /** No merge invents words, or has them twice. */
  #judge(path: string, text: string): void {
    if (path.endsWith('.json')) JSON.parse(text);
    const pieces = piecesOf(text);
    for (const piece of pieces) {
      if (!isOriginal(piece.replaceAll(/m\d+x/g, '').trim()))
        this.#violate(`${path} has “${piece}”, which nobody typed`);
    }
    const words = wordsIn(text);
    const twice = words.find((word, at) => words.indexOf(word) !== at);
    if (twice !== undefined && !this.doubled.has(path)) this.#violate(`${path} has ${twice} twice`);
  }
}

/** What befalls requests, each as a part of all. */
export interface Weather {
  /** Does not come to the platform. */
  lost: number;
  /** Is carried out, and its answer is lost. */
  answerLost: number;
  /** Is told as lost, and carried out a moment later. */
  late: number;
  /** Is carried out twice. */
  twice: number;
  /** Is answered 503. */
  busy: number;
  /** Takes long. */
  slow: number;
}

export const FAIR: Weather = { lost: 0, answerLost: 0, late: 0, twice: 0, busy: 0, slow: 0 };

interface Sender extends Writer {
  readonly isAlive: boolean;
  readonly isSignedIn: boolean;
  readonly weather: Weather;
  /** Called when a lot goes out. */
  noteSent(): void;
}

/** One page's way to the platform. */
export class Connection extends Api {
  readonly #machine: VirtualMachine;
  readonly #platform: WorldPlatform;
  readonly #page: Sender;
  /** Requests so far, and those that write. */
  asked = 0;
  writes = 0;
  /** When the last writing was asked for. */
  writtenAt = Number.NEGATIVE_INFINITY;
  /** When the theme was a draft, as the answer has told that came last, milliseconds. */
  draftAt = Number.NEGATIVE_INFINITY;

  constructor(machine: VirtualMachine, platform: WorldPlatform, page: Sender) {
    super(null);
    this.#machine = machine;
    this.#platform = platform;
    this.#page = page;
  }

  override async send<T>(path: string, request: Request = {}): Promise<T> {
    const answered = await this.conditional<T>(path, request);
    if (!answered) throw new Unreachable();
    return answered.body;
  }

  override conditional<T>(_path: string, request: Request = {}): Promise<Answered<T> | null> {
    this.asked++;
    if (request.method === 'PUT') {
      this.writes++;
      this.writtenAt = this.#machine.now();
      this.#page.noteSent();
    }
    return new Promise((resolve, reject) => {
      this.#carry(
        request,
        (answered) => resolve(answered as Answered<T> | null),
        (error) => reject(error),
      );
    });
  }

  #carry(request: Request, resolve: (answered: unknown) => void, reject: (error: unknown) => void): void {
    const { random } = this.#machine;
    const { weather } = this.#page;
    const leg = () => (random.chance(weather.slow) ? random.between(200, 3_000) : random.between(2, 60));
    // What a page that has ended is answered, nobody hears.
    const tell = (ms: number, told: () => void) => this.#machine.after(ms, () => this.#page.isAlive && told(), true);
    const fail = (ms: number) => tell(ms, () => reject(new Unreachable()));
    const answer = (): (() => void) => {
      try {
        if (!this.#page.isSignedIn) throw new ApiRefusal(401, { error: 'session' });
        const answered = this.#platform.carryOut(request, this.#page);
        const [at, { role }] = [this.#machine.now(), this.#platform];
        return () => {
          if (role === 'brouillon' && request.method !== 'PUT') this.draftAt = at;
          resolve(answered);
        };
      } catch (error) {
        return () => reject(error);
      }
    };
    const up = leg();
    if (random.chance(weather.lost)) return void fail(up);
    if (random.chance(weather.busy)) return void tell(up, () => reject(new ApiRefusal(503, { error: 'occupe' })));
    const isLate = random.chance(weather.late);
    if (isLate) fail(up);
    const isTwice = random.chance(weather.twice);
    const isAnswerLost = random.chance(weather.answerLost);
    this.#machine.after(isLate ? up + random.between(0, 300) : up, () => {
      // Some requests of a page that has ended are broken off.
      if (!this.#page.isAlive && random.chance(0.5)) return;
      const first = answer();
      const told = isTwice && random.chance(0.5) ? answer() : first;
      if (isTwice && told === first) this.#machine.after(random.between(0, 100), () => void answer());
      if (isLate) return;
      if (isAnswerLost) return void fail(leg());
      tell(leg(), told);
    });
  }
}
