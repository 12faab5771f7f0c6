import type { OneFile, Tree } from '../../../contract/files.ts';
import type { Api } from '../../api/client.ts';
import { HostFonts } from '../../preview/host-fonts.ts';

const FOLDER = 'assets/';

/** The files of a theme's folder `assets` that its pages use, each read once. */
export class ThemeAssets {
  readonly #api: Api;
  readonly #path: string;
  #names: Promise<readonly string[]> | undefined;
  readonly #texts = new Map<string, Promise<string | undefined>>();
  readonly #fonts = new HostFonts();

  constructor(api: Api, themeId: string) {
    this.#api = api;
    this.#path = `/api/themes/${themeId}/fichiers`;
  }

  /**
   * Reads the files that a page names, and those that these name.
   * @param resources path under which its addresses of theme files begin
   * @returns their texts by name
   */
  async textsFor(html: string, resources: string): Promise<(name: string) => string | undefined> {
    this.#names ??= this.#list();
    const names = await this.#names;
    const found = new Map<string, string>();
    const add = async (wanted: readonly string[]): Promise<void> => {
      const fresh = wanted.filter((name) => !found.has(name));
      const texts = await Promise.all(fresh.map((name) => this.#text(name)));
      fresh.forEach((name, n) => void found.set(name, texts[n] ?? ''));
      const inner = texts.flatMap((text = '') => names.filter((name) => !found.has(name) && text.includes(name)));
      if (inner.length > 0) await add([...new Set(inner)]);
    };
    await add(names.filter((name) => html.includes(resources + name)));
    return (name) => found.get(name);
  }

  /** A font of this host as a `data:` address; null where there is none. */
  font(address: string): Promise<string | null> {
    return this.#fonts.read(address);
  }

  async #list(): Promise<readonly string[]> {
    const { fichiers } = await this.#api.send<Tree>(this.#path);
    return fichiers.flatMap(({ chemin }) => (chemin.startsWith(FOLDER) ? [chemin.slice(FOLDER.length)] : []));
  }

  #text(name: string): Promise<string | undefined> {
    const known = this.#texts.get(name);
    if (known) return known;
    const reading = this.#api
      .send<OneFile>(this.#path, { query: { chemin: FOLDER + name } })
      .then(({ fichier }) => fichier.contenu)
      .catch(() => undefined);
    this.#texts.set(name, reading);
    return reading;
  }
}
