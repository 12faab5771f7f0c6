import { type Answered, ApiRefusal, type Request } from '../../../../../src/studio/api/client.ts';
import { newState, valuesOf } from '../../../../../src/studio/writing/store/content-state.ts';
import type { VirtualMachine } from '../../../../sandbox/simulation/virtual-machine.ts';
import { type KeptText, MemoryText } from '../../writing/memory-text.ts';
import { CONTENT_TEXTS, TEXT_ID } from './content-texts.ts';
import { Ledger } from './ledger.ts';
import type { Marks } from './marks.ts';
import { SOMEBODY, type WorldPlatform, type Writer } from './world-platform.ts';

type Values = Readonly<Record<string, string>>;

/** What was done with the text: by whom, when, and what visitors see by it. */
interface Done {
  readonly by: string;
  readonly at: number;
  readonly kind: 'publish' | 'plan' | 'other';
  readonly values: Values;
}

/** A platform with one page of a site, of which visitors see nothing that nobody has published. */
export class TextPlatform extends MemoryText implements WorldPlatform {
  readonly ledger: Ledger;
  readonly role = 'brouillon';
  /** Saving never shows anything. */
  readonly published: readonly number[] = [];
  readonly done: Done[] = [];
  readonly #machine: VirtualMachine;
  readonly #marks: Marks;
  readonly #violate: (what: string) => void;
  #writer = SOMEBODY;
  /** A deleted text can be had back. */
  #kept: Values | null = null;

  constructor(machine: VirtualMachine, marks: Marks, violate: (what: string) => void) {
    super('pages', TEXT_ID, () => machine.now());
    this.#machine = machine;
    this.#marks = marks;
    this.#violate = violate;
    this.ledger = new Ledger(machine, marks, violate, CONTENT_TEXTS);
    const { random } = machine;
    if (random.chance(0.65)) {
      const publiee = random.chance(0.6);
      this.answer({ method: 'POST', body: { id: TEXT_ID, ...Object.fromEntries(CONTENT_TEXTS.original), publiee } });
    }
    this.ledger.log.clear();
    this.ledger.begin(this.files);
    this.done.length = 0;
  }

  get files(): ReadonlyMap<string, string> {
    return new Map(Object.entries(this.text ? this.values : (this.#kept ?? valuesOf(newState('pages', TEXT_ID, {})))));
  }

  get isThere(): boolean {
    return this.text !== null;
  }

  carryOut(request: Request, writer: Writer): Answered<unknown> | null {
    this.#writer = writer;
    if (request.method === 'PATCH') this.#assertWorkOnly(request.body as Values);
    return this.#carryOut(request);
  }

  put(path: string, text: string | null): void {
    if (text === null || !this.text) return;
    this.#writer = SOMEBODY;
    const { work, planned } = this.text;
    this.#marks.giveUp(this.files.get(path), text, 'somebody took it out');
    // A program shows what it writes at once; where somebody works on the field, that stays over it.
    const isDirect = work?.[path] === undefined && planned?.[path] === undefined && this.#machine.random.chance(0.4);
    this.#carryOut({ method: 'PATCH', body: isDirect ? { [path]: text } : { travail: { ...work, [path]: text } } });
  }

  override delete(): void {
    if (this.text) this.#kept = this.values;
    super.delete();
  }

  turn(): string {
    if (!this.text) return 'nothing is there to publish';
    const { random } = this.#machine;
    const at = new Date(this.#machine.now() + random.between(100, 5_000)).toISOString();
    const body = random.oneOf([
      ...[{ publier: true }, { publier: true }, { publiee: false }, { prevoir: at }],
      ...[{ prevoir: null }, { retire_le: at }, { publier: true, publie_le: at }],
    ]);
    const view = this.files;
    this.#writer = { ...SOMEBODY, sight: { views: [view], isOpen: false } };
    try {
      this.#carryOut({ method: 'PATCH', body });
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
    }
    return `somebody asks for ${JSON.stringify(body)}`;
  }

  protected override store(text: KeptText): void {
    const before = this.files;
    const now: Values = { ...text.shown, ...text.planned, ...text.work };
    const paths = Object.keys(now).filter((path) => before.get(path) !== now[path]);
    const played = paths.filter((path) => CONTENT_TEXTS.paths.includes(path));
    this.ledger.record(
      this.#writer.name,
      played,
      () => this.files,
      () => super.store(text),
    );
  }

  #carryOut(request: Request): Answered<unknown> | null {
    const before = this.now;
    const answered = this.answer(request);
    if (request.method === 'GET' || request.method === undefined) return answered;
    const after = this.now;
    if (after && before?.majLe !== after.majLe) this.#judge(before, after, request.body as Values);
    return answered;
  }

  /** A page of the studio changes what visitors see by acts alone. */
  #assertWorkOnly(body: Values): void {
    const shown = CONTENT_TEXTS.paths.filter((path) => body[path] !== undefined);
    if (shown.length > 0) this.#violate(`${this.#writer.name} shows ${shown.join(', ')} without a publication`);
  }

  #judge(before: KeptText | null, after: KeptText, body: Values): void {
    const { name, sight } = this.#writer;
    const at = this.#machine.now();
    const kind = body.publier ? 'publish' : body.prevoir ? 'plan' : 'other';
    const values = kind === 'plan' ? { ...after.shown, ...after.planned } : after.shown;
    this.done.push({ by: name, at, kind, values });
    // Plans come true without anybody.
    for (const instant of [after.plannedFor, after.until, after.from])
      if (instant !== null) this.done.push({ by: 'the clock', at: Date.parse(instant), kind: 'other', values });
    if (kind !== 'other' && !sight?.views.some((view) => isSame(view, values)))
      this.#violate(`${name} has shown to visitors what its person has not seen`);
    const isShown = (path: string) => before?.shown[path] === after.shown[path];
    if (kind === 'other' && before && name !== 'somebody' && !CONTENT_TEXTS.paths.every(isShown))
      this.#violate(`${name} shows what nobody has published`);
  }
}

/** Whether a person has seen these values. */
export const isSame = (view: ReadonlyMap<string, string>, values: Values): boolean =>
  CONTENT_TEXTS.paths.every((path) => (view.get(path) ?? '').trim() === (values[path] ?? '').trim());
