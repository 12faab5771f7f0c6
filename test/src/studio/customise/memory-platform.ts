import { createHash } from 'node:crypto';
import { type Answered, Api, ApiRefusal, type Request, Unreachable } from '../../../../src/studio/api/client.ts';
import { type Keeper, Session, type UnsavedFile } from '../../../../src/studio/customise/session.ts';
import { ThemeStore } from '../../../../src/studio/theme/theme-store.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

interface LotBody {
  readonly lot: {
    readonly ecrire: Readonly<Record<string, string>>;
    readonly supprimer: readonly string[];
    readonly siEmpreinte: Readonly<Record<string, string | null>>;
    readonly siRole: string;
  };
}

/** One theme of a platform, with the routes that a theme's pages call, in memory. */
export class MemoryPlatform extends Api {
  readonly files: Map<string, string>;
  role: 'publie' | 'brouillon' = 'brouillon';
  /** What the next write answers with in place of writing. */
  failure: Error | null = null;
  /** Called once before the next write, and once after it. */
  beforeWrite: () => void = () => undefined;
  afterWrite: () => void = () => undefined;
  writes = 0;

  constructor(files: ReadonlyMap<string, string>) {
    super(null);
    this.files = new Map(files);
  }

  override async send<T>(path: string, request: Request = {}): Promise<T> {
    const answered = await this.conditional<T>(path, request);
    if (!answered) throw new Unreachable();
    return answered.body;
  }

  override async conditional<T>(_path: string, { method, query, body }: Request = {}): Promise<Answered<T> | null> {
    await Promise.resolve();
    if (method === 'PUT') return { body: this.#write(body as LotBody) as T, etag: null };
    const chemin = query?.chemin;
    if (chemin !== undefined) {
      const contenu = this.files.get(chemin);
      if (contenu === undefined) throw new ApiRefusal(404, { error: 'fichier_introuvable' });
      return { body: { fichier: { contenu, maj_le: sha256(contenu) } } as T, etag: null };
    }
    const fichiers = [...this.files].map(([path, text]) => ({
      chemin: path,
      octets: text.length,
      empreinte: sha256(text),
      maj_le: sha256(text),
    }));
    return { body: { theme: { id: 't', nom: 'Essai', role: this.role }, fichiers } as T, etag: null };
  }

  #write({ lot }: LotBody): object {
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
    for (const [path, text] of Object.entries(lot.ecrire)) this.files.set(path, text);
    for (const path of lot.supprimer) this.files.delete(path);
    this.writes++;
    const after = this.afterWrite;
    this.afterWrite = () => undefined;
    after();
    return { ok: true };
  }
}

/** A keeper whose texts outlive the page. */
export class MemoryKeeper implements Keeper {
  kept: ReadonlyMap<string, UnsavedFile> = new Map();

  async read(): Promise<ReadonlyMap<string, UnsavedFile>> {
    return this.kept;
  }

  write(files: ReadonlyMap<string, UnsavedFile>): void {
    this.kept = files;
  }
}

/** A tab that shows a theme. */
export async function openSession(platform: MemoryPlatform, keeper: Keeper = new MemoryKeeper()): Promise<Session> {
  const session = new Session(new ThemeStore(platform, 't', platform.role), keeper);
  await session.open();
  return session;
}
