import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { REQUIRED_FILES } from '../../../engine/language/paths.ts';
import { fileOf, type Place, placeOf } from './addresses.ts';
import { type OpenDocument, OpenDocuments } from './open-documents.ts';
import { FolderTheme, LoneTheme, type OpenTheme } from './open-theme.ts';

/** A document and the theme that it belongs to. */
export interface Belonging {
  readonly theme: OpenTheme;
  /** Of the document, in the theme. */
  readonly path: string;
}

/** Files by which the folder of a theme is recognised: any project may have a folder `config` or `templates`. */
const TELLING: readonly string[] = [...REQUIRED_FILES, 'config/settings_data.json', '.vitrine/etat.json'];

interface Looking {
  readonly outcome: Promise<FolderTheme | null>;
  /** Undefined until it is known. */
  theme?: FolderTheme | null;
}

/** What a session tells of by itself. */
interface SessionNews {
  /** The folder of a theme cannot be read. */
  unreadable(root: string, error: unknown): void;
  /** A document that was in no theme is in one. */
  joined(lone: LoneTheme): void;
}

/** The documents that a client has open, and the themes that they belong to. */
export class Session {
  readonly documents = new OpenDocuments();
  /** By folder; null for a folder that is none of a theme. */
  readonly #themes = new Map<string, Looking>();
  readonly #lone = new Map<string, LoneTheme>();
  readonly #news: SessionNews;

  constructor(news: SessionNews) {
    this.#news = news;
  }

  /** Themes whose folders are read. */
  get themes(): readonly FolderTheme[] {
    return [...this.#themes.values()].flatMap(({ theme }) => theme ?? []);
  }

  /** Whether anything of a theme is still open. */
  holds(theme: OpenTheme): boolean {
    return theme instanceof FolderTheme && this.#themes.get(theme.root)?.theme === theme;
  }

  /** The theme of a folder, if that is read. */
  themeIn(root: string): FolderTheme | null {
    return this.#themes.get(root)?.theme ?? null;
  }

  /** A document is open from now on, or has another text. @returns what it belongs to; null where that is not known yet */
  take(document: OpenDocument): Belonging | null {
    const { place } = document;
    this.#judgeAgain(place);
    const theme = place && this.#themes.get(place.root)?.theme;
    if (theme) {
      theme.take(place.path, document);
      return { theme, path: place.path };
    }
    const lone = this.#lone.get(document.address);
    return lone ? { theme: lone, path: lone.path } : null;
  }

  /** A document is no longer open. @returns what it belonged to; null for nothing */
  leave(document: OpenDocument): Belonging | null {
    const lone = this.#lone.get(document.address);
    this.#lone.delete(document.address);
    const { place } = document;
    const theme = place && this.#themes.get(place.root)?.theme;
    if (!theme) return lone ? { theme: lone, path: lone.path } : null;
    theme.leave(place.path);
    if (theme.isLeft) this.#themes.delete(theme.root);
    return { theme, path: place.path };
  }

  /** What a document belongs to, once its theme is read. @returns null where nothing can be said of it */
  async belongingOf(document: OpenDocument): Promise<Belonging | null> {
    const { place } = document;
    const theme = place && (await this.#themeIn(place.root));
    if (theme) return { theme, path: place.path };
    // The document may have been closed meanwhile.
    if (this.documents.at(document.address) !== document) return null;
    const lone = this.#lone.get(document.address) ?? LoneTheme.of(document);
    if (!lone) return null;
    this.#lone.set(document.address, lone);
    return { theme: lone, path: lone.path };
  }

  /** Whether the theme of a document has to be looked for, because its folder may have become one. */
  isUnknown({ place }: OpenDocument): boolean {
    return place !== null && !this.#themes.has(place.root);
  }

  /** The theme of a file that has changed on the disk, if its folder is read. */
  themeAround(address: string): FolderTheme | null {
    const file = fileOf(address);
    const place = file === null ? null : placeOf(file);
    this.#judgeAgain(place);
    return (place && this.#themes.get(place.root)?.theme) ?? null;
  }

  /** A folder that was none of a theme may have become one. */
  #judgeAgain(place: Place | null): void {
    if (!place || !TELLING.includes(place.path)) return;
    if (this.#themes.get(place.root)?.theme === null) this.#themes.delete(place.root);
  }

  #themeIn(root: string): Promise<FolderTheme | null> {
    const known = this.#themes.get(root);
    if (known) return known.outcome;
    const looking: Looking = { outcome: this.#look(root).then((theme) => this.#found(root, looking, theme)) };
    this.#themes.set(root, looking);
    return looking.outcome;
  }

  /** From here on, without a pause, changes of its documents reach the theme. */
  #found(root: string, looking: Looking, theme: FolderTheme | null): FolderTheme | null {
    looking.theme = theme;
    for (const document of this.documents) {
      if (!theme || document.place?.root !== root) continue;
      this.#leaveAlone(document);
      theme.take(document.place.path, document);
    }
    // All its documents may have been closed meanwhile.
    if (theme?.isLeft) this.#themes.delete(root);
    return theme;
  }

  /** A document that was in no theme is in one. */
  #leaveAlone({ address }: OpenDocument): void {
    const lone = this.#lone.get(address);
    this.#lone.delete(address);
    if (lone) this.#news.joined(lone);
  }

  async #look(root: string): Promise<FolderTheme | null> {
    if (!(await this.#isTheme(root))) return null;
    const theme = new FolderTheme(root);
    try {
      await theme.read();
      return theme;
    } catch (error) {
      this.#news.unreadable(root, error);
      return null;
    }
  }

  async #isTheme(root: string): Promise<boolean> {
    if (TELLING.some((path) => this.documents.ofFile(join(root, path)))) return true;
    const looks = await Promise.allSettled(TELLING.map((path) => lstat(join(root, path))));
    return looks.some(({ status }) => status === 'fulfilled');
  }
}
