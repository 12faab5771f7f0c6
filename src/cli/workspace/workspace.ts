import { randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { THEME_FOLDERS } from '../../themes/path-rules.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { outside } from '../outside.ts';
import { BaseStore } from './base-store.ts';
import { whileLocked } from './lock.ts';
import { formatState, parseState, type WorkspaceState } from './state.ts';
import { changeFiles, type FileChange } from './theme-files.ts';
import { readThemeFolder, type ThemeFolder } from './theme-folder.ts';
import { isAbsence, looked, makeFolder, makeFolders, replaceWhole } from './whole-file.ts';

const STATE_FOLDER = '.vitrine';
const STATE_FILE = 'etat.json';

/** A folder of the disk that follows a theme: its files, and what it remembers of the last exchange in `.vitrine/`. */
export class Workspace {
  /** Absolute path. */
  readonly root: string;
  readonly contents: BaseStore;

  constructor(root: string) {
    this.root = resolve(root);
    this.contents = new BaseStore(this.#own('base'), this.#own('tmp'));
  }

  /** The folder that follows a theme among `start` and those around it. @returns null for none */
  static async around(start: string): Promise<Workspace | null> {
    for (let folder = resolve(start); ; folder = dirname(folder)) {
      if (await Workspace.isOne(folder)) return new Workspace(folder);
      if (folder === dirname(folder)) return null;
    }
  }

  static async isOne(folder: string): Promise<boolean> {
    return (await looked(join(folder, STATE_FOLDER, STATE_FILE))) !== null;
  }

  /**
   * Runs work while holding the folder's lock; the folder is made if there is none.
   * @throws CommandRefusal when another command holds it for too long
   */
  async exclusively<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#prepare();
    return whileLocked(this.#own(), signal, work);
  }

  /**
   * @returns null for a folder that follows no theme yet
   * @throws CommandRefusal when its state cannot be read
   */
  async readState(): Promise<WorkspaceState | null> {
    let text: string;
    try {
      text = await outside.readFile(this.#own(STATE_FILE), 'utf8');
    } catch (error) {
      if (isAbsence(error)) return null;
      throw error;
    }
    const state = parseState(text);
    if (state) return state;
    throw new CommandRefusal(
      `${this.#own(STATE_FILE)} est illisible ou d’une autre version : mettez la commande à jour, ou supprimez ce fichier et récupérez de nouveau le thème ici.`,
      { code: 'etat_illisible' },
    );
  }

  /** Replaces the state, if it says anything new. */
  async writeState(state: WorkspaceState): Promise<void> {
    const text = formatState(state);
    const present = await outside.readFile(this.#own(STATE_FILE), 'utf8').catch(() => null);
    if (present !== text) await replaceWhole(this.#own(STATE_FILE), text, this.#own('tmp'));
  }

  /** @throws CommandRefusal when files of the theme cannot be taken as they are: they would pass for removed */
  async readFiles(): Promise<ThemeFolder> {
    const folder = await readThemeFolder(this.root);
    // A file system that ignores case finds « Assets » as the folder `assets`.
    const misnamed = folder.ignored.filter(({ chemin }) => THEME_FOLDERS.includes(chemin.toLowerCase()));
    const refused = [...folder.unreadable, ...misnamed];
    if (refused.length === 0) return folder;
    const lines = refused.map(({ chemin, message }) => `${join(this.root, chemin)}: ${message}`);
    throw new CommandRefusal(['Des fichiers de ce dossier ne peuvent pas être pris :', ...lines].join('\n'), {
      code: 'fichiers_illisibles',
      details: { refus: refused },
    });
  }

  /** Changes files of the theme. @returns the paths that were left alone, because they have changed meanwhile */
  changeFiles(changes: readonly FileChange[], signal: AbortSignal): Promise<ReadonlySet<string>> {
    return changeFiles(this.root, changes, { aside: this.#own('tmp'), trash: this.#trash(), signal });
  }

  /** Keeps replaced contents of the service, or a merge that came too late. @returns the folder */
  async keepAside(files: ReadonlyMap<string, string>, from: 'service' | 'fusion'): Promise<string> {
    const folder = join(this.#trash(), from);
    for (const [path, content] of files) {
      await makeFolders(dirname(join(folder, path)));
      await replaceWhole(join(folder, path), content, this.#own('tmp'));
    }
    return folder;
  }

  async #prepare(): Promise<void> {
    // Through a link in a stranger's folder, writes and removals could reach any place.
    for (const name of ['', 'base', 'tmp', 'corbeille']) await makeFolder(this.#own(name));
    // A `.gitignore` of its own: the state belongs to this copy only, and not to version control.
    if ((await outside.readdir(this.#own())).includes('.gitignore')) return;
    await outside.writeFile(this.#own('.gitignore'), '*\n');
  }

  /** A new folder each time, named by the time. */
  #trash(): string {
    return this.#own('corbeille', `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 4)}`);
  }

  #own(...names: readonly string[]): string {
    return join(this.root, STATE_FOLDER, ...names);
  }
}
