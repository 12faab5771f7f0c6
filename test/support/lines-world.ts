/** Two folders on a site with themes of two lines of descent, of which drafts are made, published and deleted meanwhile. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Context } from '../../src/cli/commands/context.ts';
import { publish } from '../../src/cli/commands/publish.ts';
import { pullCommand } from '../../src/cli/commands/pull.ts';
import { pushCommand } from '../../src/cli/commands/push.ts';
import { Remote } from '../../src/cli/remote/remote.ts';
import type { Client } from './client.ts';
import type { Cut, Mishap } from './mortal.ts';
import { MINIMAL_THEME } from './program.ts';
import { emptyRecord, type Recorded, recordingTerminal } from './recording-terminal.ts';
import { Author } from './theme-world.ts';

/** The files that are edited, of whichever line. */
export const LINE_PATHS = ['assets/a.css', 'assets/b.css'] as const;
const LETTERS = ['A', 'B'] as const;
type Letter = (typeof LETTERS)[number];

export const UNNAMED = ['recuperer', 'pousser', 'publier', 'recuperer-force', 'pousser-force'] as const;
export type Unnamed = (typeof UNNAMED)[number];

interface Folder {
  readonly author: Author;
  /** The line of descent that it was begun with. */
  readonly letter: Letter;
}

/** What each text says: marks of one line, such as `A12`. */
const marksIn = (text: string): readonly string[] => text.match(/[AB]\d+/g) ?? [];

export class LinesWorld {
  readonly #client: Client;
  readonly #address: string;
  readonly #letters = new Map<string, Letter>();
  readonly #folders: Folder[] = [];
  /** Marks that somebody has removed by hand. */
  readonly #takenOut = new Set<string>();
  #marks = 0;

  private constructor(client: Client, address: string) {
    this.#client = client;
    this.#address = address;
  }

  /**
   * Theme A is published, the working draft is of A, and B is a draft.
   * @param isCrossed whether B is published then, so that the working draft is of the other line than the published theme, which a folder follows
   */
  static async begin(client: Client, address: string, isCrossed: boolean): Promise<LinesWorld> {
    const world = new LinesWorld(client, address);
    await client.sql(NOTE_WRITES_IN_PUBLIC);
    const ids: string[] = [];
    for (const letter of LETTERS) {
      const fichiers = { ...MINIMAL_THEME, 'assets/a.css': `${letter}0\n`, 'assets/b.css': `${letter}0\n` };
      const body = { format: 'service-theme', format_version: 1, nom: letter, fichiers };
      const { themeId } = (await client.ask({ method: 'POST', path: '/api/themes/importer', body })).json();
      world.#letters.set(themeId, letter);
      ids.push(themeId);
    }
    await client.publish(String(ids[0]));
    await world.openDraft();
    if (isCrossed) await client.publish(String(ids[1]));
    for (const who of [0, 1] as const) await world.beginFolder(who, who);
    return world;
  }

