import type { ThemeRole } from '../../contract/shared.ts';

/** A text with the fingerprint that it had on the platform: a save names it, so that nobody's change is overwritten. */
export interface StoredText {
  readonly text: string;
  readonly empreinte: string;
}

/** A text of a document as the platform lists it. */
export interface StoredEntry {
  /** Names the text in its document: path of a file, name of a field. */
  readonly chemin: string;
  readonly empreinte: string;
}

/** The texts of one document as the platform has them; unsaved work is made of them (`UnsavedWork`). A store knows no edits. */
export interface DocumentStore {
  /** Whether a save changes what visitors see: that of a published theme does, that of a page or an article never. */
  readonly role: ThemeRole;
  readonly entries: readonly StoredEntry[];
  entry(path: string): StoredEntry | undefined;
  /** A text that was read and that the platform still has, as far as is known. */
  known(path: string): StoredText | undefined;
  /** Reads again which texts there are, if that has changed. @throws ApiRefusal, Unreachable */
  refresh(): Promise<void>;
  /** The text as it is on the platform. @returns null when it is not there (any more) @throws ApiRefusal, Unreachable */
  read(path: string): Promise<StoredText | null>;
  /** Reads the texts that are not known yet. @throws ApiRefusal, Unreachable */
  readAll(isWanted?: (path: string) => boolean): Promise<void>;
  /**
   * Writes and removes texts together or not at all, if each is still what it was when it was read, and the document still has its role.
   * @param changes the new text by path; null to remove a text
   * @param bases the fingerprint that each of them had; null for a text that was not there
   * @returns the saved texts by path, null for a removed one; somebody may have written them again since
   * @throws ApiRefusal `modifie_entre_temps` and others; Unreachable
   */
  save(
    changes: ReadonlyMap<string, string | null>,
    bases: ReadonlyMap<string, string | null>,
    role: ThemeRole,
  ): Promise<ReadonlyMap<string, StoredText | null>>;
}
