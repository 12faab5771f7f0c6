/** Runs the commands of docs/operations.md, Backup and restore, as they stand there. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type MediaFiles, openMediaFiles } from '../../../src/media/store/open-store.ts';
import { withConnection } from '../../../src/storage/database.ts';
import { type EmbeddedServer, startEmbeddedServer } from '../../../src/storage/embedded/server.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { freshDataDir } from '../../support/data-dir.ts';
import { query } from '../../support/database.ts';
import { needs } from '../../support/needs.ts';
import { printedByAdmin } from '../../support/operator.ts';
import { findPostgresTools, postgresTools } from '../../support/postgres-tools.ts';
import { startTestProgram, type TestProgram } from '../../support/program.ts';
import { PASSWORD } from '../../support/sign-in.ts';
import { insertMedia } from '../../support/stored-media.ts';
import { until } from '../../support/until.ts';
import { expectToGoOn, makeWholeSite, manage, observe, type WholeSite, writeDraft } from './whole-site.ts';

const SECTION = /^## Backup and restore$([\s\S]*?)^## /m;

const text = await readFile('docs/operations.md', 'utf8');
const blocks = [...(SECTION.exec(text)?.[1] ?? '').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
  ([, block = '']) => block,
);
const left = new Set(blocks);
const tools = await findPostgresTools();

/** The commands that contain this. */
function block(word: string): string {
  const [found, ...more] = blocks.filter((candidate) => candidate.includes(word));
  if (!found || more.length > 0) throw new Error(`docs/operations.md has ${more.length + 1} blocks with ${word}`);
  left.delete(found);
  return found;
}

/** Runs commands of the page in a shell, with its variables for the server of `DATA_DIR`. */
function shell(word: string, variables: Record<string, string>): Promise<void> {
  const script = `${block('export PGHOST')}\n${block(word)}`;
  const env = { PATH: `${tools}:${process.env.PATH}`, ...variables };
  return new Promise((resolve, reject) => {
    execFile('bash', ['-euo', 'pipefail', '-c', script], { env }, (error, _out, err) => {
      if (error) reject(new Error(`${script}\n${err}`));
      else resolve();
    });
  });
}

const folders: string[] = [];
async function freshFolder(): Promise<string> {
  const folder = await freshDataDir();
  folders.push(folder);
  return folder;
}

