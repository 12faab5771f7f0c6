import type { ThemeRole } from '../../../contract/shared.ts';
import type { Outcome } from '../../../merge/reconcile.ts';
import { type Api, ApiRefusal } from '../../api/client.ts';
import { saveFile } from '../../api/save-file.ts';
import { Observable } from '../../observable.ts';
import type { EditorPageData } from '../../theme/start.ts';
import { type KnownFile, ThemeStore } from '../../theme/theme-store.ts';
import { DraftKeeper } from './draft-keeper.ts';
import type { DraftShelf } from './drafts.ts';
import { Edits } from './edits.ts';
import { Language } from './language.ts';
import type { NameQuestion } from './name-question.ts';
import { Notices } from './notices.ts';
import { Problems } from './problems.ts';
import { Tabs } from './tabs.ts';
import { threadsOf } from './thread.ts';

/** A change made here that does not go together with one made elsewhere: somebody must choose. */
export interface Conflict {
  readonly outcome: Exclude<Outcome, { kind: 'same' | 'merged' }>;
  /** What the file is on the platform now. */
  readonly theirs: KnownFile | null;
}

/** A place in a file that is to be shown; 1-based. */
export interface Place {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

interface EditorOptions {
  readonly data: EditorPageData;
  readonly api: Api;
  readonly shelf: DraftShelf;
  /** Name of this page among those of the browser. */
  readonly page: string;
}

/** The code editor of one theme, apart from how it is shown. */
export class Editor extends Observable {
  readonly data: EditorPageData;
  readonly api: Api;
  readonly store: ThemeStore;
  readonly edits = new Edits();
  readonly drafts: DraftKeeper;
  readonly tabs = new Tabs();
  readonly notices = new Notices();
  readonly problems = new Problems();
  readonly language: Language;
  readonly conflicts = new Map<string, Conflict>();
  /** Paths of edited files that were changed elsewhere too. */
  readonly changedElsewhere = new Set<string>();
  /** The role that the person knows the theme to have. */
  role: ThemeRole;
  isReady = false;
  isSaving = false;
  /** Whether a save was asked for while another was under way. */
  savesAgain = false;
  /** Whether the page asks the person to agree to save to a theme that was published meanwhile. */
  asksForPublished = false;
  /** What the page asks or shows about a name in the text. */
  nameQuestion: NameQuestion | null = null;
  /** What was done last, for screen readers. */
  announcement = '';
  /** How often a file was chosen to be shown. */
  shows = 0;
  /** The place to scroll to once its file is shown. */
  wanted: Place | null = null;
  /** When the last key was pressed in the text, as `performance.now` counts. */
  lastKeystroke: number | null = null;
  /** Moves text that was just typed from the text field into the edits. */
  takeTyped: () => void = () => undefined;
  /** The stored file of each open text: the base of an edit that begins now. */
  readonly #shown = new Map<string, KnownFile>();

  constructor({ data, api, shelf, page }: EditorOptions) {
    super();
    this.data = data;
    this.api = api;
    this.role = data.theme.role;
    this.store = new ThemeStore(api, data.theme.id, data.theme.role);
    this.language = new Language(this, threadsOf(data.fil));
    this.drafts = new DraftKeeper(shelf, data.theme.id, page, this.edits);
  }

  /** Whether this account may only look. */
  get isReadOnly(): boolean {
    return this.data.lectureSeule !== null;
  }

  /** The paths of the theme with the unsaved changes. */
  get paths(): readonly string[] {
    const paths = new Set(this.store.entries.map(({ chemin }) => chemin));
    for (const path of this.edits.paths) {
      if (this.edits.get(path)?.text === null) paths.delete(path);
      else paths.add(path);
    }
    return [...paths].sort();
  }

