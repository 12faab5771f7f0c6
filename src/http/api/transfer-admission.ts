import type { FastifyReply } from 'fastify';
import { ConcurrencyLimit } from '../../../concurrency/concurrency-limit.ts';
import type { Actor } from '../../accounts/members.ts';
import { transfersBusy, uploadsBusy } from '../../errors.ts';
import { MEDIA_LIMITS } from '../../media/limits.ts';
import { onceOver } from '../answer-end.ts';

const MEBIBYTE = 1024 * 1024;

/** Calls back once an answer is over; one that its client takes too long to read is ended. @param withinMs milliseconds */
function onceRead(raw: FastifyReply['raw'], withinMs: number, over: () => void): void {
  const late = setTimeout(() => raw.destroy(), withinMs);
  onceOver(raw, () => {
    clearTimeout(late);
    over();
  });
}

/** Total bytes of the imports in progress: two of the largest archives. An import holds memory also while its client is slow. */
const IMPORT_BYTES_IN_ALL = 400 * MEBIBYTE;
const IMPORT_BYTES_AT_LEAST = 32 * MEBIBYTE;

/** Admits imports: one of a site at a time, and a total of bytes for all sites, of which an account has half. */
export class ImportAdmission {
  readonly #sites = new Set<string>();
  readonly #bytes = new ConcurrencyLimit(IMPORT_BYTES_IN_ALL, IMPORT_BYTES_IN_ALL);

  /**
   * @param bytes the announced length of the archive
   * @throws MomentaryRefusal when this import must not be read now
   */
  admit({ siteId, accountId: account }: Actor, bytes: number, { raw }: FastifyReply): void {
    const claim = { amount: Math.max(bytes, IMPORT_BYTES_AT_LEAST), account };
    if (this.#sites.has(siteId) || !this.#bytes.admit(siteId, claim)) throw transfersBusy();
    this.#sites.add(siteId);
    onceOver(raw, () => {
      this.#sites.delete(siteId);
      this.#bytes.leave(siteId, claim);
    });
  }
}

/** Bytes of exports that may be in memory, of one site and of all sites: a theme has 360 MiB at most. */
const EXPORT_BYTES_PER_SITE = 384 * MEBIBYTE;
const EXPORT_BYTES_IN_ALL = 768 * MEBIBYTE;
/** How long a client may take to read an export, milliseconds. */
const EXPORT_READ_WITHIN_MS = 10 * 60 * 1_000;

/** Admits exports. */
export class ExportAdmission {
  readonly #bytes = new ConcurrencyLimit(EXPORT_BYTES_PER_SITE, EXPORT_BYTES_IN_ALL);

  /** @throws MomentaryRefusal when exports in progress already use too much memory */
  admit({ siteId, accountId: account }: Actor, bytes: number, { raw }: FastifyReply): void {
    const claim = { amount: bytes, account };
    if (!this.#bytes.admit(siteId, claim)) throw transfersBusy();
    onceRead(raw, EXPORT_READ_WITHIN_MS, () => this.#bytes.leave(siteId, claim));
  }
}

/** Tables that are read at once: each holds some rows in memory. */
const TABLES_PER_SITE = 2;
const TABLES_IN_ALL = 16;

/** Admits exports of a list of a site: what visitors sent, the record. */
export class TableAdmission {
  readonly #tables = new ConcurrencyLimit(TABLES_PER_SITE, TABLES_IN_ALL);

  /** @throws MomentaryRefusal when too many are read already */
  admit({ siteId, accountId: account }: Actor, { raw }: FastifyReply): void {
    if (!this.#tables.admit(siteId, { account })) throw transfersBusy();
    onceRead(raw, EXPORT_READ_WITHIN_MS, () => this.#tables.leave(siteId, { account }));
  }
}

/** Archives that are made at once: each takes a connection. */
const ARCHIVES_MADE = 3;
/** Archives at once, with those that are only read still: each takes the disk for what it has. */
const ARCHIVES_IN_ALL = 16;
const ARCHIVE_READ_WITHIN_MS = 60 * 60 * 1_000;

/** Admits archives of whole sites and accounts: one of an account at a time. Who reads slowly keeps nobody from having one made. */
export class WholeArchiveAdmission {
  readonly #made = new ConcurrencyLimit(1, ARCHIVES_MADE);
  readonly #archives = new ConcurrencyLimit(1, ARCHIVES_IN_ALL);

  /**
   * @param make makes an archive of this account
   * @returns what `make` gives
   * @throws MomentaryRefusal when no archive must be made now
   */
  async make<T>(accountId: string, { raw }: FastifyReply, make: () => Promise<T>): Promise<T> {
    if (!this.#archives.admit(accountId)) throw transfersBusy();
    onceRead(raw, ARCHIVE_READ_WITHIN_MS, () => this.#archives.leave(accountId));
    if (!this.#made.admit(accountId)) throw transfersBusy();
    try {
      return await make();
    } finally {
      this.#made.leave(accountId);
    }
  }
}

/** Admits uploads to libraries, also those that wait unread for their turn (`Uploads`): their connections are what they cost. */
export class UploadAdmission {
  readonly #uploads = new ConcurrencyLimit(MEDIA_LIMITS.waiting, MEDIA_LIMITS.waitingInAll);

  /** @throws MomentaryRefusal when too many wait already */
  admit({ siteId, accountId: account }: Actor, { raw }: FastifyReply): void {
    if (!this.#uploads.admitShare(siteId, { account })) throw uploadsBusy();
    onceOver(raw, () => this.#uploads.leave(siteId, { account }));
  }
}
