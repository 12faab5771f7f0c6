import type { z } from 'zod';
import { Archive } from '../../contract/archives.ts';
import { Diagnosis, type Diagnostic } from '../../contract/diagnostics.ts';
import { OneFile, Tree, Written } from '../../contract/files.ts';
import { ok, type ThemeRole } from '../../contract/shared.ts';
import { type Change, type Creation, Made, ThemeList as Themes } from '../../contract/themes.ts';
import { BODY_BYTES } from '../../http/api/bodies/limits.ts';
import { fingerprintOf } from '../../text/fingerprint.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { placed, type ThemeList } from './answers.ts';
import { orUnsure, RemoteRefusal, strangeAnswer } from './refusals.ts';
import { type Access, askService, type Question } from './request.ts';
import { type Exact, visibleAnswer } from './visible-answer.ts';

/** The files of a theme by fingerprint, at one moment. */
export interface RemoteTree {
  readonly theme: { readonly id: string; readonly nom: string; readonly role: ThemeRole };
  /** Fingerprint by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Entity tag, for `knownTag`. */
  readonly tag: string | null;
}

/** Writes and removals that are made together, if the theme and its files are unchanged since the comparison. */
export interface LotToSend {
  readonly write: ReadonlyMap<string, string>;
  readonly remove: readonly string[];
  /** For every path that is written or removed, the fingerprint that the service must have now; null for no file. */
  readonly expected: ReadonlyMap<string, string | null>;
  readonly role: ThemeRole;
}

/** More files than this are read in one export rather than one by one. */
const READ_ONE_BY_ONE = 6;

/** The public API, for one account and one site. Its only state is the access. */
export class Remote {
  readonly access: Access;
  readonly #signal: AbortSignal;

  /** @param signal aborts all requests */
  constructor(access: Access, signal: AbortSignal) {
    this.access = access;
    this.#signal = signal;
  }

