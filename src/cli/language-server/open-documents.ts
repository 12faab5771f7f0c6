import type { TextDocumentContentChangeEvent } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { fileOf, type Place, placeOf } from './addresses.ts';

/** A document that the client has open: its text there stands before that on the disk. */
export interface OpenDocument {
  /** As the client writes it. */
  readonly address: string;
  /** Absolute path; null where the document is no file. */
  readonly file: string | null;
  /** Null where it is no file of a theme, wherever it lies. */
  readonly place: Place | null;
  readonly text: TextDocument;
}

/** The documents that the client has open. */
export class OpenDocuments {
  readonly #byAddress = new Map<string, OpenDocument>();
  readonly #byFile = new Map<string, OpenDocument>();

  open(address: string, language: string, version: number, text: string): OpenDocument {
    const file = fileOf(address);
    const place = file === null ? null : placeOf(file);
    const document = { address, file, place, text: TextDocument.create(address, language, version, text) };
    this.#byAddress.set(address, document);
    if (document.file !== null) this.#byFile.set(document.file, document);
    return document;
  }

  /** @returns null for a document that is not open */
  change(address: string, version: number, changes: readonly TextDocumentContentChangeEvent[]): OpenDocument | null {
    const document = this.#byAddress.get(address);
    if (!document) return null;
    TextDocument.update(document.text, [...changes], version);
    return document;
  }

  close(address: string): OpenDocument | null {
    const document = this.#byAddress.get(address);
    if (!document) return null;
    this.#byAddress.delete(address);
    if (document.file !== null && this.#byFile.get(document.file) === document) this.#byFile.delete(document.file);
    return document;
  }

  /** By the address that the client has opened it with, or by another spelling of the same file. */
  at(address: string): OpenDocument | undefined {
    const known = this.#byAddress.get(address);
    if (known) return known;
    const file = fileOf(address);
    return file === null ? undefined : this.#byFile.get(file);
  }

  /** @param file absolute path */
  ofFile(file: string): OpenDocument | undefined {
    return this.#byFile.get(file);
  }

  [Symbol.iterator](): IterableIterator<OpenDocument> {
    return this.#byAddress.values();
  }
}
