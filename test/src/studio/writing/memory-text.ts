import { createHash } from 'node:crypto';
import { type Answered, Api, ApiRefusal, type Request, Unreachable } from '../../../../src/studio/api/client.ts';
import { FIELDS, NAMES, type TextKind } from '../../../../src/studio/writing/store/fields.ts';

type Values = Readonly<Record<string, string>>;

/** A text as the platform keeps it. */
export interface KeptText {
  readonly shown: Values;
  readonly isPublished: boolean;
  readonly from: string | null;
  readonly until: string | null;
  readonly work: Values | null;
  readonly planned: Values | null;
  readonly plannedFor: string | null;
  readonly majLe: string;
}

interface Body {
  readonly garde?: { readonly majLe: string | null };
  readonly travail?: Values | null;
  readonly publier?: true;
  readonly prevoir?: string | null;
  readonly publie_le?: string;
  readonly retire_le?: string | null;
  readonly [field: string]: unknown;
}

const refusal = (status: number, error: string) => new ApiRefusal(status, { error });

/** The fields of `values` that are other ones than those of `under`; null for none. */
function over(under: Values, values: Values | null): Values | null {
  const other = Object.entries(values ?? {}).filter(([field, value]) => under[field] !== value);
  return other.length === 0 ? null : Object.fromEntries(other);
}

/**
 * One page or article of a platform, with the routes that its editor calls, in memory. A test of services holds it against the real API
 * (`memory-text.service.test.ts`).
 */
export class MemoryText extends Api {
  readonly kind: TextKind;
  readonly id: string;
  text: KeptText | null = null;
  isDeleted = false;
  readonly #now: () => number;
  #last = 0;

  /** @param now milliseconds since 1970 */
  constructor(kind: TextKind, id: string, now: () => number) {
    super(null);
    this.kind = kind;
    this.id = id;
    this.#now = now;
  }

  /** The fields as who writes sees them; empty where the text is not there. */
  get values(): Values {
    const text = this.now;
    return text ? { ...text.shown, ...text.planned, ...text.work } : {};
  }