  /** A command that names the published theme brings it into a folder in the place of another. */
  async move(who: 0 | 1, mishaps: readonly Mishap[] = []): Promise<void> {
    const folder = this.#folder(who);
    await folder.author.attempt(() => pullCommand(this.#context(folder), 'publie', {}), mishaps);
  }

  /** Whether a folder has this text in a file or in its trash. */
  has(who: 0 | 1, text: string): boolean {
    const { author } = this.#folder(who);
    return [this.#textsOf(author), ...author.trash()].join('\n').includes(text);
  }

  isBusy(who: 0 | 1): boolean {
    return this.#folder(who).author.isBusy;
  }

  usualOperations(who: 0 | 1): number {
    return this.#folder(who).author.usualOperations;
  }

  /** Somebody begins a new folder with a theme that they name. @param which of the themes that there are */
  async beginFolder(who: 0 | 1, which: number): Promise<void> {
    const theme = await this.#themeAt(which);
    const letter = this.#letters.get(theme.lignee);
    expect(letter).toBeDefined();
    const remote = new Remote({ address: this.#address, key: this.#client.tenant.key }, new AbortController().signal);
    const folder: Folder = { author: new Author(remote), letter: letter ?? 'A' };
    await folder.author.attempt(() => pullCommand(this.#context(folder), theme.id, { dossier: '.' }));
    this.#folders[who] = folder;
  }

  /** @returns the mark that is saved */
  save(who: 0 | 1, path: string): string {
    const { author, letter } = this.#folder(who);
    const mark = `${letter}${++this.#marks}\n`;
    author.write(path, `${author.read(path) ?? ''}${mark}`);
    return mark;
  }

  remove(who: 0 | 1, path: string): void {
    const { author } = this.#folder(who);
    for (const mark of marksIn(author.read(path) ?? '')) this.#takenOut.add(mark);
    rmSync(join(author.root, path), { force: true });
  }

  /** Runs a command that names no theme, all of whose questions are answered yes: nothing leaves the folder but to its trash. */
  async run(who: 0 | 1, command: Unnamed, mishaps: readonly Mishap[], cuts: readonly Cut[]): Promise<void> {
    const folder = this.#folder(who);
    const { author } = folder;
    const record = emptyRecord();
    const context = this.#context(folder, record);
    const before = { folder: marksIn(this.#textsOf(author)), service: await this.#everywhere() };
    const published = await this.#published();
    await author.attempt(
      async () => {
        if (command === 'publier') return publish(context, undefined, {});
        const forcer = command.endsWith('-force');
        if (command.startsWith('pousser')) return pushCommand(context, [], { forcer, supprimer: true });
        return pullCommand(context, undefined, { forcer });
      },
      mishaps,
      cuts,
    );
    const kept = [this.#textsOf(author), ...author.trash(), before.service, await this.#everywhere()].join('\n');
    const after = new Set(marksIn(kept));
    expect(before.folder.filter((mark) => !after.has(mark) && !this.#takenOut.has(mark))).toEqual([]);
    if (mishaps.every(({ what }) => typeof what === 'string') && (await this.#published()) !== published) {
      expect([command, record.questions.at(-1)]).toEqual(['publier', expect.stringMatching(/^Publier /)]);
    }
  }

  async publish(which: number): Promise<void> {
    await this.#client.publish((await this.#themeAt(which)).id);
  }

  async delete(which: number): Promise<void> {
    await this.#client.ask({ method: 'DELETE', path: `/api/themes?id=${(await this.#themeAt(which)).id}` });
  }

  async openDraft(): Promise<void> {
    await this.#client.themes('POST', { action: 'brouillon' });
  }

  async goBack(): Promise<void> {
    await this.#client.themes('POST', { action: 'revenir' });
  }

  /** Whatever has happened: each theme and each folder has marks of its own line only, and nobody has written for visitors. */
  async expectApart(): Promise<void> {
    for (const { author, letter } of this.#folders) {
      expect([letter, ...new Set(marksIn(this.#textsOf(author)).map(([first]) => first))].join()).toMatch(
        /^(.)(,\1)?$/,
      );
    }
    const { siteId } = this.#client.tenant;
    const { rows } = await this.#client.sql(
      `SELECT coalesce(t.lignee, t.issu_de, t.id) AS line, string_agg(f.contenu, ' ') AS texts
       FROM themes t JOIN fichiers_complets f ON f.site_id = t.site_id AND f.theme_id = t.id AND f.chemin LIKE 'assets/%'
       WHERE t.site_id = $1 GROUP BY 1`,
      [siteId],
    );
    for (const { line, texts } of rows) {
      const strange = marksIn(String(texts)).filter(([first]) => first !== this.#letters.get(String(line)));
      expect(strange).toEqual([]);
    }
    const written = await this.#client.sql('SELECT theme_id FROM ecrits_en_public WHERE site_id = $1', [siteId]);
    expect(written.rows).toEqual([]);
  }

  #folder(who: 0 | 1): Folder {
    return this.#folders[who] as Folder;
  }

  #context({ author }: Folder, record: Recorded = emptyRecord()): Context {
    return {
      terminal: recordingTerminal(record, { answer: true }),
      environment: { VITRINE_ADRESSE: this.#address, VITRINE_CLE: this.#client.tenant.key },
      workingFolder: author.root,
      signal: new AbortController().signal,
    };
  }

  #textsOf(author: Author): string {
    return LINE_PATHS.map((path) => author.read(path) ?? '').join('\n');
  }

  /** The texts of all themes of the site, and of their versions. */
  async #everywhere(): Promise<string> {
    const { rows } = await this.#client.sql(
      `SELECT string_agg(t.contenu, ' ') AS texts
       FROM (SELECT site_id, texte, chemin FROM fichiers UNION SELECT site_id, texte, chemin FROM fichiers_remplaces) f
       JOIN textes t ON t.cle = f.texte WHERE f.site_id = $1 AND f.chemin LIKE 'assets/%'`,
      [this.#client.tenant.siteId],
    );
    return String(rows[0]?.texts ?? '');
  }

  async #published(): Promise<string | undefined> {
    return (await this.#client.list()).find(({ role }) => role === 'publie')?.id;
  }

  async #themeAt(which: number): Promise<{ readonly id: string; readonly lignee: string }> {
    const { themes } = (await this.#client.ask({ path: '/api/themes?lignees' })).json();
    return themes[which % themes.length];
  }
}

/** Notes each version that a theme gets while visitors see it. */
const NOTE_WRITES_IN_PUBLIC = `
CREATE TABLE IF NOT EXISTS ecrits_en_public (site_id uuid, theme_id uuid);
CREATE OR REPLACE FUNCTION noter_ecrit_en_public() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO ecrits_en_public VALUES (NEW.site_id, NEW.id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER themes_ecrits_en_public AFTER UPDATE ON themes FOR EACH ROW
  WHEN (OLD.role = 'publie' AND NEW.role = 'publie' AND OLD.numero <> NEW.numero) EXECUTE FUNCTION noter_ecrit_en_public();`;
