import { extname } from 'node:path';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { DEFAULT_CHECKS } from '../../../engine/diagnose/check-settings.ts';
import { diagnostic } from '../../../engine/diagnose/codes.ts';
import { diagnoseFile, EXPECTED_FILES } from '../../../engine/diagnose/diagnose.ts';
import { ThemeDocuments } from '../../../engine/document/theme-documents.ts';
import type { Gravity, ThemeDiagnostic } from '../../../engine/index.ts';
import { REQUIRED_FILES } from '../../../engine/language/paths.ts';
import { SYNTAX_CODES } from '../../../engine/language/syntax-codes.ts';
import { ERRORS } from '../../errors.ts';
import { FILE_UNITS } from '../../themes/limits.ts';
import { MARKED, markerLine } from '../sync/markers.ts';
import { refusalOfPath, whyNotTaken } from '../workspace/admitted.ts';
import { type FolderChecks, judgeCheckSettings, lookAtChecks, SETTINGS_FILE } from '../workspace/check-settings.ts';
import { readThemeFile } from '../workspace/theme-file.ts';
import { type FolderProblem, readThemeFolder } from '../workspace/theme-folder.ts';
import { addressOf, fileAt } from './addresses.ts';
import type { OpenDocument } from './open-documents.ts';

/** Longest theme that is analysed, without its assets, UTF-16 units. */
const THEME_UNITS = 16 * 1024 * 1024;

/** A problem of a file, of the checks of a theme or of a folder's; without a place it is with all of the file. */
export type Problem = Omit<ThemeDiagnostic, 'code'> & { readonly code: string };

/** What an open document belongs to. */
export interface OpenTheme {
  /** Whether it is short enough. */
  readonly isAnalysed: boolean;
  /** Its files, as they stand in the client where they are open there. */
  readonly documents: ThemeDocuments;
  /** Of its files, and of what is no file of the theme and should be told of. */
  readonly paths: ReadonlySet<string>;
  /** Text of a file, for places in it. @returns undefined where the file is not there or cannot be read */
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
  #documents = ThemeDocuments.of({});
  /** What the author makes of the checks: on the disk, and with that over it which is open. */
  #checksOnDisk = NO_CHECKS;
  #checks = NO_CHECKS;
  #problems = new Map<string, readonly Problem[]>();
  #reading: Promise<void> | undefined;

  constructor(root: string) {
    this.root = root;
  }

  /** Reads the folder, anew: after a reading that is under way, which may have passed what has changed. @throws CommandRefusal when it cannot be listed */
  read(): Promise<void> {
    const before = this.#reading ?? Promise.resolve();
    const reading = before.catch(() => undefined).then(() => this.#readNow());
    this.#reading = reading;
    return reading;
  }

  /** Takes a document that is open, or has another text. */
  take(path: string, document: OpenDocument): void {
    this.#open.set(path, document);
    this.#renew([path]);
  }

  /** Takes the file of the disk again. */
  leave(path: string): void {
    this.#open.delete(path);
    this.#renew([path]);
  }

  /** Whether no document of the theme is open. */
  get isLeft(): boolean {
    return this.#open.size === 0;
  }

  get documents(): ThemeDocuments {
    return this.#documents;
  }

  get paths(): ReadonlySet<string> {
    const { files } = this.#documents;
    return new Set([...files.keys(), ...this.#notRead.keys(), ...this.#open.keys(), SETTINGS_FILE].filter(Boolean));
  }

  get isAnalysed(): boolean {
    return this.#documents.known(isShortEnough);
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
    let problems = this.#problems.get(path);
    if (!problems) {
      problems = this.#judged(path);
      this.#problems.set(path, problems);
    }
    return problems;
  }

  async #readNow(): Promise<void> {
    const { files, unreadable, ignored } = await readThemeFolder(this.root, (path) => !isAsset(path));
    const settings = await readThemeFile(this.root, SETTINGS_FILE);
    this.#checksOnDisk = await lookAtChecks(this.root);
    const before = this.#onDisk;
    this.#onDisk = settings.kind === 'content' ? new Map([...files, [SETTINGS_FILE, settings.content]]) : files;
    this.#notRead = new Map([
      ...unreadable.map((one) => told(one, 'erreur')),
      ...ignored.map((one) => told(one, 'avertissement')),
    ]);
    this.#renew(new Set([...before.keys(), ...this.#documents.files.keys(), ...files.keys(), ...this.#notRead.keys()]));
  }

