import { createHash } from 'node:crypto';
import { compareFile } from '../../../src/merge/file-merge.ts';
import { type Answered, Api, ApiRefusal, type Request, Unreachable } from '../../../src/studio/api/client.ts';
import { ThemeStore } from '../../../src/studio/theme/theme-store.ts';
import type { Clock } from '../../../src/studio/unsaved/clock.ts';
import type { Draft, DraftShelf } from '../../../src/studio/unsaved/drafts.ts';
import { UnsavedWork } from '../../../src/studio/unsaved/unsaved-work.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export interface Lot {
  readonly ecrire: Readonly<Record<string, string>>;
  readonly supprimer: readonly string[];
  readonly siEmpreinte: Readonly<Record<string, string | null>>;
  readonly siRole: string;
}

/** One theme of a platform, with the routes that a theme's pages call, in memory. */
export class MemoryPlatform extends Api {
  readonly files: Map<string, string>;
  role: 'publie' | 'brouillon' = 'brouillon';
  isDeleted = false;
  /** What the next write answers with in place of writing. */
  failure: Error | null = null;
  /** Called once before the next write, and once after it. */
  beforeWrite: () => void = () => undefined;
  afterWrite: () => void = () => undefined;
  writes = 0;
  /** What was asked for: paths of files, and addresses. */
  readonly readings: string[] = [];

  constructor(files: ReadonlyMap<string, string>) {
    super(null);
    this.files = new Map(files);
  }

  override async send<T>(path: string, request: Request = {}): Promise<T> {
    const answered = await this.conditional<T>(path, request);
    if (!answered) throw new Unreachable();
    return answered.body;
  }

  override async conditional<T>(path: string, request: Request = {}): Promise<Answered<T> | null> {
    await Promise.resolve();
    this.readings.push(request.query?.chemin ?? path);
    if (path.endsWith('/export?lecture'))
      return { body: { fichiers: Object.fromEntries(this.files) } as T, etag: null };
    return this.answer(request) as Answered<T> | null;
  }

  /** What the platform answers to a request at this moment. @throws ApiRefusal */
  answer({ method, query, body, ifNoneMatch }: Request): Answered<unknown> | null {
    if (this.isDeleted) throw new ApiRefusal(404, { error: 'introuvable' });
    if (method === 'PUT') return { body: this.#write((body as { readonly lot: Lot }).lot), etag: null };
    const chemin = query?.chemin;
    if (chemin !== undefined) {
      const contenu = this.files.get(chemin);
      if (contenu === undefined) throw new ApiRefusal(404, { error: 'fichier_introuvable' });
      return { body: { fichier: { contenu, maj_le: this.timeOf(chemin) } }, etag: null };
    }
    const fichiers = [...this.files].map(([path, text]) => ({
      chemin: path,
      octets: text.length,
      empreinte: sha256(text),
      maj_le: this.timeOf(path),
    }));
    const etag = sha256(JSON.stringify([this.role, fichiers]));
    if (etag === ifNoneMatch) return null;
    return { body: { theme: { id: 't', nom: 'Essai', role: this.role }, fichiers }, etag };
  }

  /** When a file was written last. */
  protected timeOf(path: string): string {
    return sha256(this.files.get(path) ?? '');
  }

  protected store({ ecrire, supprimer }: Lot): void {
    for (const [path, text] of Object.entries(ecrire)) this.files.set(path, text);
    for (const path of supprimer) this.files.delete(path);
  }

  #write(lot: Lot): object {
    const before = this.beforeWrite;
    this.beforeWrite = () => undefined;
    before();
    const { failure } = this;
    this.failure = null;
    if (failure) throw failure;
    for (const [path, expected] of Object.entries(lot.siEmpreinte)) {
      if (expected !== null && !/^[0-9a-f]{64}$/.test(expected)) throw new ApiRefusal(400, { error: 'invalid_input' });
      const present = this.files.get(path);
      if ((present === undefined ? null : sha256(present)) !== expected) {
        throw new ApiRefusal(409, { error: 'modifie_entre_temps' });
      }
    }
    if (lot.siRole !== this.role) throw new ApiRefusal(409, { error: 'modifie_entre_temps' });
    this.store(lot);
    this.writes++;
    const after = this.afterWrite;
    this.afterWrite = () => undefined;
    after();
    return { ok: true };
  }
}

/** Drafts that outlive the page. */
export class MemoryShelf implements DraftShelf {
  drafts: readonly Draft[] = [];

  async all(): Promise<readonly Draft[]> {
    return this.drafts;
  }

  async write(put: readonly Draft[], remove: readonly { path: string; page: string }[]): Promise<void> {
    const isNamed = ({ path, page }: Draft) =>
      [...put, ...remove].some((one) => one.path === path && one.page === page);
    this.drafts = [...put, ...this.drafts.filter((draft) => !isNamed(draft))];
  }
}

/** A clock that never strikes: drafts are written where a page says so. */
const CLOCK: Clock = { now: () => 0, after: () => () => undefined };

let pages = 0;

/** What a page that has just begun has not saved. */
export const unsavedWork = (platform: MemoryPlatform, isReviewed: boolean, shelf: DraftShelf): UnsavedWork =>
  new UnsavedWork({
    ...{ store: new ThemeStore(platform, 't', platform.role), shelf, clock: CLOCK, document: 't', isReviewed },
    compare: compareFile,
    pages: { page: `page-${++pages}`, isOpen: () => false },
  });
