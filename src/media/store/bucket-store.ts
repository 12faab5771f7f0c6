import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { type Dispatcher, errors, Pool } from 'undici';
import type { BucketAddress } from './bucket-address.ts';
import { codeIn, readPage } from './bucket-answers.ts';
import { assertKey, type ByteRange, isKey, type MediaStore, type StoredFile } from './media-store.ts';
import { StoreAway } from './store-away.ts';

/** Requests under way that this program reads or writes by itself; further ones wait. */
const CONNECTIONS = 64;
const CONNECT_MS = 3_000;
/** Without a byte in either direction. */
const SILENCE_MS = 10_000;
/** Every request may be sent twice: the same bytes at the same key, or nothing. */
const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 50;
/** Files that are removed at a time. */
const REMOVED_AT_ONCE = 8;

const SHA256_OF_NOTHING = createHash('sha256').digest('hex');

interface Asked {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Beneath the bucket; empty for the bucket. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Made for each attempt. */
  readonly body?: () => Readable | Uint8Array;
  readonly sha256?: string;
  readonly pool?: Pool;
}

type Answer = Dispatcher.ResponseData;

/** The store in a bucket of a server that speaks S3, addressed by path. Its files are private: every byte goes through this program. */
export class BucketStore implements MediaStore {
  readonly #bucket: BucketAddress;
  readonly #pool: Pool;
  /** For what readers take at their own pace: whoever counts the readers bounds these connections. */
  readonly #streams: Pool;
  /** Keys that signatures of one day are made with. */
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(bucket: BucketAddress) {
    this.#bucket = bucket;
    const { origin } = new URL(bucket.url);
    const settings = {
      connect: { timeout: CONNECT_MS },
      headersTimeout: SILENCE_MS,
      bodyTimeout: SILENCE_MS,
      allowH2: false,
    };
    this.#pool = new Pool(origin, { ...settings, connections: CONNECTIONS });
    this.#streams = new Pool(origin, { ...settings, connections: null });
  }

  async putFile(key: string, path: string, { bytes, sha256 }: { bytes: number; sha256: string }): Promise<void> {
    assertKey(key);
    const headers = { 'Content-Length': String(bytes) };
    await this.#ask({ method: 'PUT', key, headers, body: () => createReadStream(path), sha256 }, readText);
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    assertKey(key);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await this.#ask({ method: 'PUT', key, body: () => bytes, sha256 }, readText);
  }

  async read(key: string): Promise<Buffer | null> {
    assertKey(key);
    return this.#ask({ method: 'GET', key }, async ({ body }) => Buffer.from(await body.arrayBuffer()));
  }

  async stream(key: string, range?: ByteRange): Promise<Readable | null> {
    assertKey(key);
    const headers = range && { Range: `bytes=${range.first}-${range.last}` };
    return this.#ask(
      { method: 'GET', key, pool: this.#streams, ...(headers && { headers }) },
      async ({ body, statusCode }) => {
        // Whoever gives the stream up destroys it, and then nobody may be there to hear of the request that ends.
        body.on('error', () => undefined);
        if (range && statusCode !== 206) {
          body.destroy();
          throw new StoreAway('the server gives no part of a file');
        }
        return body;
      },
    );
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += REMOVED_AT_ONCE) {
      await Promise.all(keys.slice(at, at + REMOVED_AT_ONCE).map((key) => this.#remove(key)));
    }
  }

  async *list(prefix: string): AsyncGenerator<StoredFile> {
    for (let token: string | null = ''; token !== null; ) {
      const query = { 'list-type': '2', prefix, ...(token !== '' && { 'continuation-token': token }) };
      const text: string | null = await this.#ask({ method: 'GET', key: '', query }, readText);
      const page = readPage(text ?? '');
      if (page === null) throw new StoreAway('the server lists its files in another form');
      // Other programs may have files in the bucket.
      for (const file of page.files) if (isKey(file.key)) yield file;
      token = page.next;
    }
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    await Promise.all([this.#pool.destroy(), this.#streams.destroy()]);
  }

  async #remove(key: string): Promise<void> {
    assertKey(key);
    await this.#ask({ method: 'DELETE', key }, readText);
  }

  /**
   * Asks, again where a moment later may help.
   * @param take reads a good answer
   * @returns null where there is no such file
   * @throws StoreAway
   */
  async #ask<T>(asked: Asked, take: (answer: Answer) => Promise<T>): Promise<T | null> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#askOnce(asked, take);
      } catch (error) {
        const isLast = attempt === ATTEMPTS || !isPassing(error);
        if (isLast) throw error instanceof StoreAway ? error : new StoreAway(reasonOf(error), { cause: error });
        await sleep(FIRST_PAUSE_MS * 4 ** (attempt - 1) * (0.5 + Math.random()));
      }
    }
  }

  async #askOnce<T>(asked: Asked, take: (answer: Answer) => Promise<T>): Promise<T | null> {
    const { method, query = {}, headers = {}, sha256 = SHA256_OF_NOTHING, pool = this.#pool } = asked;
    const { url: bucket, region, key: accessKeyId, secret: secretAccessKey } = this.#bucket;
    const url = new URL(asked.key === '' ? bucket : `${bucket}/${asked.key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signer = new AwsV4Signer({
      ...{ method, url: url.href, region, accessKeyId, secretAccessKey, service: 's3', cache: this.#signingKeys },
      headers: { 'X-Amz-Content-Sha256': sha256 },
    });
    const signed = await signer.sign();
    const body = asked.body?.() ?? null;
    const answer = await pool.request({
      ...{ method, path: `${url.pathname}${url.search}`, body },
      headers: { ...Object.fromEntries(signed.headers), ...headers },
    });
    const { statusCode } = answer;
    if (statusCode >= 200 && statusCode < 300) return take(answer);
    const code = codeIn(await readText(answer));
    // Any other 404 comes from a wrong address: nobody may take it for a file that is gone.
    if (statusCode === 404 && method !== 'PUT' && code === 'NoSuchKey') return null;
    throw new Refused(statusCode, code);
  }
}

/** The server has answered, but not with what was asked for. */
class Refused extends StoreAway {
  readonly isPassing: boolean;

  constructor(status: number, code: string) {
    super(`the server answers ${status} ${code}`.trimEnd());
    this.isPassing = status >= 500 || status === 429 || status === 408;
  }
}

const readText = ({ body }: Answer): Promise<string> => body.text();

/** Whether the same request may succeed soon. Who has waited for a silent server does not wait again. */
function isPassing(error: unknown): boolean {
  if (error instanceof StoreAway) return error instanceof Refused && error.isPassing;
  const { HeadersTimeoutError, BodyTimeoutError, ConnectTimeoutError, ClientDestroyedError } = errors;
  const isWaited = [HeadersTimeoutError, BodyTimeoutError, ConnectTimeoutError, ClientDestroyedError];
  return !isWaited.some((kind) => error instanceof kind);
}

const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).name;