  /** Brings what the engine sees up to date. */
  #renew(paths: Iterable<string>): void {
    const settings = this.#open.get(SETTINGS_FILE);
    this.#checks = settings ? judgeCheckSettings(settings.text.getText()) : this.#checksOnDisk;
    for (const path of paths) {
      const source = this.#sourceOf(path);
      if (source !== this.#documents.files.get(path)?.source)
        this.#documents = this.#documents.with(path, source ?? null);
    }
    this.#problems = new Map();
  }

  /** A file that cannot be read exists, so it does not count as missing. @returns undefined for no file of the theme */
  #sourceOf(path: string): string | undefined {
    if (refusalOfPath(path) !== null) return undefined;
    const open = this.#open.get(path)?.text.getText();
    const text = open ?? this.#onDisk.get(path) ?? (this.#notRead.has(path) ? '' : undefined);
    return text !== undefined && (isAsset(path) || text.length > FILE_UNITS) ? '' : text;
  }

  #judged(path: string): readonly Problem[] {
    if (path === SETTINGS_FILE) return this.#checks.diagnostics;
    const open = this.#open.get(path);
    const reason = open ? whyNotAnalysed(path, open.text) : this.#notRead.get(path);
    if (reason) return [reason];
    const { files } = this.#documents;
    const carrier = REQUIRED_FILES.find((one) => files.has(one)) ?? files.keys().next().value;
    const ofTheme = path === carrier ? this.#ofTheme() : [];
    const ofFile = this.isAnalysed ? diagnoseFile(this.#documents, path, this.#checks.settings) : [];
    return [...ofTheme, ...ofFile, ...marked(path, open?.text.getText() ?? this.#onDisk.get(path) ?? '')];
  }

  /** What is said of files that are not there, and of the whole: it stands in a file that is. */
  #ofTheme(): readonly Problem[] {
    if (!this.isAnalysed) return [TOO_LONG];
    const absent = EXPECTED_FILES.filter((path) => !this.#documents.has(path)).flatMap((path) =>
      diagnoseFile(this.#documents, path, this.#checks.settings).map((one) => ({
        ...one,
        message: `${path} : ${one.message}`,
      })),
    );
    return [...[this.#notRead.get('') ?? []].flat(), ...absent];
  }
}

/** A document of Liquid that is part of no theme: only its syntax can be judged. */
export class LoneTheme implements OpenTheme {
  readonly path = 'snippets/seul.liquid';
  readonly isAnalysed = true;
  readonly #document: OpenDocument;
  readonly paths: ReadonlySet<string> = new Set([this.path]);
  #documents = ThemeDocuments.of({});

  private constructor(document: OpenDocument) {
    this.#document = document;
  }

  /** @returns null for a document of another language */
  static of(document: OpenDocument): LoneTheme | null {
    const isLiquid = /liquid/i.test(document.text.languageId) || extname(document.file ?? '') === '.liquid';
    return isLiquid ? new LoneTheme(document) : null;
  }

  get documents(): ThemeDocuments {
    const text = this.#document.text.getText();
    const source = text.length > FILE_UNITS ? '' : text;
    if (this.#documents.files.get(this.path)?.source !== source) {
      this.#documents = this.#documents.with(this.path, source);
    }
    return this.#documents;
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
    return diagnoseFile(this.documents, path).filter(({ code }) => SYNTAX_CODES.has(code));
  }
}

const isShortEnough = ({ files }: ThemeDocuments): boolean => {
  let units = 0;
  for (const { path, source } of files.values()) if (!isAsset(path)) units += source.length;
  return units <= THEME_UNITS;
};

const isAsset = (path: string): boolean => path.startsWith('assets/');

/** Why an open document is no file of the theme. */
function whyNotAnalysed(chemin: string, text: TextDocument): Problem | null {
  const refusal = refusalOfPath(chemin);
  if (refusal) return { chemin, code: refusal, gravite: 'avertissement', message: whyNotTaken(chemin, refusal) };
  if (text.getText().length <= FILE_UNITS) return null;
  return { chemin, code: 'fichier_trop_gros', gravite: 'erreur', message: ERRORS.fichier_trop_gros.message };
}

/** The conflict that is not settled in a file. */
function marked(chemin: string, text: string): readonly Problem[] {
  const ligne = markerLine(text);
  return ligne === null ? [] : [{ chemin, code: 'marqueurs', gravite: 'erreur', message: MARKED, ligne, colonne: 1 }];
}

const NO_CHECKS: FolderChecks = { settings: DEFAULT_CHECKS, diagnostics: [] };

const TOO_LONG = diagnostic('analyse_interrompue', '');

const told = (problem: FolderProblem, gravite: Gravity): readonly [string, Problem] => [
  problem.chemin,
  { ...problem, gravite },
];
