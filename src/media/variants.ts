import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/at-most.ts';
import { QueueFull } from '../../concurrency/queue-full.ts';
import { TurnsOfEach } from '../../concurrency/semaphore.ts';
import { lockSite } from '../storage/content.ts';
import type { PublicMedia } from '../storage/public-medias.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { inTransaction } from '../storage/transaction.ts';
import { noteVariants } from '../storage/variants.ts';
import type { PictureOutcome, PictureProcessor } from './processing/picture-processor.ts';
import { DRAWING, fileName, type Urgency, type Wanted } from './processing/protocol.ts';
import type { Arrivals } from './store/arrivals.ts';
import { type MediaStore, originalKey, variantKey } from './store/media-store.ts';

/** Variants held in memory in all, bytes. */
const RESIDENT_BYTES = 64 * 1024 * 1024;
/** Memory of a variant besides its bytes. */
const ENTRY_BYTES = 512;
/** A larger variant is sent as the store gives it, and held by nobody, bytes. */
const LARGE_BYTES = 2 * 1024 * 1024;
/** How often the WebP of a variant is sent to browsers that would take AVIF before AVIF is made: a picture that nobody looks at is not worth a second of work. */
const ASKED_OFTEN = 3;
const REMEMBERED_WISHES = 20_000;
/** How long a visitor waits for a variant, milliseconds. */
const PATIENCE_MS = 60_000;
/** Originals of one site that are on this machine's disk for the process at a time, and variants that wait for theirs. */
const AT_ONCE = 2;
const WAITING = 100;

/** How long a variant is not tried again at which the process went over a limit, milliseconds: each try costs it seconds, and its other pictures wait. */
const GIVEN_UP_MS = 600_000;

/** A variant is not there, and was not made: too much else is, or the picture is too much. */
export class NotMade extends Error {
  override name = 'NotMade';

  constructor(key: string, why: string) {
    super(`${key} was not made: ${why}`);
  }
}

interface VariantsOptions {
  readonly store: MediaStore;
  readonly arrivals: Arrivals;
  readonly processor: Pick<PictureProcessor, 'take'>;
  /** With the rights of the management API. */
  readonly db: RolePools;
  /** Bytes of all variants of a site, at most. */
  readonly quota: number;
  readonly log: { warn(details: object, message: string): void };
}

/** What became of a wish. */
type Outcome = PictureOutcome | { readonly failed: 'no original' };

/** A picture of a site, as its row was just read: every read of bytes goes through it. */
interface PictureOfSite extends Pick<PublicMedia, 'empreinte' | 'objet' | 'variantes'> {
  readonly siteId: string;
}

/** Name of the file of what is wanted. */
export const nameOf = (wanted: Wanted): string => (wanted === 'svg' ? DRAWING : fileName(wanted));

/**
 * The variants of pictures: found in memory or in the store, made where they are not there, once however many ask. The store's are a cache:
 * anything in it may be removed at any time.
 */
