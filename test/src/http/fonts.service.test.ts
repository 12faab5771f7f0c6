import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fontFaces } from '../../../engine/fonts/faces.ts';
import { fontFamilies } from '../../../engine/fonts/families.ts';
import { createTenant, sharedProgram, type TestProgram } from '../../support/program.ts';
import { startFragileProgram } from '../outages/support.ts';

const faces = Object.keys(fontFamilies()).flatMap((id) => fontFaces(id));
const LORA = fontFaces('lora')[0]?.address ?? '';

let vitrine: TestProgram;
let site: string;
beforeAll(async () => {
  vitrine = await sharedProgram();
  site = `${(await createTenant(vitrine.databaseUrl)).slug}.localhost`;
});
afterAll(() => vitrine.close());

interface Font {
  readonly status: number | undefined;
  readonly headers: Record<string, unknown>;
  readonly bytes: Buffer;
}

/** A request whose answer is not text. */
function load(path: string, host = site): Promise<Font> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: vitrine.port, path, headers: { host } }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode, headers: incoming.headers, bytes: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('the families are served from /polices/', () => {
  it.each(faces)('$address is a font', async ({ address }) => {
    const { status, headers, bytes } = await load(address);
    expect(status).toBe(200);
    expect(bytes.toString('latin1', 0, 4)).toBe('wOF2');
    expect(bytes.readUInt32BE(8)).toBe(bytes.length);
    expect(headers).toMatchObject({
      'content-type': 'font/woff2',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('each address is a file of its own', async () => {
    const tags = await Promise.all(faces.map(async ({ address }) => (await load(address)).headers.etag));
    expect(new Set(tags).size).toBe(faces.length);
  });

  it.each(['a site', 'the platform', 'a host that names nothing'])('on the host of %s', async (whose) => {
    const host = { 'a site': site, 'the platform': 'localhost' }[whose] ?? 'inconnu.test';
    const { status, bytes } = await load(`${LORA}?v=1`, host);
    expect([status, bytes.toString('latin1', 0, 4)]).toEqual([200, 'wOF2']);
  });

  it('a font that the browser has cached is not sent again (304)', async () => {
    const { headers } = await load(LORA);
    const etag = String(headers.etag);
    for (const named of [etag, `W/${etag}`, `"autre", ${etag}`]) {
      const again = await vitrine.ask({ path: LORA, host: site, headers: { 'if-none-match': named } });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
      expect(again.headers['cache-control']).toContain('immutable');
    }
    const changed = await vitrine.ask({ path: LORA, host: site, headers: { 'if-none-match': '"autre"' } });
    expect(changed.status).toBe(200);
  });

  it('HEAD tells the length and sends nothing', async () => {
    const { bytes, headers } = await load(LORA);
    const head = await vitrine.ask({ path: LORA, host: site, method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect([head.headers['content-length'], head.headers.etag]).toEqual([String(bytes.length), headers.etag]);
  });

  it.each([
    '/polices/',
    '/polices/?x',
    '/polices/x',
    '/polices/../x',
    '/polices/../package.json',
    `/polices/..${LORA}`,
    '/polices/..%2f..%2fpackage.json',
    '/polices/%2e%2e/package.json',
    '/polices/\\..\\x',
    LORA.replace('/polices/', '/polices//'),
    `${LORA}%00`,
    `${LORA}/`,
    `${LORA}.woff2`,
    LORA.replace('-400-', '-401-'),
    LORA.replace(/\d+\.\d+\.\d+/, '0.0.0'),
    '/polices/__proto__',
    '/polices/constructor',
    '/polices/%',
  ])('%s: 404, a page of the platform that nobody keeps', async (path) => {
    for (const host of [site, 'localhost']) {
      const { status, headers, text } = await vitrine.ask({ path, host });
      expect([host, status]).toEqual([host, 404]);
      expect(headers['cache-control']).not.toContain('immutable');
      expect(text).toContain('<h1>Page introuvable</h1>');
    }
  });

  it.each([
    LORA.replace('/polices/', '/polices%2F'),
    LORA.replace('lora', 'l%6Fra'),
    LORA.toUpperCase(),
  ])('%s, another spelling of an address, is no font', async (path) => {
    for (const host of [site, 'localhost']) {
      const { headers } = await vitrine.ask({ path, host });
      expect([host, headers['content-type']]).toEqual([host, 'text/html; charset=utf-8']);
    }
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s is not answered with a font', async (method) => {
    for (const host of [site, 'localhost']) {
      const { status, text } = await vitrine.ask({ path: LORA, host, method });
      expect([host, status, text.includes('wOF2')]).toEqual([host, 404, false]);
    }
  });

  it('a NUL that is sent as it is reaches nothing', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(vitrine.port, '127.0.0.1', () =>
        socket.write(`GET /polices/lora\0.woff2 HTTP/1.1\r\nHost: ${site}\r\nConnection: close\r\n\r\n`),
      );
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(answer).not.toContain('wOF2');
  });

  it('needs no database: without one, also hosts that were never visited get fonts', async () => {
    const { vitrine: cutOff, proxy, close } = await startFragileProgram();
    await proxy.stop();
    const host = 'jamais-visite.localhost';
    expect((await cutOff.ask({ host })).status).toBe(503);
    expect((await cutOff.ask({ host, path: LORA })).status).toBe(200);
    expect((await cutOff.ask({ host, path: '/polices/x' })).status).toBe(404);
    await close();
  });
});
