import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { lockSite } from '../storage/content.ts';
import type { PublicMedia } from '../storage/public-medias.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { inTransaction } from '../storage/transaction.ts';
import { noteVariants } from '../storage/variants.ts';
import type { PictureOutcome, PictureProcessor } from './processing/picture-processor.ts';
import { DRAWING, fileName, type Urgency, type Wanted } from './processing/protocol.ts';
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

/** How long a variant is not tried again at which the process went over a limit, milliseconds: each try costs it seconds, and its other pictures wait. */
const GIVEN_UP_MS = 600_000;

/** A variant is not there, and was not made: nothing can be made now, or this one never. */
export class NotMade extends Error {
  override name = 'NotMade';

  constructor(key: string, why: string) {
    super(`${key} was not made: ${why}`);
  }
}

interface VariantsOptions {
  readonly store: MediaStore;
  readonly processor: Pick<PictureProcessor, 'take'>;
  /** With the rights of the management API. */
  readonly db: RolePools;
  /** Bytes of all variants of a site, at most. */
  readonly quota: number;
  readonly log: { warn(details: object, message: string): void };
}

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
  readonly #underWay = new Map<string, Promise<Buffer>>();
  /** How often an AVIF was wished that is not there. */
  readonly #wishes = new LRUCache<string, number>({ max: REMEMBERED_WISHES });
  /** Why variants were not made that would fail again. */
  readonly #givenUp = new LRUCache<string, string>({ max: REMEMBERED_WISHES, ttl: GIVEN_UP_MS });
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
    const wishes = (this.#wishes.get(key) ?? 0) + 1;
    this.#wishes.set(key, wishes);
    const isOver = this.#resident.has(key) || this.#givenUp.has(key);
    if (wishes < ASKED_OFTEN || isOver || this.#underWay.has(key)) return;
    this.#wishes.delete(key);
    this.#note(
      this.#once(key, () => this.#make(picture, wanted, 'nobody')),
      'a variant that nobody waits for was not made',
    );
  }

  /** Waits for what is not over. */
  async close(): Promise<void> {
    while (this.#afterwards.size > 0) await Promise.all(this.#afterwards);
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
    const { siteId } = picture;
    const request = { siteId, urgency, declaredType: null, wanted: [wanted] };
    const outcome = await this.#options.processor.take(request, Readable.from(this.#original(picture)));
    const [made] = 'files' in outcome ? outcome.files : [];
    if (!made) throw this.#notMade(key, outcome);
    this.#remember(key, made.bytes);
    this.#note(this.#keep(picture, nameOf(wanted), made.bytes), 'a variant was not kept, and will be made again');
    return made.bytes;
  }

  /** The bytes of a picture; the store is asked when its turn has come. */
  async *#original({ siteId, objet }: PictureOfSite): AsyncGenerator<Buffer> {
    const key = originalKey(siteId, objet);
    const stream = await this.#options.store.stream(key);
    if (!stream) throw new NotMade(key, 'the store does not have it');
    yield* stream;
  }

  #notMade(key: string, outcome: PictureOutcome): NotMade {
    const why =
      'failed' in outcome ? outcome.failed : 'refused' in outcome ? outcome.refused : 'it has no such variant';
    if (!MOMENTARY.has(why)) this.#givenUp.set(key, why);
    return new NotMade(key, why);
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
