import { extname } from 'node:path';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { AssistedTheme } from '../../../engine/assist/index.ts';
import { diagnostic } from '../../../engine/diagnose/codes.ts';
import { diagnose, type Gravity, type ThemeDiagnostic, type ThemeFiles } from '../../../engine/index.ts';
import { REQUIRED_FILES } from '../../../engine/language/paths.ts';
import { SYNTAX_CODES } from '../../../engine/language/syntax-codes.ts';
import { ERRORS } from '../../errors.ts';
import { FILE_UNITS } from '../../themes/limits.ts';
import { MARKED, markerLine } from '../sync/markers.ts';
import { refusalOfPath, whyNotTaken } from '../workspace/admitted.ts';
import { type FolderProblem, readThemeFolder } from '../workspace/theme-folder.ts';
import { addressOf, fileAt } from './addresses.ts';
import type { OpenDocument } from './open-documents.ts';

/** Longest theme that is analysed, without its assets, UTF-16 units. */
const THEME_UNITS = 16 * 1024 * 1024;

/** A problem of a file; without a place it is with all of the file. */
export type Problem = Omit<ThemeDiagnostic, 'chemin' | 'code'> & {
  readonly code: string;
  readonly ligne_fin?: number;
  readonly colonne_fin?: number;
};

/** What an open document belongs to. */
export interface OpenTheme {
  /** Whether it is short enough. */
  readonly isAnalysed: boolean;
  /** Texts by path, as they stand in the client where they are open there. */
  readonly files: ReadonlyMap<string, string>;
  /** The same for the engine. */
  readonly documents: AssistedTheme;
  /** Of a file that the theme has. */
  textOf(path: string): TextDocument | undefined;
  addressOf(path: string): string;
  /** Version of an open document; null for a file that is not open. */
  versionOf(path: string): number | null;
  problemsOf(path: string): readonly Problem[];
}

/** A theme of which a file is open: what its folder has, and over that what the client has. */
export class FolderTheme implements OpenTheme {
  /** Absolute path. */
  readonly root: string;
  #onDisk: ReadonlyMap<string, string> = new Map();
  /** Why files of the folder are not read, by path. */
  #notRead: ReadonlyMap<string, Problem> = new Map();
  readonly #open = new Map<string, OpenDocument>();
  #files: ReadonlyMap<string, string> | undefined;
  #problems: ReadonlyMap<string, readonly Problem[]> | undefined;

  constructor(root: string) {
    this.root = root;
  }

  /** Reads the folder, anew. @throws CommandRefusal when it cannot be listed */
  async read(): Promise<void> {
    const { files, unreadable, ignored } = await readThemeFolder(this.root, (path) => !isAsset(path));
    this.#onDisk = files;
    this.#notRead = new Map([
      ...unreadable.map((one) => told(one, 'erreur')),
      ...ignored.map((one) => told(one, 'avertissement')),
    ]);
    this.#forget();
  }

  /** Takes a document that is open, or has another text. */
  take(path: string, document: OpenDocument): void {
    this.#open.set(path, document);
    this.#forget();
  }

  /** Takes the file of the disk again. */
  leave(path: string): void {
    this.#open.delete(path);
    this.#forget();
  }

  get isAnalysed(): boolean {
    let units = 0;
    for (const [path, text] of this.files) if (!isAsset(path)) units += text.length;
    return units <= THEME_UNITS;
  }

  /** Whether no document of the theme is open. */
  get isLeft(): boolean {
    return this.#open.size === 0;
  }

  get files(): ReadonlyMap<string, string> {
    this.#files ??= new Map([
      ...[...this.#notRead.keys()].filter((path) => refusalOfPath(path) === null).map((path) => [path, ''] as const),
      ...this.#onDisk,
      ...[...this.#open]
        .filter(([path]) => refusalOfPath(path) === null)
        .map(([path, { text }]) => analysed(path, text)),
    ]);
    return this.#files;
  }

  get documents(): AssistedTheme {
    return documentsOf(this.files);
  }

  textOf(path: string): TextDocument | undefined {
    const open = this.#open.get(path);
    if (open) return open.text;
    const text = this.#onDisk.get(path);
    return text === undefined ? undefined : TextDocument.create(this.addressOf(path), '', 0, text);
  }

  addressOf(path: string): string {
    return this.#open.get(path)?.address ?? addressOf(fileAt({ root: this.root, path }));
  }

  versionOf(path: string): number | null {
    return this.#open.get(path)?.text.version ?? null;
  }

  problemsOf(path: string): readonly Problem[] {
    const open = this.#open.get(path);
    const reason = open ? whyNotAnalysed(path, open.text) : this.#notRead.get(path);
    if (reason) return [reason];
    this.#problems ??= this.#judged();
    return [...(this.#problems.get(path) ?? []), ...marked(open?.text.getText() ?? this.#onDisk.get(path) ?? '')];
  }

  #judged(): ReadonlyMap<string, readonly Problem[]> {
    const { files } = this;
    const carrier = REQUIRED_FILES.find((path) => files.has(path)) ?? files.keys().next().value ?? '';
    const found = this.isAnalysed ? diagnose(Object.fromEntries(files) as ThemeFiles) : [TOO_LONG];
    return Map.groupBy(
      found.map((one) => (files.has(one.chemin) ? one : { ...one, message: aboutAbsent(one) })),
      ({ chemin }) => (files.has(chemin) ? chemin : carrier),
    );
  }

  #forget(): void {
    this.#files = undefined;
    this.#problems = undefined;
  }
}

