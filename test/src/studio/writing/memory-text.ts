import type { z } from 'zod';
import * as articles from '../../../../src/contract/articles.ts';
import * as pages from '../../../../src/contract/pages.ts';
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
  /** Whether visitors have seen it. */
  readonly hasAppeared: boolean;
  readonly majLe: string;
}

/** A `PATCH`, as it was checked. */
interface Body {
  readonly travail?: Values | null;
  readonly publier?: true;
  readonly prevoir?: string | null;
  readonly publie_le?: string | null;
  readonly retire_le?: string | null;
  readonly [field: string]: unknown;
}

const refusal = (status: number, error: string) => new ApiRefusal(status, { error });
const wrongInput = () => refusal(400, 'invalid_input');

const SCHEMAS = {
  pages: { ...pages, Change: pages.Change.omit({ id: true, garde: true }) },
  articles: { ...articles, Change: articles.Change.omit({ id: true, garde: true }) },
};

/** The columns that make an address. */
const PLACED: readonly string[] = ['slug', 'blog_id'];

/** The fields of `values` that are other ones than those of `under`; null for none. */
function over(under: Values, values: Values | null): Values | null {
  const other = Object.entries(values ?? {}).filter(([field, value]) => under[field] !== value);
  return other.length === 0 ? null : Object.fromEntries(other);
}

/**
 * One page or article of a platform, with the routes that its editor calls, in memory. `memory-text.service.test.ts` holds it against the real API.
 */
