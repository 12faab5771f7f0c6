import type { Api } from '../api/client.ts';

export interface Version {
  readonly numero: number;
  readonly cree_le: string;
  readonly auteur: string | null;
  /** How it was made, as the API names it. */
  readonly moyen: string;
  /** Files that it wrote or removed. */
  readonly chemins: readonly string[];
}

/** A theme that another was copied from. */
export interface Source {
  readonly id: string;
  readonly nom: string;
  /** The copied version; null where it is not known. */
  readonly numero: number | null;
}

export interface Copy extends Source {
  readonly role: string;
}

export interface VersionList {
  readonly theme: { readonly role: string };
  /** The newest first. */
  readonly versions: readonly Version[];
  /** Number before which older versions begin. */
  readonly suite?: number;
  /** Themes that were made of this one; with the newest versions only. */
  readonly copies?: readonly Copy[];
  /** The theme that this one was made of; with the oldest versions only. */
  readonly fait_de?: Source;
}

export interface TreeFile {
  readonly chemin: string;
  readonly octets: number;
  readonly empreinte: string;
}

/** The versions of a theme, as the API gives them. What a version holds never changes, so its tree is asked for once. */
export class History {
  readonly #api: Api;
  readonly #files: string;
  readonly #trees = new Map<number, Promise<readonly TreeFile[]>>();

  constructor(api: Api, themeId: string) {
    this.#api = api;
    this.#files = `/api/themes/${themeId}/fichiers`;
  }

  /** @param before only older ones than this */
  list(before?: number): Promise<VersionList> {
    return this.#api.send(`${this.#files}?versions${before === undefined ? '' : `&avant=${before}`}`);
  }

  tree(version: number): Promise<readonly TreeFile[]> {
    const known = this.#trees.get(version);
    if (known) return known;
    const asking = this.#api
      .send<{ fichiers: readonly TreeFile[] }>(this.#files, { query: { version: String(version) } })
      .then(({ fichiers }) => fichiers);
    this.#trees.set(version, asking);
    // The next look tries again.
    asking.catch(() => this.#trees.delete(version));
    return asking;
  }

  async content(version: number, chemin: string): Promise<string> {
    const query = { version: String(version), chemin };
    return (await this.#api.send<{ fichier: { contenu: string } }>(this.#files, { query })).fichier.contenu;
  }

  async present(): Promise<{ readonly isPublished: boolean; readonly files: readonly TreeFile[] }> {
    const { theme, fichiers } = await this.#api.send<{
      theme: { role: string };
      fichiers: readonly TreeFile[];
    }>(this.#files);
    return { isPublished: theme.role === 'publie', files: fichiers };
  }

  /** Gives the theme the files of a version. @returns the number of the version that it then has */
  async restore(version: number): Promise<number> {
    const body = { retablir: version };
    return (await this.#api.send<{ numero: number }>(this.#files, { act: 'restore', method: 'PUT', body })).numero;
  }
}
