import type { FileEntry, OneFile, Tree } from '../../contract/files.ts';
import type { ThemeRole } from '../../contract/shared.ts';
import type { Api } from '../api/client.ts';
import { SAVING } from '../api/refusals.ts';
import type { DocumentStore, StoredText } from '../unsaved/document-store.ts';
import { NewestAnswer } from '../unsaved/newest-answer.ts';
import { fingerprintOf } from './fingerprint.ts';

/** What is read of an archive (`contract/archives.ts`). */
interface ArchivedTexts {
  readonly fichiers?: Readonly<Record<string, string>>;
}

/** Files read at a time: a browser opens six connections to a host. */
const READ_AT_ONCE = 6;
/** Of a longer theme each file is read by itself: to check all of its texts would take the page too long. */
const WHOLE_BYTES = 4 * 1024 * 1024;
/** Texts that are checked in one go, UTF-16 code units: some milliseconds of work, in which no key is answered. */
const CHECKED_AT_ONCE = 128 * 1024;

/**
 * The files of one theme as the platform has them: the list is read first, each content when it is needed. The store knows no edits. The
 * list gives the fingerprint of a content if both have the same time of change.
 */
export class ThemeStore implements DocumentStore {
  readonly #api: Api;
  /** Addresses of the theme and of its files. */
  readonly #theme: string;
  readonly #path: string;
  readonly #list: NewestAnswer<Tree>;
  #role: ThemeRole;
  #entries = new Map<string, FileEntry>();
  readonly #known = new Map<string, StoredText>();
  /** The reading of the archive that is under way. */
  #reading: Promise<void> | null = null;

  constructor(api: Api, themeId: string, role: ThemeRole) {
    this.#api = api;
    this.#theme = `/api/themes/${themeId}`;
    this.#path = `${this.#theme}/fichiers`;
    this.#list = new NewestAnswer(api, this.#path);
    this.#role = role;
  }

  get role(): ThemeRole {
    return this.#role;
  }

  /** In the order of their paths. */
  get entries(): readonly FileEntry[] {
    return [...this.#entries.values()];
  }

  entry(path: string): FileEntry | undefined {
    return this.#entries.get(path);
  }

  /** A content that was read and that the list still names. */
  known(path: string): StoredText | undefined {
    const known = this.#known.get(path);
    return known && known.empreinte === this.#entries.get(path)?.empreinte ? known : undefined;
  }

  /** Reads the list again, if it has changed. @throws ApiRefusal, Unreachable */
  refresh(): Promise<void> {
    return this.#list.read(({ theme, fichiers }) => {
      this.#entries = new Map(fichiers.map((entry) => [entry.chemin, entry]));
      this.#role = theme.role;
    });
  }

  /** The content of a file as it is on the platform. @returns null when it is not there (any more) @throws ApiRefusal, Unreachable */
  async read(path: string): Promise<StoredText | null> {
    for (;;) {
      const entry = this.#entries.get(path);
      if (!entry) return null;
      const known = this.known(path);
      if (known) return known;
      const { fichier } = await this.#api.send<OneFile>(this.#path, { query: { chemin: path } }).catch((error) => {
        if (error.code === 'fichier_introuvable') return { fichier: null };
        throw error;
      });
      if (fichier && fichier.maj_le === entry.maj_le) {
        const read = { text: fichier.contenu, empreinte: entry.empreinte };
        if (this.#entries.get(path)?.empreinte === entry.empreinte) this.#known.set(path, read);
        return read;
      }
      // Somebody has written the file between the two readings: the list is older than the content.
      await this.refresh();
    }
  }

  /** Reads the contents that are not known yet: many at once from the archive of the theme, which is one answer. */
  async readAll(isWanted: (path: string) => boolean = () => true): Promise<void> {
    const unread = () => [...this.#entries.keys()].filter((path) => isWanted(path) && !this.known(path));
    if (unread().length > READ_AT_ONCE) await this.#readArchive();
    const paths = unread();
    const readNext = async () => {
      for (let path = paths.shift(); path !== undefined; path = paths.shift()) await this.read(path);
    };
    await Promise.all(Array.from({ length: READ_AT_ONCE }, readNext));
  }

  /** Takes the texts from the archive of the theme that are still those of the list; others, and all where there is no archive, are read singly. */
  #readArchive(): Promise<void> {
    this.#reading ??= this.#takeArchive().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #takeArchive(): Promise<void> {
    if (this.entries.reduce((bytes, { octets }) => bytes + octets, 0) > WHOLE_BYTES) return;
    const { fichiers = {} } = await this.#api
      .send<ArchivedTexts>(`${this.#theme}/export?lecture`)
      .catch((): ArchivedTexts => ({}));
    let checked = 0;
    for (const [path, text] of Object.entries(fichiers)) {
      const empreinte = fingerprintOf(text);
      if (this.#entries.get(path)?.empreinte === empreinte) this.#known.set(path, { text, empreinte });
      checked += text.length;
      if (checked < CHECKED_AT_ONCE) continue;
      await new Promise((resolve) => setTimeout(resolve));
      checked = 0;
    }
  }

  /**
   * Writes and removes files together or not at all, if each is still what it was when it was read, and the theme still has its role.
   * @param changes the new text by path; null to remove a file
   * @param bases the fingerprint that each of them had; null for a file that was not there
   * @returns the saved files by path, null for a removed one; somebody may have written them again since
   * @throws ApiRefusal `modifie_entre_temps`, `lot_refuse` and others; Unreachable
   */
  async save(
    changes: ReadonlyMap<string, string | null>,
    bases: ReadonlyMap<string, string | null>,
    role: ThemeRole = this.#role,
  ): Promise<ReadonlyMap<string, StoredText | null>> {
    const written = [...changes].filter(([, text]) => text !== null);
    await this.#api.send(this.#path, {
      act: SAVING,
      method: 'PUT',
      body: {
        lot: {
          ecrire: Object.fromEntries(written),
          supprimer: [...changes].filter(([, text]) => text === null).map(([path]) => path),
          siEmpreinte: Object.fromEntries(bases),
          siRole: role,
        },
      },
    });
    const saved = new Map(
      [...changes].map(([path, text]) => [path, text === null ? null : { text, empreinte: fingerprintOf(text) }]),
    );
    // The list that is read next tells the time of these changes; until then the contents are known.
    for (const [path, file] of saved) {
      if (file) {
        this.#known.set(path, file);
        this.#entries.set(path, { chemin: path, octets: 0, empreinte: file.empreinte, maj_le: '' });
      } else this.#entries.delete(path);
    }
    this.#list.noteSave();
    await this.refresh().catch(() => undefined);
    return saved;
  }
}
