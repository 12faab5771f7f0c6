/** Two authors and an editor of one theme, and what each of them has saved. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { CommandRefusal } from '../../src/cli/command-refusal.ts';
import { Remote } from '../../src/cli/remote/remote.ts';
import type { Exchange } from '../../src/cli/sync/compare.ts';
import { markerLine, readMarked } from '../../src/cli/sync/markers.ts';
import { type PullReport, pull } from '../../src/cli/sync/pull.ts';
import { type PushReport, push } from '../../src/cli/sync/push.ts';
import { settle, type Way } from '../../src/cli/sync/settle.ts';
import type { Binding } from '../../src/cli/workspace/state.ts';
import { Workspace } from '../../src/cli/workspace/workspace.ts';
import { versionIn } from '../../src/merge/text-merge.ts';
import { fingerprintOf } from '../../src/text/fingerprint.ts';
import type { Client } from './client.ts';
import { buryLocks, type Cut, Life, longAgo, type Mishap } from './mortal.ts';
import { MINIMAL_THEME } from './program.ts';
import { emptyRecord, recordingTerminal } from './recording-terminal.ts';
import { askUntil } from './until.ts';

/** What the story plays with: few files, so that everybody meets in them. */
export const PATHS = ['assets/a.css', 'config/settings_data.json', 'sections/a.liquid'] as const;
const BEGINNING = Object.fromEntries(['assets/a.css', 'sections/a.liquid'].map((path) => [path, written(path, [])]));

/** What a file says: marks, each saved once in its life, and a last line that shows whether all of it is there. */
function written(path: string, marks: readonly string[]): string {
  if (path.endsWith('.json')) return JSON.stringify(Object.fromEntries(marks.map((mark) => [mark, 1])), null, 2);
  if (path.endsWith('.css')) return [...marks, `fin ${marks.length}`, ''].join('\n');
  // Marks in two places, so that two changes may be of different lines.
  const [above, below] = [0, 1].map((rest) => marks.filter((mark) => Number(mark.slice(1)) % 2 === rest));
  return ['début', ...(above ?? []), 'milieu', 'milieu', ...(below ?? []), 'fin', ''].join('\n');
}

/** @throws when part of the file is missing */
function marksOf(path: string, content: string): string[] {
  if (markerLine(content) !== null) {
    const regions = readMarked(content) ?? [];
    expect(regions, `${path} has all marks of its conflict`).not.toEqual([]);
    // Neither version is one that somebody has saved: what goes together is in both.
    const both = (['mine', 'theirs'] as const).map((side) => versionIn(regions, side)).join('\n');
    return [...new Set(both.match(/\bm\d+\b/g))];
  }
  if (path.endsWith('.json')) return Object.keys(JSON.parse(content));
  const lines = content.split('\n');
  if (path.endsWith('.liquid')) {
    expect([lines[0], lines.filter((line) => line === 'milieu'), ...lines.slice(-2)], `${path} is whole`).toEqual([
      ...['début', ['milieu', 'milieu'], 'fin', ''],
    ]);
    return lines.filter((line) => /^m\d/.test(line));
  }
  expect(lines.slice(-2), `${path} is whole`).toEqual([`fin ${lines.length - 2}`, '']);
  return lines.slice(0, -2);
}

/** Somebody with a folder of their own. */
export class Author {
  readonly root = mkdtempSync(join(tmpdir(), 'vitrine-auteur-'));
  readonly exchange: Exchange;
  /** How many operations the longest exchange so far took. */
  #usualOperations = 60;
  #isBusy = false;

  constructor(remote: Remote) {
    this.exchange = {
      workspace: new Workspace(this.root),
      remote,
      terminal: recordingTerminal(emptyRecord()),
      signal: new AbortController().signal,
    };
  }

  get usualOperations(): number {
    return this.#usualOperations;
  }

