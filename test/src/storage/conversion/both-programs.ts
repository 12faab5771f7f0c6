import { expect } from 'vitest';
import { sourceFiles } from '../../../../sandbox/web-process/code/code-key.ts';
import type { Database } from '../../../../src/storage/database.ts';
import { loadWholeTheme } from '../../../../src/storage/public-themes.ts';
import { copyTheme } from '../../../../src/storage/theme-copy.ts';
import { deleteFiles, findFile, listFiles, upsertFiles } from '../../../../src/storage/theme-files.ts';
import { findFileThen, listFilesThen, listVersions } from '../../../../src/storage/theme-versions.ts';
import { beginVersion, lockTheme } from '../../../../src/storage/themes.ts';
import { inTransaction } from '../../../../src/storage/transaction.ts';
import { duplicateTheme } from '../../../../src/themes/copies.ts';
import { changeTheme, publishPrevious } from '../../../../src/themes/themes.ts';
import { restoreVersion } from '../../../../src/themes/versions.ts';
import type { OldProgram } from './old-program.ts';

type Files = ReadonlyMap<string, string>;

export const LAYOUT = 'layout/theme.liquid';
const REQUIRED = ['templates/index.json', 'config/settings_schema.json'];
/** Texts that a conversion could spoil. */
const ODD = ['', ' ', '€', '😀', '\u2028', 'a\r\nb', '{"a":[]}', '\uFEFF', 'é'.repeat(5_000)];

export const oldFiles = (n: number): Files =>
  new Map([
    ...REQUIRED.map((path): [string, string] => [path, '{}']),
    [LAYOUT, `thème ${n}`],
    ...ODD.map((text, at): [string, string] => [`snippets/${at}.liquid`, text]),
    ['assets/a.css', ODD[n % ODD.length] ?? ''],
  ]);

/** The themes of a site as both programs have left them. */
export class BothPrograms {
  readonly #siteId: string;
  readonly #old: OldProgram;
  readonly #database: Database;
  /** Content by path, by the themes' ids. */
  readonly #themes: Map<string, Files>;
  /** The themes that only the present program has written since their first version: their trees by version. */
  readonly #trees = new Map<string, Map<number, Files>>();
  #round = 0;
  #isOldThere = true;

  constructor(siteId: string, old: OldProgram, database: Database, themes: ReadonlyMap<string, Files>) {
    this.#siteId = siteId;
    this.#old = old;
    this.#database = database;
    this.#themes = new Map(themes);
  }

