import { LRUCache } from 'lru-cache';
import { type Asset, type AssetAddress, findAsset, probeAssets } from '../storage/public-themes.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { AssetEncodings } from './asset-encodings.ts';
import { type Encoding, WORTH_ENCODING_BYTES } from './content-coding.ts';
import type { DatabaseWatch } from './database-watch.ts';
import { type Finding, LookUp, memoryOf } from './look-up.ts';

/** Assets held in memory in all, bytes. */
const RESIDENT_BYTES = 64 * 1024 * 1024;
/** Memory of an asset besides its content, bytes. */
const ENTRY_BYTES = 512;
const REMEMBERED_VERSIONS = 100_000;

/** The content of an asset, ready to be sent. */
interface ResidentAsset {
  readonly body: Buffer;
  /** Without `W/`. */
  readonly tag: string;
  /** Weak where the content is also sent encoded. */
  readonly etag: string;
}

/** The files of themes' `assets` folders: each request checks the version, and the content of a version is read once. */
export class PublicAssets {
  readonly #versions: LookUp<AssetAddress, string>;
  readonly #contents: LRUCache<string, ResidentAsset, AssetAddress>;
  readonly #encodings = new AssetEncodings();

  /** @param db pools with the public role */
  constructor(db: RolePools, watch: DatabaseWatch) {
    this.#versions = new LookUp({
      probeAll: (assets) => probeAssets(db.probes, assets),
      keyOf,
      watch,
      memory: memoryOf(keyOf, REMEMBERED_VERSIONS),
    });
    this.#contents = new LRUCache({
      maxSize: RESIDENT_BYTES,
      sizeCalculation: ({ body }) => ENTRY_BYTES + body.length,
      fetchMethod: async (_key, _stale, { context: asset }) => {
        watch.assertPresent();
        const row = await findAsset(db, asset);
        return row ? residentAsset(row) : undefined;
      },
    });
  }

  /** The asset at this address of a site; its theme may be a draft. */
  async find(asset: AssetAddress): Promise<Finding<ResidentAsset>> {
    const version = await this.#versions.find(asset);
    try {
      const content = await this.#read(asset, version);
      if (content.answer || version.answer === null) this.#versions.noteServed(asset, version);
      return content;
    } catch (error) {
      // The database became unreachable between the two statements.
      return this.#read(asset, this.#versions.recallAfter(error, asset));
    }
  }

  /** The content in this encoding; null when it is to be sent without compression. */
  encoded({ tag, body }: ResidentAsset, encoding: Encoding): Promise<Buffer | null> {
    return this.#encodings.find(tag, body, encoding);
  }

  async #read(asset: AssetAddress, { answer: version, verifiedAt }: Finding<string>): Promise<Finding<ResidentAsset>> {
    if (version === null) return { answer: null, verifiedAt };
    // If the version was replaced meanwhile, the newer content is kept under the older key, which nobody requests any more.
    const content = await this.#contents.fetch(`${keyOf(asset)}\n${version}`, { context: asset });
    return { answer: content ?? null, verifiedAt };
  }
}

const keyOf = ({ siteId, themeId, path }: AssetAddress): string => `${siteId}/${themeId}/${path}`;

function residentAsset({ contenu, empreinte }: Asset): ResidentAsset {
  const body = Buffer.from(contenu, 'utf8');
  const tag = `"${empreinte}"`;
  return { body, tag, etag: body.length < WORTH_ENCODING_BYTES ? tag : `W/${tag}` };
}