  /** Whether a command of theirs is under way. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** @returns null when there is no such file */
  read(path: string): string | null {
    try {
      return readFileSync(join(this.root, path), 'utf8');
    } catch {
      return null;
    }
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), content);
    utimesSync(join(this.root, path), ...longAgo());
  }

  /** Contents of the theme's files. */
  files(): Record<string, string> {
    const folders = readdirSync(this.root).filter((name) => !name.startsWith('.'));
    const paths = folders.flatMap((folder) => readdirSync(join(this.root, folder)).map((name) => `${folder}/${name}`));
    return Object.fromEntries(paths.sort().map((path) => [path, this.read(path) ?? '']));
  }

  /** What lies in the trash. */
  trash(): string[] {
    const folder = join(this.root, '.vitrine/corbeille');
    const names = this.#list(folder, true).filter((name) => /\.(?:css|json|liquid)$/.test(name));
    return names.map((name) => readFileSync(join(folder, name), 'utf8'));
  }

  /** Exchanges, and dies where it is to. @returns null when it was killed or refused */
  async attempt<T>(
    command: (exchange: Exchange) => Promise<T>,
    mishaps: readonly Mishap[] = [],
    cuts: readonly Cut[] = [],
  ): Promise<T | null> {
    const life = new Life(mishaps, cuts);
    this.#isBusy = true;
    try {
      const outcome = await life.live(() => command(this.exchange));
      if (outcome !== 'killed') {
        this.#usualOperations = Math.max(this.#usualOperations, life.operations);
        return outcome;
      }
      buryLocks(this.root);
      return null;
    } catch (error) {
      if (!(error instanceof CommandRefusal) || error.code === 'verrou' || error.code === 'etat_illisible') throw error;
      return null;
    } finally {
      this.#isBusy = false;
    }
  }

  #list(folder: string, recursive = false): string[] {
    try {
      return readdirSync(folder, { recursive, encoding: 'utf8' });
    } catch {
      return [];
    }
  }
}

export class ThemeWorld {
  readonly authors: readonly [Author, Author];
  readonly #client: Client;
  readonly #binding: Binding;
  /** Marks that somebody was told are saved. */
  readonly #saved = new Set<string>();
  /** Marks that somebody who saw them has taken out. */
  readonly #takenOut = new Set<string>();
  #marks = 0;

  private constructor(client: Client, address: string, themeId: string) {
    const { key, siteId, slug } = client.tenant;
    const access = { address, key, site: siteId };
    const remote = () => new Remote(access, new AbortController().signal);
    this.authors = [new Author(remote()), new Author(remote())];
    this.#client = client;
    this.#binding = { address, site: { id: siteId, slug, nom: slug }, theme: { id: themeId, nom: 'Essai' } };
  }

  static async begin(client: Client, address: string): Promise<ThemeWorld> {
    const archive = { format: 'service-theme', format_version: 1, nom: 'Essai' };
    const body = { ...archive, fichiers: { ...MINIMAL_THEME, ...BEGINNING } };
    const themeId = await insisting(async () => {
      const { status, json } = await client.ask({ method: 'POST', path: '/api/themes/importer', body });
      return status === 201 ? (json().themeId as string) : null;
    });
    const world = new ThemeWorld(client, address, themeId);
    for (const author of world.authors) await insisting(() => world.pull(author));
    return world;
  }