export class MemoryText extends Api {
  readonly kind: TextKind;
  readonly id: string;
  text: KeptText | null = null;
  isDeleted = false;
  /** The text as it was deleted. */
  #deleted: KeptText | null = null;
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
    return text && this.#isVisible(text) ? text.shown : null;
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
    const { Creation, Change } = SCHEMAS[this.kind];
    if (method === 'POST') return { body: this.#create(checked(Creation, body)), etag: null };
    if (method === 'PATCH') {
      const { garde } = body as { garde?: { readonly majLe: string | null } };
      return { body: this.#change(checked(Change, body), garde), etag: null };
    }
    const told = this.told;
    const etag = JSON.stringify(told);
    return etag === ifNoneMatch ? null : { body: { [NAMES[this.kind].one]: told }, etag };
  }

  delete(): void {
    this.#deleted = this.now;
    this.isDeleted = true;
    this.text = null;
  }

  /** Gives the deleted text back, not published, with another address where its own is taken. */
  restore(): void {
    const text = this.#deleted;
    if (!text) return;
    this.isDeleted = false;
    this.#deleted = null;
    const { slug = '', blog_id = null } = text.shown;
    let free = slug;
    for (let n = 2; this.isTaken(free, blog_id); n++) free = `${slug}-${n}`;
    this.store({
      ...{ ...text, shown: { ...text.shown, slug: free }, isPublished: false, until: null },
      ...{ work: over(text.shown, { ...text.planned, ...text.work }), planned: null, plannedFor: null },
      ...{ from: this.kind === 'articles' ? text.from : null, majLe: this.#version() },
    });
  }

  /** Whether another text has an address. @param _blogId of an article; null for a page */
  protected isTaken(_slug: string, _blogId: string | null): boolean {
    return false;
  }

  /** Whether the site has a blog. */
  protected hasBlog(_id: string): boolean {
    return true;
  }

  /** Called with each new state of the text, before it is stored. */
  protected store(text: KeptText): void {
    this.text = text;
  }

  /** What the platform tells of the text. @throws ApiRefusal where it is not there */
  get told(): Readonly<Record<string, unknown>> {
    const { shown, isPublished, from, until, work, planned, plannedFor, hasAppeared, majLe } = this.#present;
    return {
      ...{ id: this.id, ...shown, [NAMES[this.kind].isPublished]: isPublished, maj_le: majLe },
      ...{ publie_le: from, retire_le: until, travail: work, prevu: planned, prevu_le: plannedFor },
      a_paru: isPublished || hasAppeared,
    };
  }

  /** A write has a later version, whatever the clock says. */
  #version(): string {
    this.#last = Math.max(this.#last + 1, Math.floor(this.#now() * 1_000));
    return instantOf(this.#last);
  }

  get #present(): KeptText {
    const text = this.now;
    if (!text) throw refusal(404, 'introuvable');
    return text;
  }

  /** The text as it is at this instant: plans whose time has come are carried out. */
  get now(): KeptText | null {
    const { text } = this;
    if (!text) return null;
    let now = { ...text, hasAppeared: text.hasAppeared || this.#isVisible(text) };
    if (this.#isPast(text.plannedFor))
      now = { ...now, shown: { ...text.shown, ...text.planned }, planned: null, plannedFor: null };
    if (this.#isPast(text.until)) now = { ...now, isPublished: false, until: null };
    if (this.kind === 'pages' && this.#isPast(text.from)) now = { ...now, from: null };
    return now;
  }

  #isPast(instant: string | null | undefined): boolean {
    return typeof instant === 'string' && Date.parse(instant) <= this.#now();
  }

  #isVisible({ isPublished, from }: KeptText): boolean {
    return isPublished && (from === null || this.#isPast(from));
  }

  #create({ travail = null, publie_le, ...given }: Body): object {
    if (this.isDeleted) throw refusal(404, 'introuvable');
    if (this.now) return { ok: true, id: this.id, majLe: this.now.majLe };
    const shown = { ...Object.fromEntries(FIELDS[this.kind].map((field) => [field, ''])), ...this.#fieldsIn(given) };
    const isPublished = given[NAMES[this.kind].isPublished] !== false;
    const majLe = this.#version();
    const from = this.kind === 'articles' ? canonical(publie_le ?? majLe) : null;
    this.store({
      ...{ shown, isPublished, from, until: null, work: over(shown, travail), planned: null, plannedFor: null },
      ...{ hasAppeared: false, majLe },
    });
    return { ok: true, id: this.id, majLe };
  }

  #fieldsIn(body: Readonly<Record<string, unknown>>): Values {
    const given = FIELDS[this.kind].flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]]));
    return Object.fromEntries(given) as Values;
  }

  #change(body: Body, garde: { readonly majLe: string | null } | undefined): object {
    const text = this.#present;
    const { travail: given, publier, prevoir } = body;
    if (garde && garde.majLe !== text.majLe) throw refusal(409, 'modifie_entre_temps');
    const fields = this.#fieldsIn(body);
    const flag = body[NAMES[this.kind].isPublished] as boolean | undefined;
    const acts = [given, publier, prevoir, body.retire_le].filter((act) => act !== undefined);
    const isTold = garde !== undefined || acts.length > 0;
    if (acts.length === 0 && flag === undefined && body.publie_le === undefined && Object.keys(fields).length === 0)
      return isTold ? { ok: true, majLe: text.majLe } : { ok: true };
    const written: Values = { ...text.planned, ...(given === undefined ? text.work : given) };
    const shown = { ...text.shown, ...fields };
    let now: KeptText = { ...text, ...this.#plans(text, body), shown, isPublished: flag ?? text.isPublished };
    if (publier) {
      if (prevoir !== undefined) throw wrongInput();
      const shownNow = { ...text.shown, ...this.#judged(written), ...fields };
      now = { ...now, shown: shownNow, isPublished: true, work: null, planned: null, plannedFor: null };
    } else if (typeof prevoir === 'string') {
      if (!now.isPublished) throw refusal(409, 'pas_publie');
      const isEmpty = given === undefined ? text.work === null : Object.keys(given ?? {}).length === 0;
      if (this.#isPast(prevoir) || (isEmpty && text.planned === null)) throw wrongInput();
      const judged = this.#judged(written);
      for (const column of PLACED)
        if (judged[column] !== undefined && judged[column] !== shown[column]) throw refusal(409, 'adresse_immediate');
      const { slug: _, blog_id: __, ...planned } = { ...written, ...judged };
      now = { ...now, planned, plannedFor: canonical(prevoir), work: null };
    } else if (prevoir === null && text.planned)
      now = { ...now, work: over(shown, written), planned: null, plannedFor: null };
    else now = { ...now, work: over({ ...shown, ...text.planned }, given === undefined ? text.work : given) };
    const { slug = '', blog_id = null } = now.shown;
    const isMoved = slug !== text.shown.slug || blog_id !== (text.shown.blog_id ?? null);
    if (blog_id !== null && !this.hasBlog(blog_id)) throw refusal(404, 'introuvable');
    if (isMoved && this.isTaken(slug, blog_id)) throw refusal(409, 'adresse_prise');
    const stored = { ...now, majLe: this.#version() };
    this.store(stored);
    return isTold ? { ok: true, majLe: stored.majLe } : { ok: true };
  }

  /** Beginning and end as a request makes them. */
  #plans(text: KeptText, { publier, ...body }: Body): Pick<KeptText, 'from' | 'until'> {
    let { from, until } = text;
    const isPage = this.kind === 'pages';
    if (body.publie_le !== undefined) from = isPage && this.#isPast(body.publie_le) ? null : canonical(body.publie_le);
    else if (publier && isPage) from = null;
    else if (publier && !this.#isVisible(text) && !(text.hasAppeared && this.#isPast(from)))
      from = instantOf(Math.floor(this.#now() * 1_000));
    if (this.#isPast(body.retire_le)) throw wrongInput();
    if (body.retire_le !== undefined) until = canonical(body.retire_le);
    if (from !== null && until !== null && Date.parse(until) <= Date.parse(from)) throw wrongInput();
    return { from, until };
  }

  /** Values as they may be shown. */
  #judged(values: Values): Values {
    return this.#fieldsIn(checked(SCHEMAS[this.kind].Shown, values));
  }
}

/** @throws ApiRefusal `invalid_input` */
function checked(schema: z.ZodType, input: unknown): Body {
  const { success, data } = schema.safeParse(input);
  if (!success) throw wrongInput();
  return data as Body;
}

/** An instant in the form in which the platform prints instants. */
const canonical = (instant: string | null): string | null =>
  instant === null || /\.\d{6}Z$/.test(instant) ? instant : instantOf(Date.parse(instant) * 1_000);

/** @param microseconds since 1970 */
const instantOf = (microseconds: number): string => {
  const micros = String(microseconds % 1_000).padStart(3, '0');
  return new Date(Math.floor(microseconds / 1_000)).toISOString().replace('Z', `${micros}Z`);
};
