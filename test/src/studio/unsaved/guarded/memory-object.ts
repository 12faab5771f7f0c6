import { Replacement as MenusReplacement } from '../../../../../src/contract/menus.ts';
import { Replacement as SettingsReplacement } from '../../../../../src/contract/settings.ts';
import { type Answered, Api, ApiRefusal, type Request, Unreachable } from '../../../../../src/studio/api/client.ts';
import type { Act } from '../../../../../src/studio/api/refusals.ts';

type Values = Readonly<Record<string, unknown>>;

const refusal = (status: number, error: string, act: Act) => new ApiRefusal(status, { error }, act);

interface Body {
  readonly garde?: { readonly site: string; readonly majLe: string | null };
}

const REPLACEMENTS = {
  valeurs: SettingsReplacement.omit({ garde: true }),
  menus: MenusReplacement.omit({ garde: true }),
};

/** One guarded object of a platform, its menus or one tab of its settings, with the routes that its editor calls, in memory. */
export class MemoryObject extends Api {
  readonly name: keyof typeof REPLACEMENTS;
  readonly siteId: string;
  values: Values = {};
  majLe: string | null = null;
  isGone = false;
  /** Called once before the next write, and once after it. */
  beforeWrite: () => void = () => undefined;
  afterWrite: () => void = () => undefined;
  #versions = 0;

  constructor(name: keyof typeof REPLACEMENTS, siteId = 'site') {
    super(null);
    this.name = name;
    this.siteId = siteId;
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
  answer({ act = {}, method = 'GET', body, ifNoneMatch }: Request): Answered<unknown> | null {
    if (this.isGone) throw refusal(403, 'site_interdit', act);
    if (method === 'PATCH') return { body: this.#replace(body as Body, act), etag: null };
    const told = { site: { id: this.siteId }, [this.name]: this.values, majLe: this.majLe };
    const etag = JSON.stringify(told);
    return etag === ifNoneMatch ? null : { body: JSON.parse(etag), etag };
  }

  /** Somebody replaces the object, who has read what is there. */
  put(values: Values): void {
    this.store(values);
  }

  /** Called with each new state of the object, before it is there. */
  protected store(values: Values): void {
    this.values = JSON.parse(JSON.stringify(values));
    this.majLe = `2031-01-01T00:00:00.${String(++this.#versions).padStart(6, '0')}Z`;
  }

  #replace(body: Body, act: Act): object {
    const before = this.beforeWrite;
    this.beforeWrite = () => undefined;
    before();
    // What is sent is text.
    const read = REPLACEMENTS[this.name].safeParse(JSON.parse(JSON.stringify(body)));
    if (!read.success) throw refusal(400, 'invalid_input', act);
    const { garde } = body;
    if (garde && garde.site !== this.siteId) throw refusal(409, 'autre_site', act);
    if (garde && garde.majLe !== this.majLe) throw refusal(409, 'modifie_entre_temps', act);
    this.store((read.data as Record<string, Values>)[this.name] ?? {});
    const after = this.afterWrite;
    this.afterWrite = () => undefined;
    after();
    return { ok: true, majLe: this.majLe };
  }
}
