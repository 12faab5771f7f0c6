/** Files of the library that a text shows, each asked for once. */
import { Api } from '../../api/client.ts';
import { CHANGING_MEDIA } from '../../api/refusals.ts';
import type { LibraryFile, LibrarySite } from '../../library/props.ts';

export type LibraryScript = typeof import('../../library/main.tsx');

export class LibraryFiles {
  readonly site: LibrarySite;
  readonly #api: Api;
  readonly #address: string;
  readonly #asked = new Map<string, Promise<LibraryFile>>();

  /** @param address where the script of the library is */
  constructor(site: LibrarySite, address: string) {
    this.site = site;
    this.#api = new Api(site.id);
    this.#address = address;
  }

  /** A file as the library knows it. @throws ApiRefusal, Unreachable */
  read(id: string): Promise<LibraryFile> {
    const known = this.#asked.get(id);
    if (known) return known;
    const asked = this.#api
      .send<{ media: LibraryFile }>('/api/medias', { query: { id }, act: CHANGING_MEDIA })
      .then(({ media }) => media);
    this.#asked.set(id, asked);
    asked.catch(() => this.#asked.delete(id));
    return asked;
  }

  /** Takes over what is known of a file, so that nobody asks for it. */
  put(file: LibraryFile): void {
    this.#asked.set(file.id, Promise.resolve(file));
  }

  /** Has a picture chosen. @param chosen id of the picture that stands there; null for none @returns null where none was chosen */
  async choose(chosen: string | null): Promise<LibraryFile | null> {
    const { choosePicture } = await this.#script();
    const file = await choosePicture({ site: this.site, isReadOnly: false, chosen });
    if (file) this.put(file);
    return file;
  }

  /** Takes a file into the library. @throws Error with a sentence, ApiRefusal, Unreachable */
  async take(file: File, onSent: (share: number) => void): Promise<LibraryFile> {
    const { importFile } = await this.#script();
    const taken = await importFile(this.site, file, onSent);
    this.put(taken);
    return taken;
  }

  #script(): Promise<LibraryScript> {
    return import(this.#address);
  }
}
