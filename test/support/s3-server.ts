/** A small server that speaks S3, in memory: what the program asks of a bucket, judged as strictly as real servers do. Swift is the real one (`swift.ts`). */
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BucketAddress } from '../../src/media/store/bucket-address.ts';

const [BUCKET, REGION, KEY, SECRET] = ['medias', 'eu-west-3', 'cle:essai', 'secret/de+l’essai'];

interface StoredObject {
  readonly bytes: Buffer;
  readonly at: Date;
}

/** What it answers instead, once: an answer of a status and a code, half of the answer, or none at all (`lost`). */
export type Mishap = { readonly status: number; readonly code: string } | 'lost' | 'half';

export class S3Server {
  readonly objects = new Map<string, StoredObject>();
  /** Requests as they came: method and address. */
  readonly asked: string[] = [];
  /** What befalls the next requests. */
  readonly mishaps: Mishap[] = [];
  readonly #listPage: number;
  readonly #server: Server;

  private constructor(listPage: number) {
    this.#listPage = listPage;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: Error) => refuse(response, 500, error.message));
    });
  }

  /** @param listPage files that a list has at most */
  static async start({ listPage = 7 } = {}): Promise<S3Server> {
    const server = new S3Server(listPage);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get address(): BucketAddress {
    const { port } = this.#server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}/${BUCKET}`, region: REGION, key: KEY, secret: SECRET };
  }

  /** As `MEDIA_URL` has it. */
  get url(): string {
    const url = new URL(`${this.address.url}?region=${REGION}`);
    return url.href.replace('//', `//${encodeURIComponent(KEY)}:${encodeURIComponent(SECRET)}@`);
  }

  /** Makes a file as old as this, milliseconds. */
  age(key: string, ms: number): void {
    const object = this.objects.get(key);
    if (object) this.objects.set(key, { ...object, at: new Date(Date.now() - ms) });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await once(this.#server.close(), 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    this.asked.push(`${method} ${url}`);
    const body = await buffer(request);
    const mishap = this.mishaps.shift();
    if (mishap === 'lost') return void request.socket.destroy();
    if (mishap === 'half') {
      response.writeHead(200, { 'Content-Length': 1_000 }).write('half');
      return void setImmediate(() => request.socket.destroy());
    }
    if (mishap) return refuse(response, mishap.status, mishap.code);
    const fault = faultOf(request, body);
    if (fault !== null) return refuse(response, 403, fault);
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/.exec(pathname) ?? [];
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket');
    if (key === '') return this.#list(searchParams, response);
    if (method === 'PUT') {
      if (request.headers['content-length'] === undefined) return refuse(response, 411, 'MissingContentLength');
      this.objects.set(key, { bytes: body, at: new Date() });
      return void response.end();
    }
    const object = this.objects.get(key);
    if (method === 'DELETE') {
      this.objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (!object) return refuse(response, 404, 'NoSuchKey');
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (first === undefined) return void response.end(object.bytes);
    response.writeHead(206).end(object.bytes.subarray(Number(first), Number(last) + 1));
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64url').toString();
    const found = [...this.objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .sort();
    const page = found.slice(0, this.#listPage);
    const entries = page.map((key) => {
      const { bytes, at } = this.objects.get(key) as StoredObject;
      return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    const isCut = found.length > page.length;
    const next = `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64url')}</NextContinuationToken>`;
    response.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${isCut ? next : ''}${entries.join('')}</ListBucketResult>`,
    );
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

/** Why a request is refused, by the documentation of Signature Version 4; null where the signature and the digest of the body are right. */
function faultOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer): string | null {
  const { authorization = '' } = headers;
  const [, date = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=cle:essai\/(\d{8})\/eu-west-3\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  const moment = String(headers['x-amz-date']);
  if (signature === undefined || !moment.startsWith(date)) return 'InvalidAccessKeyId';
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const names = signed.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return 'AccessDenied';
  const [path = '', query = ''] = url.split('?');
  const request = [
    ...[method, path, query.split('&').sort().join('&')],
    ...names.map((name) => `${name}:${headers[name]}`),
    ...['', signed, sha256(body)],
  ].join('\n');
  const scope = [date, REGION, 's3', 'aws4_request'];
  const key = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${SECRET}`);
  const expected = hmac(key, ['AWS4-HMAC-SHA256', moment, scope.join('/'), sha256(Buffer.from(request))].join('\n'));
  return expected.toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