export class Variants {
  readonly #options: VariantsOptions;
  readonly #resident = new LRUCache<string, Buffer>({
    maxSize: RESIDENT_BYTES,
    sizeCalculation: ({ length }) => ENTRY_BYTES + length,
  });
  readonly #turns = new TurnsOfEach(WAITING, AT_ONCE);
  readonly #underWay = new Map<string, Promise<Buffer>>();
  /** How often an AVIF was wished that is not there. */
  readonly #wishes = new LRUCache<string, number>(atMost(REMEMBERED_WISHES));
  /** Why variants were not made that would fail again. */
  readonly #givenUp = new LRUCache<string, string>({ ...atMost(REMEMBERED_WISHES), ttl: GIVEN_UP_MS });
  /** What is not over when a visitor has his picture: the store, the row, AVIF. */
  readonly #afterwards = new Set<Promise<void>>();

  constructor(options: VariantsOptions) {
    this.#options = options;
  }

  /** @throws NotMade; StoreAway */
  async find(picture: PictureOfSite, wanted: Wanted): Promise<Buffer | Readable> {
    const key = keyOf(picture, wanted);
    const resident = this.#resident.get(key);
    if (resident) return resident;
    const stored = picture.variantes[nameOf(wanted)];
    if (stored !== undefined && stored > LARGE_BYTES) {
      const stream = await this.#options.store.stream(key);
      if (stream) return stream;
    }
    return this.#once(key, async () => {
      const bytes = stored === undefined ? null : await this.#options.store.read(key);
      if (!bytes) return this.#make(picture, wanted, 'visitor');
      this.#remember(key, bytes);
      return bytes;
    });
  }

  /** Notes that a browser would have taken this variant, which is not there, and got another: it is made when nothing waits, if this is so often enough. */
  wish(picture: PictureOfSite, wanted: Wanted): void {
    const key = keyOf(picture, wanted);
    // Not the key itself: who asks for this variant would wait until nothing else does.
    const later = `${key} later`;
    const wishes = (this.#wishes.get(key) ?? 0) + 1;
    this.#wishes.set(key, wishes);
    const isOver = this.#resident.has(key) || this.#givenUp.has(key);
    if (wishes < ASKED_OFTEN || isOver || this.#underWay.has(key) || this.#underWay.has(later)) return;
    this.#wishes.delete(key);
    const made = this.#once(later, () => this.#make(picture, wanted, 'nobody')).catch((error) => {
      if (!(error instanceof NotMade)) throw error;
    });
    this.#note(made, 'a variant that nobody waits for was not made');
  }

  /** Waits for what is not over: also for variants whose visitors have gone. */
  async close(): Promise<void> {
    for (;;) {
      const work = [...this.#afterwards, ...this.#underWay.values()];
      if (work.length === 0) return;
      await Promise.allSettled(work);
    }
  }

  #once(key: string, find: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#underWay.get(key);
    if (known) return known;
    const found = find().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, found);
    return found;
  }

  async #make(picture: PictureOfSite, wanted: Wanted, urgency: Urgency): Promise<Buffer> {
    const key = keyOf(picture, wanted);
    const why = this.#givenUp.get(key);
    if (why !== undefined) throw new NotMade(key, why);
    const patience = urgency === 'visitor' ? AbortSignal.timeout(PATIENCE_MS) : undefined;
    const outcome = await this.#process(picture, wanted, urgency, patience).catch((error): Outcome => {
      if (error instanceof QueueFull || patience?.aborted) return { failed: 'busy' };
      throw error;
    });
    const [made] = 'files' in outcome ? outcome.files : [];
    if (!made) throw this.#notMade(key, outcome);
    this.#remember(key, made.bytes);
    this.#note(this.#keep(picture, nameOf(wanted), made.bytes), 'a variant was not kept, and will be made again');
    return made.bytes;
  }

  /** The original comes to this disk first: from a bucket it may come slowly, and while the process reads it others wait. @throws QueueFull */
  #process(
    picture: PictureOfSite,
    wanted: Wanted,
    urgency: Urgency,
    signal: AbortSignal | undefined,
  ): Promise<Outcome> {
    const { arrivals, processor } = this.#options;
    const { siteId } = picture;
    const work = async (): Promise<Outcome> => {
      const path = await arrivals.place();
      try {
        if (!(await this.#fetch(picture, path, signal))) return { failed: 'no original' };
        const request = { siteId, urgency, declaredType: null, wanted: [wanted], ...(signal && { signal }) };
        return await processor.take(request, createReadStream(path));
      } finally {
        await rm(path, { force: true });
      }
    };
    return this.#turns.run(`${urgency} ${siteId}`, work, signal);
  }

  /** @returns false where the store does not have it */
  async #fetch({ siteId, objet }: PictureOfSite, path: string, signal: AbortSignal | undefined): Promise<boolean> {
    const stream = await this.#options.store.stream(originalKey(siteId, objet));
    if (stream) await pipeline(stream, createWriteStream(path), { signal });
    return stream !== null;
  }

  #notMade(key: string, outcome: Outcome): NotMade {
    const why =
      'failed' in outcome ? outcome.failed : 'refused' in outcome ? outcome.refused : 'it has no such variant';
    const error = new NotMade(key, why);
    if (!MOMENTARY.has(why)) {
      this.#givenUp.set(key, why);
      this.#options.log.warn({ err: error }, 'a variant cannot be made, and is not tried again for a while');
    }
    return error;
  }

  /** Bytes first: a row says that they are there. */
  async #keep({ siteId, empreinte }: PictureOfSite, name: string, bytes: Buffer): Promise<void> {
    const { store, db, quota } = this.#options;
    await store.put(variantKey(siteId, empreinte, name), bytes);
    const files = [{ name, bytes: bytes.length }];
    const gone = await inTransaction(db, async (client) =>
      (await lockSite(client, siteId))
        ? noteVariants(client, { siteId, empreinte, files, quota })
        : [{ empreinte, nom: name }],
    );
    await store.remove(gone.map((variant) => variantKey(siteId, variant.empreinte, variant.nom)));
  }

  #remember(key: string, bytes: Buffer): void {
    if (bytes.length <= LARGE_BYTES) this.#resident.set(key, bytes);
  }

  #note(work: Promise<unknown>, failure: string): void {
    const noted: Promise<void> = work
      .then(
        () => undefined,
        (err) => this.#options.log.warn({ err }, failure),
      )
      .finally(() => this.#afterwards.delete(noted));
    this.#afterwards.add(noted);
  }
}

/** Failures of the moment: the same may be made a little later. */
const MOMENTARY: ReadonlySet<string> = new Set(['busy', 'wall', 'lost']);

const keyOf = ({ siteId, empreinte }: PictureOfSite, wanted: Wanted): string =>
  variantKey(siteId, empreinte, nameOf(wanted));