  pull(author: Author, force = false, mishaps?: readonly Mishap[], cuts?: readonly Cut[]): Promise<PullReport | null> {
    return author.attempt(
      (exchange) => pull(exchange, { binding: this.#binding, followed: null, force }),
      mishaps,
      cuts,
    );
  }

  push(
    author: Author,
    options: { readonly force: boolean; readonly remove: boolean },
    mishaps?: readonly Mishap[],
    cuts?: readonly Cut[],
  ): Promise<PushReport | null> {
    const whole = { ...options, binding: this.#binding, followed: null, approve: async () => true };
    return author.attempt((exchange) => push(exchange, whole), mishaps, cuts);
  }

  /** An author settles all conflicts in one way. */
  resolve(author: Author, way: Way, mishaps?: readonly Mishap[], cuts?: readonly Cut[]): Promise<unknown> {
    const target = { binding: this.#binding, followed: this.#binding.theme.id };
    return author.attempt(
      (exchange) => settle(exchange, target, ({ merged }) => (merged === null ? way : null)),
      mishaps,
      cuts,
    );
  }

  /** An author saves what they see, with a new mark. @param drops whether an old one goes */
  save(author: Author, path: string, drops: boolean): void {
    const { marks, dropped } = this.#next(path, author.read(path), drops);
    author.write(path, written(path, marks));
    this.#note(marks, dropped);
  }

  remove(author: Author, path: string): void {
    this.#note([], marksIn(path, author.read(path)));
    rmSync(join(author.root, path), { force: true });
  }

  /** The editor saves what they see on the service. */
  async put(path: string, drops: boolean): Promise<void> {
    const present = await this.#seen(path);
    const { marks, dropped } = this.#next(path, present, drops);
    await this.#writeIf(path, present, { ecrire: { [path]: written(path, marks) } }, marks, dropped);
  }

  async erase(path: string): Promise<void> {
    const present = await this.#seen(path);
    if (present !== null) await this.#writeIf(path, present, { supprimer: [path] }, [], marksOf(path, present));
  }

  /** Whatever instant it is: every file on the disks is a whole one. */
  expectWhole(): void {
    for (const author of this.authors) {
      for (const path of PATHS) marksIn(path, author.read(path));
    }
  }

  /** An author settles conflicts as people do, by keeping both, and sends the rest. */
  async agree(author: Author): Promise<void> {
    const { conflicts } = await insisting(() => this.pull(author));
    for (const { file, local, remote } of conflicts) {
      const marks = [...marksIn(file.path, local), ...marksIn(file.path, remote)];
      author.write(file.path, written(file.path, [...new Set(marks)]));
    }
    for (const path of PATHS) {
      const content = author.read(path);
      if (content !== null && markerLine(content) !== null) author.write(path, written(path, marksOf(path, content)));
    }
    await insisting(() => this.push(author, { force: true, remove: true }));
  }

  /** Everybody exchanges until nothing is left to. */
  async settle(): Promise<void> {
    for (const author of [...this.authors, ...this.authors]) await this.agree(author);
    for (const author of this.authors) await insisting(() => this.pull(author));
  }

  async expectAgreed(): Promise<void> {
    const stored = await this.#stored();
    for (const author of this.authors) expect(author.files()).toEqual(stored);
  }

  /** Whatever somebody was told is saved is on the service or in a trash, unless somebody who saw it has taken it out. */
  async expectNothingLost(): Promise<void> {
    const stored = await this.#stored();
    const kept = [...Object.values(stored), ...this.authors.flatMap((author) => author.trash())].join('\n');
    const lost = [...this.#saved].filter(
      (mark) => !this.#takenOut.has(mark) && !new RegExp(`\\b${mark}\\b`).test(kept),
    );
    expect(lost).toEqual([]);
  }

  #next(path: string, present: string | null, drops: boolean): { marks: string[]; dropped: string[] } {
    const seen = marksIn(path, present);
    const dropped = drops ? seen.slice(0, 1) : [];
    return { marks: [...seen.slice(dropped.length), `m${++this.#marks}`], dropped };
  }

  #note(marks: readonly string[], dropped: readonly string[]): void {
    for (const mark of marks) this.#saved.add(mark);
    for (const mark of dropped) this.#takenOut.add(mark);
  }

  async #writeIf(path: string, present: string | null, lot: object, marks: string[], dropped: string[]): Promise<void> {
    const siEmpreinte = { [path]: present === null ? null : fingerprintOf(present) };
    const { status } = await this.#client.lot(this.#binding.theme.id, { ...lot, siEmpreinte });
    // Somebody was faster, or the machine is too busy: nobody was told that it is saved.
    expect([200, 409, 503]).toContain(status);
    this.#note(status === 200 ? marks : [], dropped);
  }

  /** What the editor sees; null for no such file. */
  async #seen(path: string): Promise<string | null> {
    return insisting(async () => {
      const { status, json } = await this.#client.files(this.#binding.theme.id, { query: `?chemin=${path}` });
      if (status === 404) return { content: null };
      return status === 200 ? { content: json().fichier.contenu as string } : null;
    }).then(({ content }) => content);
  }

  async #stored(): Promise<Record<string, string>> {
    const rows = await this.#client.stored(this.#binding.theme.id);
    return Object.fromEntries(rows.map(({ chemin, contenu }) => [chemin, contenu]));
  }
}

/** Tries until it is done: a machine that is busy with other tests refuses now and then. */
async function insisting<T>(attempt: () => Promise<T | null>): Promise<T> {
  return (await askUntil('it is not refused', attempt, (outcome) => outcome !== null)) as T;
}

const marksIn = (path: string, content: string | null): string[] => (content === null ? [] : marksOf(path, content));
