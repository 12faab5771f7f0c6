import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { PoolClient } from 'pg';
import { TurnsOfEach } from '../../concurrency/semaphore.ts';
import type { FocalPoint } from '../../engine/pictures/facts.ts';
import { changeContent } from '../content/changes.ts';
import type { Media } from '../contract/medias.ts';
import { drawingTooLong, heicRefused, otherKind, Refusal, siteFull, uploadsBusy } from '../errors.ts';
import { lockSite } from '../storage/content.ts';
import * as stored from '../storage/medias.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { inTransaction } from '../storage/transaction.ts';
import { noteVariants } from '../storage/variants.ts';
import { isolated } from '../text/names.ts';
import { goneKeys, type LibraryFiles, mediaOf, removeBytes } from './library.ts';
import { MEDIA_LIMITS } from './limits.ts';
import type { PictureOutcome, PictureProcessor } from './processing/picture-processor.ts';
import type { MadeFile, MediaType, Wanted } from './processing/protocol.ts';
import { type ReceivedFile, receive } from './receive.ts';
import type { Arrivals } from './store/arrivals.ts';
import { originalKey, variantKey } from './store/media-store.ts';

const MIDDLE: FocalPoint = { x: 500, y: 500 };

/** What is made at the upload: what the studio shows, and what most pages ask for first. */
const MADE_AT_ONCE: readonly Wanted[] = [
  ...[640, 1280].map((width) => ({ width, ratio: null, focal: MIDDLE, format: 'webp' }) as const),
  'svg',
];

/** How long an upload waits for its turn, milliseconds: the server ends a request after 240 s, and the body needs its time. */
const WAIT_MS = 200_000;
/** Bytes of a random part of the name of a stored file. */
const OBJECT_BYTES = 8;
/** A picture with other proportions, by more than this part, has other things at the same point. */
const SAME_RATIO = 0.01;

export interface UploadServices extends LibraryFiles {
  readonly arrivals: Arrivals;
  readonly pictures: Pick<PictureProcessor, 'take'>;
  /** Bytes of the files of one site, at most. */
  readonly quota: number;
}

/** A file that a client sends. */
export interface Upload {
  readonly accountId: string;
  readonly body: Readable;
  /** What the client says of it. */
  readonly declaredType: string | null;
  /** Aborts when the client has gone. */
  readonly gone: AbortSignal;
}

/** A file with all that is made of it, in the store and not yet in a row. */
interface PlacedFile extends stored.NewFile {
  readonly files: readonly MadeFile[];
}

/** What a transaction has done. @property gone keys whose bytes nobody needs any more */
interface Outcome {
  readonly media: Media;
  readonly isNew: boolean;
  readonly gone: readonly string[];
}

/** Takes files into libraries (docs/media.md, An upload). */
export class Uploads {
  readonly #services: UploadServices;
  readonly #ofSite: TurnsOfEach;
  readonly #ofAccount: TurnsOfEach;
  /** By site and content: what is sent twice at once is examined once. */
  readonly #ofContent: TurnsOfEach;

  constructor(services: UploadServices) {
    this.#services = services;
    this.#ofSite = new TurnsOfEach(Number.POSITIVE_INFINITY, MEDIA_LIMITS.uploads);
    this.#ofAccount = new TurnsOfEach(Number.POSITIVE_INFINITY, MEDIA_LIMITS.uploadsOfAccount);
    this.#ofContent = new TurnsOfEach(Number.POSITIVE_INFINITY);
  }

