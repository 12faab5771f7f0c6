import type { FileEntry, OneFileThen, Tree, TreeThen, Written } from '../../contract/files.ts';
import type { VersionList } from '../../contract/versions.ts';
import type { Api } from '../api/client.ts';

/** The versions of a theme, as the API gives them. What a version holds never changes, so its tree is asked for once. */
export class History {
  readonly #api: Api;
  readonly #files: string;
  readonly #trees = new Map<number, Promise<readonly FileEntry[]>>();

  constructor(api: Api, themeId: string) {
    this.#api = api;
    this.#files = `/api/themes/${themeId}/fichiers`;
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