  /** The same remote with a deadline, after which a request fails as without an answer. @param deadlineMs milliseconds */
  within(deadlineMs: number): Remote {
    return new Remote({ ...this.access, deadlineMs }, this.#signal);
  }

  /** The same service and account, on one site. @param site its slug or id */
  onSite(site: string): Remote {
    return new Remote({ ...this.access, site }, this.#signal);
  }

  /** The themes of the site, with what each descends from. */
  async themes(): Promise<ThemeList> {
    const question = { method: 'GET', path: '/api/themes?lignees', repeatable: true } as const;
    return placed(await this.ask(Themes, { ...question, exact: ['nom', 'version'] }));
  }

  /** @param knownTag tag of a known tree @returns null when the tree is unchanged */
  async tree(themeId: string, knownTag?: string): Promise<RemoteTree | null> {
    const question = { method: 'GET', path: filesOf(themeId), known: knownTag, repeatable: true } as const;
    const { body, etag, status } = await askService(this.access, question, this.#signal);
    if (status === 304) return null;
    const { theme, fichiers } = this.#believed(Tree, status, body);
    return { theme, files: new Map(fichiers.map(({ chemin, empreinte }) => [chemin, empreinte])), tag: etag };
  }

  /** The diagnostics of the theme. */
  async diagnostics(themeId: string): Promise<readonly Diagnostic[]> {
    const path = `${filesOf(themeId)}?diagnostics`;
    return (await this.ask(Diagnosis, { method: 'GET', path, repeatable: true })).diagnostics;
  }

  /**
   * Reads the files of a tree.
   * @returns content by path; null when a file has changed meanwhile: the caller reads the tree again
   */
  async contents({ theme, files }: RemoteTree, paths: readonly string[]): Promise<ReadonlyMap<string, string> | null> {
    const read = paths.length > READ_ONE_BY_ONE ? await this.#export(theme.id) : await this.#each(theme.id, paths);
    const wanted = new Map<string, string>();
    for (const path of paths) {
      const content = read.get(path);
      if (content === undefined || fingerprintOf(content) !== files.get(path)) return null;
      wanted.set(path, content);
    }
    return wanted;
  }

  /**
   * Writes a lot, all of it or nothing.
   * @throws RemoteRefusal `modifie_entre_temps` when the theme's role or a file is not as expected; after a lost answer this lot
   *   itself may be the cause
   * @throws CommandRefusal when the lot is longer than one request may be
   */
  async writeLot(themeId: string, { write, remove, expected, role }: LotToSend): Promise<'written' | 'unchanged'> {
    const lot = {
      ecrire: Object.fromEntries(write),
      supprimer: remove,
      siEmpreinte: Object.fromEntries(expected),
      siRole: role,
    };
    const body = { lot };
    if (Buffer.byteLength(JSON.stringify(body)) > BODY_BYTES) {
      throw new CommandRefusal(
        'Ces fichiers font ensemble plus de 4 Mio, plus qu’un envoi n’en prend : poussez-les en plusieurs fois, en les nommant.',
        { code: 'lot_trop_gros' },
      );
    }
    const { inchange } = await this.ask(Written, { method: 'PUT', path: filesOf(themeId), body, repeatable: true });
    return inchange ? 'unchanged' : 'written';
  }

  /** The working draft, made if there is none. A site has one at most, so a second request makes no other draft. */
  async workingDraft(): Promise<{ readonly id: string; readonly made: boolean }> {
    const { themeId, reutilise } = await this.act(Made, { action: 'brouillon' });
    return { id: themeId, made: !reutilise };
  }

  /** Installs a theme of the catalog. Never repeated, because each request makes a theme. @returns its id */
  async install(catalogId: string): Promise<string> {
    const unsure = 'Le thème est peut-être installé : voyez « vitrine lister ».';
    return (await this.act(Made, { action: 'installer', origine: catalogId }, unsure)).themeId;
  }

  /**
   * Publishes a theme; a second request changes nothing more.
   * @param instead id of the theme that is published now, null for none: when another theme is published, nothing is done
   * @param name the theme's name from then on
   * @throws RemoteRefusal `modifie_entre_temps`
   */
  async publish(themeId: string, instead: string | null, name?: string): Promise<void> {
    await this.change({ id: themeId, publier: true, siPublie: instead, ...(name !== undefined && { nom: name }) });
  }

  async #export(themeId: string): Promise<ReadonlyMap<string, string>> {
    const path = `/api/themes/${themeId}/export?lecture`;
    const { fichiers } = await this.ask(Archive, { method: 'GET', path, repeatable: true, exact: ['fichiers'] });
    return new Map(Object.entries(fichiers));
  }

  async #each(themeId: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const read = new Map<string, string>();
    for (const path of paths) {
      const address = `${filesOf(themeId)}?chemin=${encodeURIComponent(path)}`;
      try {
        const question = { method: 'GET', path: address, repeatable: true, exact: ['contenu'] } as const;
        const { fichier } = await this.ask(OneFile, question);
        if (fichier.chemin === path) read.set(path, fichier.contenu);
      } catch (error) {
        // Removed since the tree was read.
        if (!(error instanceof RemoteRefusal && error.code === 'fichier_introuvable')) throw error;
      }
    }
    return read;
  }

  /** Renames a theme, or publishes it; a second request changes nothing more. @throws RemoteRefusal, Unreachable */
  async change(body: z.input<typeof Change>): Promise<void> {
    await this.ask(ok, { method: 'PATCH', path: '/api/themes', body, repeatable: true });
  }

  /**
   * Does one of the actions of `POST /api/themes`.
   * @param unsure marks an action that is never repeated, and says what the service may have done when no answer came
   * @throws RemoteRefusal, Unreachable
   */
  act<Shape extends z.ZodType>(
    shape: Shape,
    body: z.input<typeof Creation>,
    unsure?: string,
  ): Promise<z.output<Shape>> {
    const repeatable = unsure === undefined;
    const asked = this.ask(shape, { method: 'POST', path: '/api/themes', body, repeatable });
    return repeatable ? asked : asked.catch(orUnsure(unsure));
  }

  /**
   * Asks one thing of the service.
   * @param shape schema of the answer
   * @throws RemoteRefusal, Unreachable
   */
  async ask<Shape extends z.ZodType>(shape: Shape, question: Question): Promise<z.output<Shape>> {
    const { body, status } = await askService(this.access, question, this.#signal);
    return this.#believed(shape, status, body, question.exact);
  }

  #believed<Shape extends z.ZodType>(shape: Shape, status: number, body: unknown, exact?: Exact): z.output<Shape> {
    const parsed = shape.safeParse(body);
    if (!parsed.success) throw strangeAnswer(this.access.address, status);
    return visibleAnswer(parsed.data, exact);
  }
}

/** Where the files of a theme are. */
export const filesOf = (themeId: string) => `/api/themes/${themeId}/fichiers`;
