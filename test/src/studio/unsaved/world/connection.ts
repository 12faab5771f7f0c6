import { type Answered, Api, ApiRefusal, type Request, Unreachable } from '../../../../../src/studio/api/client.ts';
import type { VirtualMachine } from '../../../../sandbox/simulation/virtual-machine.ts';
import type { WorldPlatform, Writer } from './world-platform.ts';

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
  /** Called when a write goes out. */
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
  /** When the answer was given that was read last, milliseconds. */
  readAt = Number.NEGATIVE_INFINITY;
  /** When the document was a draft, as the answer has told that came last, milliseconds. */
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
    if (isWrite(request)) {
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
    const { weather, sight } = this.#page;
    const leg = () => (random.chance(weather.slow) ? random.between(200, 3_000) : random.between(2, 60));
    // What a page that has ended is answered, nobody hears.
    const tell = (ms: number, told: () => void) => this.#machine.after(ms, () => this.#page.isAlive && told(), true);
    const fail = (ms: number) => tell(ms, () => reject(new Unreachable()));
    const answer = (): (() => void) => {
      try {
        if (!this.#page.isSignedIn) throw new ApiRefusal(401, { error: 'session' });
        const { name, knowsPublished } = this.#page;
        const answered = this.#platform.carryOut(request, { name, knowsPublished, sight });
        const [at, { role }] = [this.#machine.now(), this.#platform];
        return () => {
          if (role === 'brouillon' && !isWrite(request)) this.draftAt = at;
          if (!isWrite(request)) this.readAt = Math.max(this.readAt, at);
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

const isWrite = ({ method = 'GET' }: Request): boolean => method !== 'GET';
