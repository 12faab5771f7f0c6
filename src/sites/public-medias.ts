import { type MediaAddress, type PublicMedia, probeMedias } from '../storage/public-medias.ts';
import type { RolePools } from '../storage/role-pools.ts';
import type { DatabaseWatch } from './database-watch.ts';
import { type Finding, LookUp, memoryOf } from './look-up.ts';

const REMEMBERED = 50_000;

/** The rows of sites' libraries: each request reads the row of its picture, and what the store has of its variant, in a statement that it shares with others. */
export class PublicMedias {
  readonly #rows: LookUp<MediaAddress, PublicMedia>;

  /** @param db pools with the public role */
  constructor(db: RolePools, watch: DatabaseWatch) {
    this.#rows = new LookUp({
      probeAll: (medias) => probeMedias(db.probes, medias),
      keyOf,
      watch,
      memory: memoryOf(keyOf, REMEMBERED),
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
