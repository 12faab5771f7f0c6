import type { FileEntry, OneFileThen, Tree, TreeThen, Written } from '../../../contract/files.ts';
import type { VersionList } from '../../../contract/versions.ts';
import { Api } from '../../api/client.ts';
import type { Comparison, Difference } from '../../difference/messages.ts';
import type { Change } from './changes.ts';

/** The versions of a theme, as the API gives them. What a version holds never changes, so its tree is asked for once. */
export class History {
  readonly #api: Api;
  readonly #files: string;
  readonly #script: string;
  /** Compares texts; it is started when it is first needed. */
  #thread: Worker | null = null;
  readonly #trees = new Map<number, Promise<readonly FileEntry[]>>();

  /** @param thread address of the script of the thread that compares */
  constructor(siteId: string, themeId: string, thread: string) {
    this.#api = new Api(siteId);
    this.#files = `/api/themes/${themeId}/fichiers`;
    this.#script = thread;
  }

  /** @param before only older ones than this */
  list(before?: number): Promise<VersionList> {
    return this.#api.send(`${this.#files}?versions${before === undefined ? '' : `&avant=${before}`}`);
  }

  tree(version: number): Promise<readonly FileEntry[]> {
    const known = this.#trees.get(version);
    if (known) return known;
    const asking = this.#api
      .send<TreeThen>(this.#files, { query: { version: String(version) } })
      .then(({ fichiers }) => fichiers);
    this.#trees.set(version, asking);
    // The next look tries again.
    asking.catch(() => this.#trees.delete(version));
    return asking;
  }

  async content(version: number, chemin: string): Promise<string> {
    const query = { version: String(version), chemin };
    return (await this.#api.send<OneFileThen>(this.#files, { query })).fichier.contenu;
  }

  /** What differs in a file between two versions. */
  async difference({ path, kind }: Change, from: number, to: number): Promise<Difference> {
    const [before, after] = await Promise.all([
      kind === 'added' ? '' : this.content(from, path),
      kind === 'removed' ? '' : this.content(to, path),
    ]);
    return this.#compare({ before, after });
  }

  /** @throws Error when the thread fails */
  #compare(texts: Comparison): Promise<Difference> {
    this.#thread ??= new Worker(this.#script, { type: 'module' });
    const thread = this.#thread;
    const { port1: answers, port2: asked } = new MessageChannel();
    return new Promise((resolve, reject) => {
      answers.onmessage = ({ data }: MessageEvent<Difference>) => resolve(data);
      thread.addEventListener('error', () => {
        thread.terminate();
        if (this.#thread === thread) this.#thread = null;
        reject(new Error('La comparaison a échoué.'));
      });
      thread.postMessage(texts, [asked]);
    });
  }

  async present(): Promise<{ readonly isPublished: boolean; readonly files: readonly FileEntry[] }> {
    const { theme, fichiers } = await this.#api.send<Tree>(this.#files);
    return { isPublished: theme.role === 'publie', files: fichiers };
  }

  /** Gives the theme the files of a version. @returns the number of the version that it then has */
  async restore(version: number): Promise<number> {
    const body = { retablir: version };
    return (await this.#api.send<Required<Written>>(this.#files, { method: 'PUT', body })).numero;
  }
}