  /** The text of a file, unsaved changes included; null when it is to be removed, undefined when it is not read or not there. */
  textOf(path: string): string | null | undefined {
    const edit = this.edits.get(path);
    return edit ? edit.text : (this.#shown.get(path) ?? this.store.known(path))?.text;
  }

  /**
   * Shows the newest known text of an open file without edits. What was typed meanwhile becomes an edit based on the text that the person
   * saw, and not on the new one.
   */
  adopt(path: string): void {
    this.takeTyped();
    const known = this.store.known(path);
    if (known && !this.edits.get(path)) this.#shown.set(path, known);
    this.changed();
  }

  /** Sets the base of later edits of a file; null for no file. */
  begin(path: string, base: KnownFile | null): void {
    if (base) this.#shown.set(path, base);
    else this.#shown.delete(path);
  }

  show(path: string, place?: { readonly line: number; readonly column: number }): void {
    this.takeTyped();
    this.shows++;
    this.tabs.show(path);
    this.wanted = place ? { path, ...place } : null;
    this.changed();
    if (!this.edits.get(path) && !this.store.known(path)) void this.read(path);
    else this.adopt(path);
  }

  async read(path: string): Promise<void> {
    try {
      const read = await this.store.read(path);
      if (!read && !this.edits.get(path)) {
        this.tabs.close(path);
        this.notices.show(`supprime:${path}`, 'info', `${path} a été supprimé ailleurs.`);
      }
      this.adopt(path);
      this.reached();
    } catch (error) {
      this.note(error);
    }
    this.changed();
  }

  close(path: string): void {
    this.takeTyped();
    this.tabs.close(path);
    this.#shown.delete(path);
    this.changed();
  }

  /** Changes the text of a file; null removes it. The file must have been read, or be new. */
  change(path: string, text: string | null): void {
    this.edits.change(path, text, this.#shown.get(path) ?? this.store.known(path) ?? null);
    this.problems.forgive(path);
    if (!this.edits.get(path)) this.forgetOthers(path);
    this.keep();
  }

  /** Gives up the unsaved change of a file. */
  revert(path: string): void {
    this.edits.drop(path);
    this.forgetOthers(path);
    if (!this.store.entry(path)) this.close(path);
    else if (this.tabs.open.includes(path)) void this.read(path);
    this.keep();
  }

  /** Ends a conflict with a text, or with null to remove the file. */
  resolve(path: string, text: string | null): void {
    const conflict = this.conflicts.get(path);
    if (!conflict) return;
    this.edits.put(path, { text, base: conflict.theirs });
    this.begin(path, conflict.theirs);
    this.forgetOthers(path);
    if (text === null) this.tabs.close(path);
    this.announcement = this.conflicts.size > 0 ? 'Choix retenu.' : 'Choix retenu : enregistrez le résultat.';
    this.keep();
  }

  /** Removes the notices about a change of this file elsewhere. */
  forgetOthers(path: string): void {
    this.conflicts.delete(path);
    this.changedElsewhere.delete(path);
    for (const id of ['ailleurs', 'fusion', 'suppression']) this.notices.hide(`${id}:${path}`);
  }

  /** Removes the notices about a service that does not answer: it has answered. */
  reached(): void {
    for (const id of ['session', 'service', 'parti']) this.notices.hide(id);
  }

  /** Shows why a request failed. */
  note(error: unknown): void {
    if (error instanceof ApiRefusal && error.isGone) this.#tellGone(error);
    else if (error instanceof ApiRefusal && error.isSignedOut) {
      this.notices.show(
        'session',
        'warning',
        'Votre session est terminée. Rien n’est perdu : reconnectez-vous, puis enregistrez ici.',
        {
          actions: [{ label: 'Se reconnecter', href: '/connexion' }],
          isDismissible: false,
        },
      );
    } else this.notices.show('service', 'error', (error as Error).message);
    this.announcement = '';
  }

  /** Says that the theme was deleted elsewhere, and offers the unsaved texts for download. */
  #tellGone({ message }: ApiRefusal): void {
    const texts = this.edits.paths.flatMap((path) => {
      const text = this.edits.get(path)?.text;
      return typeof text === 'string' ? [[path, text] as const] : [];
    });
    const isOne = texts.length === 1;
    const kept =
      texts.length === 0 ? '' : ` ${isOne ? 'Gardez votre texte' : 'Gardez vos textes'} pour un autre thème.`;
    const take = () => {
      for (const [path, text] of texts) saveFile(path.slice(path.indexOf('/') + 1), text);
    };
    this.notices.hide('service');
    this.notices.show('parti', 'error', message + kept, {
      actions: [
        ...(kept === '' ? [] : [{ label: isOne ? 'Télécharger mon texte' : 'Télécharger mes textes', run: take }]),
        { label: 'Thèmes du site', href: this.data.adresses.site },
      ],
      isDismissible: false,
    });
  }

  announce(text: string): void {
    this.announcement = text;
    this.changed();
  }

  /** Tells all listeners at once, before another key is handled. */
  tell(): void {
    this.changed();
  }

  /** Tells all listeners, and has the unsaved changes kept in the browser. */
  keep(): void {
    this.drafts.note();
    this.changed();
  }
}