  /** Both write the same themes, by turns; each copies and publishes what the other has written. */
  async useBoth(): Promise<void> {
    const round = ++this.#round;
    const [one = '', two = ''] = [...this.#themes.keys()];
    const common = ODD[round % ODD.length] ?? '';
    await this.#writeOld(one, { [LAYOUT]: `ancien ${round}`, 'assets/a.css': common, 'snippets/commun.liquid': 'a' });
    await this.#writeNew(one, { [LAYOUT]: `nouveau ${round}`, 'snippets/commun.liquid': common });
    await this.#writeNew(two, { [LAYOUT]: 'b', 'snippets/n.liquid': common, 'snippets/o.liquid': common });
    await this.#old.remove(this.#siteId, two, ['snippets/n.liquid', 'snippets/0.liquid']);
    this.#forget(two, ['snippets/n.liquid', 'snippets/0.liquid']);
    await this.#removeNew(two, ['snippets/o.liquid']);
    await this.#writeOld(two, { [LAYOUT]: 'b', 'snippets/0.liquid': '', 'snippets/o.liquid': `${round}` });
    const copy = await this.#old.copy(this.#siteId, one, `copie ${round}`);
    this.#themes.set(copy, this.files(one));
    await this.#old.publish(this.#siteId, copy);
    await changeTheme(this.#database.management, this.#siteId, two, { publish: true });
    await this.checkAll();
    // What was published before is published again by either.
    if (round % 2 === 0) await this.#old.publish(this.#siteId, copy);
    else await this.#revert();
    await this.useNew();
  }

  async useNew(): Promise<void> {
    const { management } = this.#database;
    const [source = ''] = [...this.#themes.keys()];
    const own = await duplicateTheme(management, this.#siteId, source, 'essai');
    const before = this.files(source);
    this.#themes.set(own, before);
    this.#trees.set(own, new Map([[1, before]]));
    await this.#writeNew(own, { 'assets/a.css': 'neuf', 'assets/b.css': '' });
    await this.#removeNew(own, ['assets/a.css']);
    await restoreVersion(management, this.#siteId, own, 1, 'essai');
    this.#note(own, before);
    await this.checkAll();
  }

  async endOld(): Promise<void> {
    await this.#old.end();
    this.#isOldThere = false;
  }

  /** Whatever program reads, it finds what either has written. */
  async checkAll(): Promise<void> {
    for (const [id, files] of this.#themes) {
      if (this.#isOldThere) expect(await this.#old.read(this.#siteId, id)).toEqual(sorted(files));
      expect(await this.#readNew(id)).toEqual(sorted(files));
    }
    for (const [id, trees] of this.#trees) await this.#checkVersions(id, trees);
    const { rows } = await this.#database.management.query<{ id: string }>(
      "SELECT id FROM themes WHERE site_id = $1 AND role = 'publie'",
      [this.#siteId],
    );
    const published = String(rows[0]?.id);
    const code = sourceFiles(Object.fromEntries(this.files(published)));
    const shown = await loadWholeTheme(this.#database.public, this.#siteId, published);
    expect([...(shown?.code ?? [])].sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual(code);
    if (!this.#isOldThere) return;
    const old = await this.#old.readPublished(this.#siteId);
    expect(old.id).toBe(published);
    expect(old.code).toEqual(new Map(code.map(({ path, key, text }) => [path, [key, text]])));
  }

  files(id: string): Files {
    return this.#themes.get(id) ?? new Map();
  }

  async #revert(): Promise<void> {
    const { management } = this.#database;
    const { rows } = await management.query<{ id: string; numero: number }>(
      "SELECT id, retire_numero AS numero FROM themes WHERE site_id = $1 AND role = 'brouillon' AND retire_numero IS NOT NULL",
      [this.#siteId],
    );
    const [previous] = rows;
    expect(await publishPrevious(management, this.#siteId, 'essai')).toBe(previous?.id);
  }

  async #checkVersions(id: string, trees: ReadonlyMap<number, Files>): Promise<void> {
    const { management } = this.#database;
    const versions = await listVersions(management, this.#siteId, id, { before: null, atMost: 50 });
    expect(versions.map(({ numero }) => numero)).toEqual([...trees.keys()].reverse());
    for (const [number, files] of trees) {
      const paths = (await listFilesThen(management, this.#siteId, id, number)).map(({ chemin }) => chemin);
      expect(paths).toEqual([...sorted(files).keys()]);
      for (const path of paths.filter((each) => each.startsWith('assets/'))) {
        expect((await findFileThen(management, this.#siteId, id, number, path))?.contenu).toBe(files.get(path));
      }
    }
  }

  async #readNew(id: string): Promise<Map<string, string>> {
    const { management } = this.#database;
    const copy = await copyTheme(management, this.#siteId, id, Number.MAX_SAFE_INTEGER);
    const files = new Map(Object.entries(JSON.parse(`{${copy?.members.join(',')}}`) as Record<string, string>));
    expect((await listFiles(management, this.#siteId, id)).map(({ chemin }) => chemin)).toEqual([...files.keys()]);
    expect((await findFile(management, this.#siteId, id, LAYOUT))?.contenu).toBe(files.get(LAYOUT));
    return files;
  }

  async #writeOld(id: string, files: Readonly<Record<string, string>>): Promise<void> {
    await this.#old.write(this.#siteId, id, new Map(Object.entries(files)));
    this.#themes.set(id, new Map([...this.files(id), ...Object.entries(files)]));
  }

  async #writeNew(id: string, files: Readonly<Record<string, string>>): Promise<void> {
    const contents = new Map(Object.entries(files));
    await inTransaction(this.#database.management, async (client) => {
      await lockTheme(client, this.#siteId, id);
      await upsertFiles(
        client,
        await beginVersion(client, this.#siteId, id, { auteur: 'essai', moyen: 'lot' }),
        contents,
      );
    });
    this.#note(id, new Map([...this.files(id), ...contents]));
  }

  async #removeNew(id: string, paths: readonly string[]): Promise<void> {
    await inTransaction(this.#database.management, async (client) => {
      await lockTheme(client, this.#siteId, id);
      await deleteFiles(client, await beginVersion(client, this.#siteId, id, { auteur: 'essai', moyen: 'lot' }), paths);
    });
    this.#forget(id, paths);
    this.#note(id, this.files(id));
  }

  #forget(id: string, paths: readonly string[]): void {
    this.#themes.set(id, new Map([...this.files(id)].filter(([path]) => !paths.includes(path))));
  }

  #note(id: string, files: Files): void {
    this.#themes.set(id, files);
    const trees = this.#trees.get(id);
    trees?.set(trees.size + 1, files);
  }
}

const sorted = (files: Files): Map<string, string> =>
  new Map([...files].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
