import { type Answered, ApiRefusal, type Request } from '../../../../../src/studio/api/client.ts';
import { newState, valuesOf } from '../../../../../src/studio/writing/store/content-state.ts';
import { NAMES, type TextKind } from '../../../../../src/studio/writing/store/fields.ts';
import type { VirtualMachine } from '../../../../sandbox/simulation/virtual-machine.ts';
import { type KeptText, MemoryText } from '../../writing/memory-text.ts';
import { INITIAL, TEXT_ID } from './content-texts.ts';
import { Ledger } from './ledger.ts';
import { type Marks, wordsIn } from './marks.ts';
import type { Texts } from './texts.ts';
import { SOMEBODY, type WorldPlatform, type Writer } from './world-platform.ts';

type Values = Readonly<Record<string, string>>;

/** What was done with the text: by whom, when, and what visitors see by it. */
interface Done {
  readonly by: string;
  readonly at: number;
  readonly kind: 'publish' | 'plan' | 'other';
  readonly values: Values;
}

/** A platform with one page or article of a site, of which visitors see nothing that nobody has published. */
export class TextPlatform extends MemoryText implements WorldPlatform {
  readonly ledger: Ledger;
  readonly role = 'brouillon';
  /** Saving never shows anything. */
  readonly published: readonly number[] = [];
  readonly done: Done[] = [];
  readonly #machine: VirtualMachine;
  readonly #marks: Marks;
  readonly #violate: (what: string) => void;
  readonly #texts: Texts;
  #writer = SOMEBODY;
  /** A deleted text can be had back. */
  #kept: Values | null = null;

  constructor(
    kind: TextKind,
    texts: Texts,
    [machine, marks, violate]: [VirtualMachine, Marks, (what: string) => void],
  ) {
    super(kind, TEXT_ID, () => machine.now());
    this.#machine = machine;
    this.#marks = marks;
    this.#violate = violate;
    this.#texts = texts;
    this.ledger = new Ledger(machine, marks, violate, texts);
    const { random } = machine;
    if (random.chance(0.65)) {
      const isPublished = { [NAMES[kind].isPublished]: random.chance(0.6) };
      this.answer({ method: 'POST', body: { id: TEXT_ID, ...Object.fromEntries(texts.original), ...isPublished } });
    }
    this.ledger.log.clear();
    this.ledger.begin(this.files);
    this.done.length = 0;
  }

  get files(): ReadonlyMap<string, string> {
    return new Map(Object.entries(this.text ? this.values : (this.#kept ?? this.#empty)));
  }

  get #empty(): Values {
    return valuesOf(newState(this.kind, TEXT_ID, INITIAL[this.kind])) as Values;
  }

  get isThere(): boolean {
    return this.text !== null;
  }

  carryOut(request: Request, writer: Writer): Answered<unknown> | null {
    this.#writer = writer;
    if (request.method === 'PATCH') this.#assertWorkOnly(request.body as Values);
    return this.#carryOut(request);
  }

  put(path: string, text: string | null): boolean {
    if (text === null || !this.text) return false;
    this.#writer = SOMEBODY;
    const { work, planned } = this.text;
    this.#marks.giveUp(this.files.get(path), text, 'somebody took it out');
    // A program shows what it writes at once; where somebody works on the field, that stays over it.
    const isDirect = work?.[path] === undefined && planned?.[path] === undefined && this.#machine.random.chance(0.4);
    return this.#isAccepted({
      method: 'PATCH',
      body: isDirect ? { [path]: text } : { travail: { ...work, [path]: text } },
    });
  }

  beneath(path: string): string | null {
    const { work, planned, shown } = this.now ?? {};
    return work?.[path] === undefined && planned?.[path] === undefined ? null : (shown?.[path] ?? null);
  }

  putBeneath(path: string, text: string): void {
    this.#writer = SOMEBODY;
    this.#isAccepted({ method: 'PATCH', body: { [path]: text } });
  }

  /** In a blog of which somebody has chosen the article's words, other articles have some of the addresses. */
  protected override isTaken(slug: string, blogId: string | null): boolean {
    const [word, blog] = [slug, blogId].map((one) => Number(wordsIn(one)[0]?.slice(1, -1)));
    return ((word ?? 0) + (blog ?? 0)) % 3 === 0;
  }

  override delete(): void {
    if (this.text) this.#kept = this.values;
    super.delete();
  }

  turn(): string {
    const { random } = this.#machine;
    this.#writer = SOMEBODY;
    if (!this.text) {
      if (!this.isDeleted || random.chance(0.5)) return 'nothing is there to publish';
      this.restore();
      this.done.push({ by: 'somebody', at: this.#machine.now(), kind: 'other', values: this.values });
      return 'somebody brings the text back';
    }
    const at = new Date(this.#machine.now() + random.between(100, 5_000)).toISOString();
    const body = random.oneOf([
      ...[{ publier: true }, { publier: true }, { publiee: false }, { prevoir: at }],
      ...[{ prevoir: null }, { retire_le: at }, { publier: true, publie_le: at }],
    ]);
    const view = this.files;
    this.#writer = { ...SOMEBODY, sight: { views: [view], isOpen: false } };
    this.#isAccepted({ method: 'PATCH', body });
    return `somebody asks for ${JSON.stringify(body)}`;
  }

  protected override store(text: KeptText): void {
    const before = this.files;
    const now: Values = { ...text.shown, ...text.planned, ...text.work };
    const paths = Object.keys(now).filter((path) => before.get(path) !== now[path]);
    const played = paths.filter((path) => this.#texts.paths.includes(path));
    this.ledger.record(
      this.#writer.name,
      played,
      () => this.files,
      () => super.store(text),
    );
  }

  /** @returns whether the platform takes what somebody asks for */
  #isAccepted(request: Request): boolean {
    try {
      this.#carryOut(request);
      return true;
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      return false;
    }
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
    const shown = this.#texts.paths.filter((path) => body[path] !== undefined);
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
    if (kind !== 'other' && !sight?.views.some((view) => this.isSame(view, values)))
      this.#violate(`${name} has shown to visitors what its person has not seen`);
    const isShown = (path: string) => before?.shown[path] === after.shown[path];
    if (kind === 'other' && before && name !== 'somebody' && !this.#texts.paths.every(isShown))
      this.#violate(`${name} shows what nobody has published`);
  }

  /** Whether a person has seen these values. */
  isSame(view: ReadonlyMap<string, string>, values: Values): boolean {
    return this.#texts.paths.every((path) => (view.get(path) ?? '').trim() === (values[path] ?? '').trim());
  }
}