describe('an instance that is backed up while it serves and is written to', needs(postgresTools(tools)), () => {
  let [DATA_DIR, BACKUP, ARCHIVE] = ['', '', ''];
  let server: EmbeddedServer;
  let vitrine: TestProgram;
  let sites: WholeSite[];
  let media: MediaFiles;

  beforeAll(async () => {
    DATA_DIR = await freshFolder();
    BACKUP = await freshFolder();
    ARCHIVE = join(BACKUP, 'journal');
    await mkdir(ARCHIVE);
    await chmod(ARCHIVE, 0o777);
    server = await startEmbeddedServer(DATA_DIR, () => undefined);
    await shell('archive_command', { DATA_DIR, ARCHIVE });
    await server.stop();
    server = await startEmbeddedServer(DATA_DIR, () => undefined);
    vitrine = await startTestProgram({ DATA_DIR }, { databaseUrl: server.url });
    sites = [await makeWholeSite(vitrine), await makeWholeSite(vitrine)];
    media = await openMediaFiles({ dataDir: DATA_DIR, mediaBucket: undefined });
    await addPicture();
  });
  afterAll(async () => {
    await vitrine?.close();
    await server?.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  async function addPicture(): Promise<void> {
    const { rows } = await query(server.url, 'SELECT id FROM sites LIMIT 1');
    await insertMedia(server.url, media.store, rows[0].id, randomBytes(100_000));
  }

  /** Writes one file of a draft again and again while `work` runs. @returns the numbers written before it, and at its end */
  async function writingDuring(site: WholeSite, work: () => Promise<void>): Promise<{ before: number; after: number }> {
    let [written, over] = [0, false];
    onTestFinished(() => {
      over = true;
    });
    const writing = (async () => {
      while (!over) {
        await writeDraft(vitrine, site, 'assets/compte.css', `/* ${written + 1} */`);
        written++;
      }
    })();
    await until('three writes are done', () => expect(written).toBeGreaterThan(2));
    const before = written;
    await work();
    over = true;
    await writing;
    return { before, after: written };
  }

  /** What the draft has of such writing: the number in the file, and those in the file at each version, the newest first. */
  async function countsOf(program: TestProgram, site: WholeSite): Promise<number[]> {
    const path = `themes/${site.draftId}/fichiers`;
    const { versions } = await manage(program, site, `${path}?versions`);
    const written = versions.filter(({ chemins }: { chemins: string[] }) => chemins.includes('assets/compte.css'));
    return Promise.all(
      written.map(async ({ numero }: { numero: number }) => {
        const { fichier } = await manage(program, site, `${path}?version=${numero}&chemin=assets/compte.css`);
        return Number(/\d+/.exec(fichier.contenu)?.[0]);
      }),
    );
  }

  async function withProgramOn(dataDir: string, work: (restored: TestProgram) => Promise<void>): Promise<void> {
    const restored = await startEmbeddedServer(dataDir, () => undefined);
    try {
      const program = await startTestProgram({ DATA_DIR: dataDir }, { databaseUrl: restored.url });
      await work(program).finally(() => program.close());
    } finally {
      await restored.stop();
    }
  }

  it('a dump, restored into a new server, is served as it was, and goes on', async () => {
    const [quiet, busy] = sites as [WholeSite, WholeSite];
    const seen = await observe(vitrine, quiet);
    const { before, after } = await writingDuring(busy, () => shell('pg_dump', { DATA_DIR, BACKUP }));
    // After the dump, and before the copy of the files.
    await addPicture();
    await shell('originaux" "$BACKUP', { DATA_DIR, BACKUP });
    // It holds requests of visitors.
    expect((await stat(join(BACKUP, 'vitrine.dump'))).mode & 0o777).toBe(0o600);

    const target = await freshFolder();
    const empty = await startEmbeddedServer(target, () => undefined);
    const restore = async () => {
      await shell('dropdb', { DATA_DIR: target });
      await shell('pg_restore', { DATA_DIR: target, BACKUP });
    };
    // Into a server without the program's roles; then in the place of a database of a server that has them.
    await restore();
    await withConnection('DATABASE_URL', empty.url, migrate);
    await restore();
    await empty.stop();
    await shell('medias/" "$DATA_DIR', { DATA_DIR: target, BACKUP });

    await withProgramOn(target, async (restored) => {
      expect(await observe(restored, quiet)).toEqual(seen);
      const verified = JSON.parse(
        await printedByAdmin(restored.databaseUrl, ['medias', 'verifier', '--json'], { DATA_DIR: target }),
      );
      expect(verified).toMatchObject({ ok: true, medias: 1, octets: 100_000, sans_ligne: [{ octets: 100_000 }] });
      const counts = await countsOf(restored, busy);
      const [last = 0] = counts;
      expect(last).toBeGreaterThanOrEqual(before);
      expect(last).toBeLessThanOrEqual(after);
      expect(counts).toEqual(counts.map((_, place) => last - place));
      for (const site of [quiet, busy]) await expectToGoOn(restored, site, PASSWORD);
    });
  });

  it('a base backup and the archive lead to the moment before a draft was deleted', async () => {
    const [site, busy] = sites as [WholeSite, WholeSite];
    await shell('pg_basebackup', { DATA_DIR, BACKUP });
    await shell('postgres-password" "$BACKUP', { DATA_DIR, BACKUP });
    await writeDraft(vitrine, site, 'assets/un.css', '/* after the backup */');
    const seen = await observe(vitrine, site);
    const { rows } = await query(
      server.url,
      'SELECT clock_timestamp()::text AS now, pg_walfile_name(pg_current_wal_lsn()) AS log',
    );
    const [{ now: MOMENT, log }] = rows as [{ now: string; log: string }];
    await manage(vitrine, site, `themes?id=${site.draftId}`, { method: 'DELETE' });
    await shell('pg_switch_wal', { DATA_DIR });
    const archived = () => query(server.url, 'SELECT FROM pg_stat_archiver WHERE last_archived_wal >= $1', [log]);
    await until('the log is archived', async () => expect((await archived()).rowCount).toBe(1));

    const NEW_DATA_DIR = await freshFolder();
    await shell('recovery.signal', { DATA_DIR, BACKUP, ARCHIVE, NEW_DATA_DIR, MOMENT });
    await withProgramOn(NEW_DATA_DIR, async (restored) => {
      expect(await observe(restored, site)).toEqual(seen);
      for (const each of [site, busy]) await expectToGoOn(restored, each, PASSWORD);
    });
  });

  it('no command of the page was left out', () => {
    expect([...left]).toEqual([]);
  });
});