  /** What visitors see at this instant; null for nothing. */
  get visible(): Values | null {
    const text = this.now;
    const isBegun = text && (text.from === null || Date.parse(text.from) <= this.#now());
    return text?.isPublished && isBegun ? text.shown : null;
  }

  override async send<T>(path: string, request: Request = {}): Promise<T> {
    const answered = await this.conditional<T>(path, request);
    if (!answered) throw new Unreachable();
    return answered.body;
  }

  override async conditional<T>(_path: string, request: Request = {}): Promise<Answered<T> | null> {
    await Promise.resolve();
    return this.answer(request) as Answered<T> | null;
  }

  /** What the platform answers to a request at this moment. @throws ApiRefusal */
  answer({ method = 'GET', body, ifNoneMatch }: Request): Answered<unknown> | null {
    if (method === 'POST') return { body: this.#create(body as Body), etag: null };
    const text = this.now;
    if (!text) throw refusal(404, 'introuvable');
    if (method === 'PATCH') return { body: this.#change(text, body as Body), etag: null };
    const told = this.#told(text);
    const etag = createHash('sha256').update(JSON.stringify(told)).digest('hex');
    return etag === ifNoneMatch ? null : { body: { [NAMES[this.kind].one]: told }, etag };
  }

  delete(): void {
    this.isDeleted = true;
    this.text = null;
  }

  /** Called with each new state of the text, before it is stored. */
  protected store(text: KeptText): void {
    this.text = text;
  }

  #told({ shown, isPublished, from, until, work, planned, plannedFor, majLe }: KeptText): object {
    return {
      ...{ id: this.id, ...shown, [NAMES[this.kind].isPublished]: isPublished, maj_le: majLe },
      ...{ publie_le: from, retire_le: until, travail: work, prevu: planned, prevu_le: plannedFor },
    };
  }

  /** A write has a later version, whatever the clock says. */
  #version(): string {
    this.#last = Math.max(this.#last + 1, Math.floor(this.#now() * 1_000));
    return instantOf(this.#last);
  }

  /** The text as it is at this instant: plans whose time has come are carried out. */
  get now(): KeptText | null {
    const { text } = this;
    if (!text) return null;
    const isPast = (instant: string | null) => instant !== null && Date.parse(instant) <= this.#now();
    let now = text;
    if (isPast(text.plannedFor))
      now = { ...now, shown: { ...text.shown, ...text.planned }, planned: null, plannedFor: null };
    if (isPast(text.until)) now = { ...now, isPublished: false, until: null };
    if (this.kind === 'pages' && isPast(text.from)) now = { ...now, from: null };
    return now;
  }

  #create({ travail = null, ...given }: Body): object {
    if (this.isDeleted) throw refusal(404, 'introuvable');
    if (this.text) return { ok: true, id: this.id };
    const defaults = { ...Object.fromEntries(FIELDS[this.kind].map((field) => [field, ''])), gabarit: 'page' };
    const shown = this.#fieldsIn({ ...defaults, ...given });
    const isPublished = given[NAMES[this.kind].isPublished] !== false;
    const majLe = this.#version();
    this.store({
      ...{ shown, isPublished, from: this.kind === 'articles' ? majLe : null, until: null },
      ...{ work: over(shown, travail), planned: null, plannedFor: null, majLe },
    });
    return { ok: true, id: this.id };
  }

  #fieldsIn(body: Readonly<Record<string, unknown>>): Values {
    const given = FIELDS[this.kind].flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]]));
    return Object.fromEntries(given) as Values;
  }

  #change(text: KeptText, body: Body): object {
    if (body.garde && body.garde.majLe !== text.majLe) throw refusal(409, 'modifie_entre_temps');
    const direct = this.#fieldsIn(body);
    const shown = { ...text.shown, ...direct, ...(direct.titre !== undefined && { titre: direct.titre.trim() }) };
    const written = { ...text.planned, ...(body.travail === undefined ? text.work : body.travail) };
    let now: KeptText = { ...text, shown };
    if (body.travail !== undefined) now = { ...now, work: over({ ...shown, ...text.planned }, written) };
    const isPublished = body[NAMES[this.kind].isPublished];
    if (typeof isPublished === 'boolean') now = { ...now, isPublished };
    if (body.publie_le !== undefined) now = { ...now, from: body.publie_le };
    if (body.retire_le !== undefined) now = { ...now, until: body.retire_le };
    if (body.publier) now = { ...this.#published(now, written), ...(body.publie_le && { from: body.publie_le }) };
    if (body.prevoir === null) now = { ...now, work: over(shown, written), planned: null, plannedFor: null };
    else if (body.prevoir !== undefined) now = this.#planned(now, written, body.prevoir);
    if (now.from !== null && now.until !== null && Date.parse(now.until) <= Date.parse(now.from))
      throw refusal(400, 'invalid_input');
    const stored = { ...now, majLe: this.#version() };
    this.store(stored);
    return { ok: true, majLe: stored.majLe };
  }

  #published(text: KeptText, written: Values): KeptText {
    const shown = { ...text.shown, ...written, titre: (written.titre ?? text.shown.titre ?? '').trim() };
    const isNew = this.kind === 'articles' && !text.isPublished;
    const from = isNew ? instantOf(Math.floor(this.#now() * 1_000)) : text.from;
    return { ...text, shown, isPublished: true, from, work: null, planned: null, plannedFor: null };
  }

  #planned(text: KeptText, written: Values, at: string): KeptText {
    if (!text.isPublished) throw refusal(409, 'pas_publie');
    if (Date.parse(at) <= this.#now()) throw refusal(400, 'invalid_input');
    const planned = over(text.shown, written);
    if (planned?.slug !== undefined || planned?.blog_id !== undefined) throw refusal(409, 'adresse_immediate');
    return { ...text, planned: planned ?? {}, plannedFor: at, work: null };
  }
}

/** @param microseconds since 1970 */
const instantOf = (microseconds: number): string => {
  const micros = String(microseconds % 1_000).padStart(3, '0');
  return new Date(Math.floor(microseconds / 1_000)).toISOString().replace('Z', `${micros}Z`);
};