  /**
   * Adds a file to a library, unless it has these bytes already.
   * @returns the file, and whether it is new
   * @throws Refusal `trop_lourd`, `type_refuse`, `media_illisible`, `trop_de_pixels`, `quota_atteint`, `invalid_input`; MomentaryRefusal
   */
  async add(siteId: string, name: string, upload: Upload): Promise<Pick<Outcome, 'media' | 'isNew'>> {
    return this.#receive(siteId, upload, async (file) => {
      const { db } = this.#services;
      const known = await stored.findMediaByContent(db, siteId, file.sha256);
      if (known) return { media: mediaOf(known), isNew: false };
      await this.#assertRoom(db, siteId, { files: 1, bytes: file.bytes });
      return this.#place(siteId, file, upload, (placed) =>
        inTransaction(db, async (client) => {
          if (!(await lockSite(client, siteId))) throw new Refusal('introuvable');
          const same = await stored.findMediaByContent(client, siteId, file.sha256);
          if (same) return { media: mediaOf(same), isNew: false, gone: [originalKey(siteId, placed.object)] };
          await this.#assertRoom(client, siteId, { files: 1, bytes: file.bytes });
          const row = await stored.insertMedia(client, siteId, name, placed);
          return { media: mediaOf(row), isNew: true, gone: await this.#noteVariants(client, siteId, placed) };
        }),
      );
    });
  }

  /**
   * Gives a file of a library other bytes; its id, its name and its description stay. The point of interest stays where the new picture has
   * the same proportions.
   * @throws Refusal as `add`; `introuvable`; `media_existe` when another file of the site has these bytes; `type_refuse` also for a document in the
   *   place of a picture, and the reverse
   */
  async replace(siteId: string, id: string, upload: Upload): Promise<void> {
    const { db } = this.#services;
    await this.#assertReplaceable(db, siteId, id);
    await this.#receive(siteId, upload, async (file) => {
      const before = await this.#assertReplaceable(db, siteId, id, file.sha256);
      if (before.empreinte === file.sha256) return;
      await this.#assertRoom(db, siteId, { files: 0, bytes: file.bytes - before.octets });
      await this.#place(siteId, file, upload, (placed) =>
        changeContent(db, siteId, async (client) => {
          const present = await this.#assertReplaceable(client, siteId, id, file.sha256);
          if (isDocument(present.type) !== isDocument(placed.examined.type)) throw otherKind();
          await this.#assertRoom(client, siteId, { files: 0, bytes: file.bytes - present.octets });
          const row = await stored.replaceMedia(client, siteId, id, { ...placed, focal: focalFor(present, placed) });
          if (present.empreinte === file.sha256) {
            return { media: mediaOf(row), isNew: false, gone: [originalKey(siteId, present.objet)] };
          }
          const forgotten = await stored.forgetVariants(client, siteId, present.empreinte);
          const surplus = await this.#noteVariants(client, siteId, placed);
          return { media: mediaOf(row), isNew: true, gone: [...goneKeys(siteId, present, forgotten), ...surplus] };
        }),
      );
    });
  }

  /**
   * Waits for the turn of the site, reads the body, and gives the file to `work`, which sees no other file with the same bytes meanwhile.
   * @throws MomentaryRefusal when the turn does not come in time
   */
  async #receive<T>(
    siteId: string,
    { accountId, body, gone }: Upload,
    work: (file: ReceivedFile) => Promise<T>,
  ): Promise<T> {
    const patience = AbortSignal.any([gone, AbortSignal.timeout(WAIT_MS)]);
    const take = async () => {
      const path = await this.#services.arrivals.place();
      try {
        const file = await receive(body, path);
        return await this.#ofContent.run(`${siteId} ${file.sha256}`, () => work(file));
      } finally {
        await rm(path, { force: true });
      }
    };
    const ofSite = () => this.#ofSite.run(siteId, take, patience);
    return this.#ofAccount.run(accountId, ofSite, patience).catch((error) => {
      if (error !== patience.reason) throw error;
      throw gone.aborted ? new Refusal('invalid_input') : uploadsBusy();
    });
  }

  /**
   * Examines a file and stores it with what is made of it, then lets a transaction give it a row.
   * What was stored goes again when there is no row; what then stays, because database or store are away, the sweep removes.
   */
  async #place(
    siteId: string,
    file: ReceivedFile,
    upload: Upload,
    note: (placed: PlacedFile) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { store } = this.#services;
    const { bytes, sha256 } = file;
    const object = `${sha256}-${randomBytes(OBJECT_BYTES).toString('hex')}`;
    const { examined, files } = await this.#examine(siteId, file, upload);
    const keys = [originalKey(siteId, object), ...files.map(({ name }) => variantKey(siteId, sha256, name))];
    let isNoted = false;
    try {
      await store.putFile(originalKey(siteId, object), file.path, { bytes, sha256 });
      for (const made of files) await store.put(variantKey(siteId, sha256, made.name), made.bytes);
      if (upload.gone.aborted) throw new Refusal('invalid_input');
      isNoted = true;
      const outcome = await note({ object, bytes, sha256, examined, files });
      await removeBytes(this.#services, outcome.gone);
      return outcome;
    } catch (error) {
      const kept = isNoted ? await this.#findRow(siteId, object) : null;
      if (kept) return { media: mediaOf(kept), isNew: true, gone: [] };
      if (kept === null) await this.#removeUnnamed(siteId, sha256, keys);
      throw error;
    }
  }

  async #examine(siteId: string, file: ReceivedFile, { declaredType, gone }: Upload) {
    const request = { siteId, urgency: 'upload', declaredType, wanted: MADE_AT_ONCE, signal: gone } as const;
    const outcome = await this.#services.pictures.take(request, createReadStream(file.path)).catch((error) => {
      throw gone.aborted ? new Refusal('invalid_input') : error;
    });
    if ('examined' in outcome) return outcome;
    throw refusalFor(outcome);
  }

  async #noteVariants(client: PoolClient, siteId: string, { sha256, files }: PlacedFile): Promise<string[]> {
    if (files.length === 0) return [];
    const surplus = await noteVariants(client, {
      ...{ siteId, empreinte: sha256, quota: this.#services.quota },
      files: files.map(({ name, bytes }) => ({ name, bytes: bytes.length })),
    });
    return surplus.map(({ empreinte, nom }) => variantKey(siteId, empreinte, nom));
  }

  /**
   * The row of a stored file, after a transaction of which nobody knows how it ended: under the lock of the site, which that transaction holds
   * to its end.
   * @returns null where there is none; undefined where the database does not say
   */
  async #findRow(siteId: string, object: string): Promise<stored.StoredMedia | null | undefined> {
    try {
      return await inTransaction(this.#services.db, async (client) => {
        await lockSite(client, siteId);
        return stored.findMediaByObject(client, siteId, object);
      });
    } catch {
      return undefined;
    }
  }

  /** Removes what was stored in vain; variants stay where another upload has stored the same meanwhile. */
  async #removeUnnamed(siteId: string, sha256: string, [original = '', ...variants]: readonly string[]): Promise<void> {
    await removeBytes(this.#services, [original]);
    const other = await stored.findMediaByContent(this.#services.db, siteId, sha256).catch(() => undefined);
    if (other === null) await removeBytes(this.#services, variants);
  }

  /** @throws Refusal `quota_atteint`; `invalid_input` when the site has too many files */
  async #assertRoom(
    db: RolePools | PoolClient,
    siteId: string,
    more: { readonly files: number; readonly bytes: number },
  ): Promise<void> {
    const { count, bytes } = await stored.measureLibrary(db, siteId);
    if (more.bytes > 0 && bytes + more.bytes > this.#services.quota) throw new Refusal('quota_atteint');
    if (count + more.files > MEDIA_LIMITS.files) throw siteFull(MEDIA_LIMITS.files, 'images et documents');
  }

  /** @returns the row @throws Refusal `introuvable`, `media_existe` */
  async #assertReplaceable(
    db: RolePools | PoolClient,
    siteId: string,
    id: string,
    sha256?: string,
  ): Promise<stored.StoredMedia> {
    const row = await stored.findMedia(db, siteId, id);
    if (!row) throw new Refusal('introuvable');
    const other = sha256 === undefined ? null : await stored.findMediaByContent(db, siteId, sha256);
    if (other && other.id !== id) {
      const message = `Ce fichier est déjà dans la bibliothèque, sous le nom « ${isolated(other.nom)} » : choisissez-le là où il doit paraître.`;
      throw new Refusal('media_existe', { message });
    }
    return row;
  }
}

function refusalFor(outcome: Exclude<PictureOutcome, { readonly examined: unknown }>): Refusal {
  if ('refused' in outcome) {
    if (outcome.detail === 'heic') return heicRefused();
    // Bytes of other files were counted as they came.
    return outcome.refused === 'trop_lourd' ? drawingTooLong() : new Refusal(outcome.refused);
  }
  switch (outcome.failed) {
    case 'busy':
    case 'lost':
    case 'wall':
      return uploadsBusy();
    default:
      return new Refusal('media_illisible');
  }
}

const isDocument = (type: MediaType): boolean => type === 'application/pdf';

/** Where the point of interest of a replaced picture is. */
function focalFor(before: stored.StoredMedia, { examined }: stored.NewFile): FocalPoint {
  const [old, now] = [before.largeur / before.hauteur, examined.width / examined.height];
  return Math.abs(now / old - 1) <= SAME_RATIO ? { x: before.focal_x, y: before.focal_y } : MIDDLE;
}
