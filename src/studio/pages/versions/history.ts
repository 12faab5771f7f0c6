import type { FileEntry, OneFileThen, Tree, TreeThen, Written } from '../../../contract/files.ts';
import type { VersionList } from '../../../contract/versions.ts';
import { Api } from '../../api/client.ts';
import type { Difference } from '../../difference/messages.ts';
import type { Change } from './changes.ts';
import { Comparing } from './comparing.ts';

/** The versions of a theme, as the API gives them. What a version holds never changes, so its tree is asked for once. */
export class History {
  readonly #api: Api;
  readonly #files: string;
  readonly #comparing: Comparing;
  readonly #trees = new Map<number, Promise<readonly FileEntry[]>>();

  /** @param thread address of the script of the thread that compares */
  constructor(siteId: string, themeId: string, thread: string) {
    this.#api = new Api(siteId);
    this.#files = `/api/themes/${themeId}/fichiers`;
    this.#comparing = new Comparing(thread);
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
    return this.#comparing.compare(before, after);
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