/** A document of Liquid that is part of no theme: only its syntax can be judged. */
export class LoneTheme implements OpenTheme {
  readonly path: string;
  readonly isAnalysed = true;
  readonly #document: OpenDocument;

  private constructor(path: string, document: OpenDocument) {
    this.path = path;
    this.#document = document;
  }

  /** @returns null for a document of another language */
  static of(document: OpenDocument): LoneTheme | null {
    const isLiquid = /liquid/i.test(document.text.languageId) || extname(document.file ?? '') === '.liquid';
    return isLiquid ? new LoneTheme('snippets/seul.liquid', document) : null;
  }

  get files(): ReadonlyMap<string, string> {
    return new Map([analysed(this.path, this.#document.text)]);
  }

  get documents(): AssistedTheme {
    return documentsOf(this.files);
  }

  textOf(path: string): TextDocument | undefined {
    return path === this.path ? this.#document.text : undefined;
  }

  addressOf(): string {
    return this.#document.address;
  }

  versionOf(): number {
    return this.#document.text.version;
  }

  problemsOf(path: string): readonly Problem[] {
    const found = diagnose(Object.fromEntries(this.files) as ThemeFiles);
    return found.filter(({ chemin, code }) => chemin === path && SYNTAX_CODES.has(code));
  }
}

const isAsset = (path: string): boolean => path.startsWith('assets/');

/** A file that is too long counts as empty. */
const analysed = (path: string, text: TextDocument): readonly [string, string] => {
  const source = text.getText();
  return [path, source.length > FILE_UNITS || isAsset(path) ? '' : source];
};

/** Why an open document is no file of the theme. */
function whyNotAnalysed(path: string, text: TextDocument): Problem | null {
  const refusal = refusalOfPath(path);
  if (refusal) return { code: refusal, gravite: 'avertissement', message: whyNotTaken(path, refusal) };
  if (text.getText().length <= FILE_UNITS) return null;
  return { code: 'fichier_trop_gros', gravite: 'erreur', message: ERRORS.fichier_trop_gros.message };
}

/** The conflict that is not settled in a file. */
function marked(text: string): readonly Problem[] {
  const ligne = markerLine(text);
  return ligne === null ? [] : [{ code: 'marqueurs', gravite: 'erreur', message: MARKED, ligne, colonne: 1 }];
}

/** What is said of a file that is not there stands in one that is. */
const aboutAbsent = ({ chemin, message }: ThemeDiagnostic): string => (chemin ? `${chemin} : ${message}` : message);

const TOO_LONG = diagnostic('analyse_interrompue', '');

const told = (problem: FolderProblem, gravite: Gravity): readonly [string, Problem] => [
  problem.chemin,
  { code: problem.code, gravite, message: problem.message },
];

const documentsOf = (files: ReadonlyMap<string, string>): AssistedTheme => ({
  files: new Map([...files].map(([path, source]) => [path, { path, source }])),
});
