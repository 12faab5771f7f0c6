import { LRUCache } from 'lru-cache';
import { type MediaAddress, type PublicMedia, probeMedias } from '../storage/public-medias.ts';
import type { RolePools } from '../storage/role-pools.ts';
import type { DatabaseWatch } from './database-watch.ts';
import { type Finding, LookUp } from './look-up.ts';

const REMEMBERED = 50_000;

/** The rows of sites' libraries: each request reads the row of its picture, and what the store has of its variant, in a statement that it shares with others. */
export class PublicMedias {
  readonly #rows: LookUp<MediaAddress, PublicMedia>;

  /** @param db pools with the public role */
  constructor(db: RolePools, watch: DatabaseWatch) {
    const known = new LRUCache<string, Finding<PublicMedia>>({ max: REMEMBERED });
    this.#rows = new LookUp({
      probeAll: (medias) => probeMedias(db.probes, medias),
      keyOf,
      watch,
      memory: {
        noteServed: (media, answer, now) => {
          if (answer === null) known.delete(keyOf(media));
          else known.set(keyOf(media), { answer, verifiedAt: now });
        },
        recall: (media) => known.get(keyOf(media)) ?? null,
      },
    });
  }

  /** @throws what `isOutOfReach` recognises when the database is away and the answer is not known */
  async find(media: MediaAddress): Promise<Finding<PublicMedia>> {
    const found = await this.#rows.find(media);
    this.#rows.noteServed(media, found);
    return found;
  }
}

const keyOf = ({ siteId, id, variant }: MediaAddress): string => `${siteId}/${id}/${variant}`;
