import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Media } from '../../../../src/contract/medias.ts';
import { originalsOf, variantsOf } from '../../../../src/media/store/media-store.ts';
import { enter, protect } from '../../../support/access-code.ts';
import type { Answer } from '../../../support/http.ts';
import { look, plainPicture, telephonePhoto } from '../../../support/made-pictures.ts';
import { type MediasApi, type MediasProgram, startMedias } from '../../../support/medias.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from '../../../support/program.ts';
import { publishTheme } from '../../../support/published-theme.ts';
import { signIn } from '../../../support/sign-in.ts';
import { until } from '../../../support/until.ts';

let medias: MediasProgram;
let vitrine: TestProgram;
let tenant: Tenant;
let library: MediasApi;
let photo: Media;
let photoBytes: Buffer;
const UPRIGHT = { width: 900, height: 1200 };
const PDF = Buffer.from(`%PDF-1.7\n${'0123456789'.repeat(200)}\n%%EOF\n`);

beforeAll(async () => {
  medias = await startMedias();
  vitrine = medias.vitrine;
  ({ tenant, library } = await newSite());
  photoBytes = await telephonePhoto(UPRIGHT);
  photo = await library.add('Façade.jpg', photoBytes, 'image/jpeg');
});
afterAll(() => medias.close());

/** A site with a published theme, and its library. */
async function newSite() {
  const made = await medias.newTenant();
  await publishTheme(vitrine, made.siteId);
  return { tenant: made, host: `${made.slug}.localhost`, library: medias.asking(made) };
}

const BROWSER = { accept: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8' };
const get = (
  path: string,
  headers: Record<string, string> = BROWSER,
  method = 'GET',
  host = `${tenant.slug}.localhost`,
) => vitrine.ask({ host, path, headers, method });
const stable = ({ id }: Media = photo, name = 'facade.jpg') => `/medias/${id}/${name}`;
const variant = (name: string, { id, contenu }: Media = photo, format = '') =>
  `/medias/${id}/${name}-${contenu}${format}/facade.jpg`;
/** Names of the variants that the store has of a picture. */
const kept = async ({ contenu }: Media = photo): Promise<string[]> => {
  const { rows } = await medias.sql(
    "SELECT nom FROM variantes WHERE site_id = $1 AND encode(empreinte, 'hex') LIKE $2 || '%' ORDER BY nom",
    [tenant.siteId, contenu],
  );
  return rows.map(({ nom }) => nom);
};
const untilKept = (name: string) => until(`${name} is kept`, async () => (await kept()).includes(name));
const expectPicture = (answer: Answer, type: string) => {
  expect([answer.status, answer.headers['content-type']], answer.text.slice(0, 200)).toEqual([200, type]);
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
};

describe('the stable address', () => {
  it('gives the picture upright, without what its file says besides, and is asked for again each time', async () => {
    const answer = await get(stable());
    expectPicture(answer, 'image/webp');
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept' });
    const { above, ...seen } = await look(answer.bytes);
    expect(seen).toEqual({ format: 'webp', ...UPRIGHT, hasExif: false });
    expect(above[0]).toBeGreaterThan(150);
    expect(answer.bytes.toString('latin1')).not.toMatch(/VitrinePhone|GPS|Exif/);
    expect(photoBytes.toString('latin1')).toMatch(/VitrinePhone/);
  });

  it('answers by any name, and 304 to who has it', async () => {
    const { headers } = await get(stable());
    const other = await get(stable(photo, 'un-autre-nom'), { ...BROWSER, 'if-none-match': String(headers.etag) });
    expect([other.status, other.text, other.headers.etag]).toEqual([304, '', headers.etag]);
  });

  it('is at most 1600 px wide', async () => {
    const wide = await library.add(
      'large.jpg',
      await plainPicture({ width: 1_900, height: 400 }, 'jpeg'),
      'image/jpeg',
    );
    expect(await look((await get(stable(wide))).bytes)).toMatchObject({ width: 1_600, height: 337 });
  });

  it('is nothing on another site, nor of an id that is none', async () => {
    const { host } = await newSite();
    for (const path of [stable(), variant('640')]) expect((await get(path, BROWSER, 'GET', host)).status).toBe(404);
    for (const id of [crypto.randomUUID(), 'x', photo.id.toUpperCase(), '%00']) {
      expect([id, (await get(`/medias/${id}/a.jpg`)).status]).toEqual([id, 404]);
    }
  });

  it('HEAD has the same headers', async () => {
    const [whole, head] = [await get(stable()), await get(stable(), BROWSER, 'HEAD')];
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(whole.bytes.length)]);
    expect(head.headers.etag).toBe(whole.headers.etag);
  });
});

describe('a variant', () => {
  it('is of its width, never changes, and is made once and kept', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => get(variant('480'))));
    for (const answer of answers) expectPicture(answer, 'image/webp');
    expect(new Set(answers.map(({ bytes }) => bytes.toString('latin1'))).size).toBe(1);
    const [answer] = answers as [Answer];
    expect(answer.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept' });
    expect(await look(answer.bytes)).toMatchObject({ width: 480, height: 640 });
    await untilKept('480.webp');
  });

  it('is cropped around the focal point', async () => {
    const focus = (y: number) => library.ask('PATCH', '', { body: { id: photo.id, focal: { x: 0.5, y } } });
    await focus(0);
    const above = await look((await get(variant('320-21x9-500x0'))).bytes);
    await focus(1);
    const below = await look((await get(variant('320-21x9-500x1000'))).bytes);
    expect(below).toMatchObject({ width: 320, height: 137 });
    expect([Number(above.above[0]) > 150, Number(below.above[0]) < 100]).toEqual([true, true]);
    await focus(0.5);
  });

  it.each([
    ['a width that is not on the list', '641'],
    ['a width above that of the picture', '1280'],
    ['a ratio that is not on the list', '640-5x4-500x500'],
    ['a ratio without its focal point', '640-4x5'],
    ['no width', '0'],
    ['a path', '..'],
  ])('with %s is 404', async (_what, name) => {
    expect((await get(variant(name))).status).toBe(404);
  });

  it('with a format that is none, or content in another form, is 404', async () => {
    expect((await get(variant('640', photo, '.gif'))).status).toBe(404);
    expect((await get(`/medias/${photo.id}/640-${photo.contenu}0/a.jpg`)).status).toBe(404);
  });

  it('of a guessed content, or of an older focal point, leads to the present one and tells nothing', async () => {
    for (const name of [
      `480-${'0'.repeat(12)}`,
      `480-4x5-1x2-${photo.contenu}`,
      `5000-4x5-500x500-${'a'.repeat(12)}`,
    ]) {
      const answer = await get(`/medias/${photo.id}/${name}/n.jpg`);
      expect([answer.status, answer.headers['cache-control']]).toEqual([302, 'no-cache']);
      expect(answer.headers.location).toMatch(
        new RegExp(`^/medias/${photo.id}/(480|900)(-4x5-500x500)?-${photo.contenu}/facade.jpg$`),
      );
      expect((await get(String(answer.headers.location))).status).toBe(200);
    }
  });

  it('is made again where the store has lost it', async () => {
    expectPicture(await get(variant('480'), { accept: 'image/webp' }), 'image/webp');
    await untilKept('480.webp');
    await rm(join(medias.dataDir, 'medias', variantsOf(tenant.siteId)), { recursive: true, maxRetries: 10 });
    const restarted = await startTestProgram({ DATA_DIR: medias.dataDir }, { databaseUrl: vitrine.databaseUrl });
    const answer = await restarted.ask({
      host: `${tenant.slug}.localhost`,
      path: variant('480'),
      headers: { accept: 'image/webp' },
    });
    await restarted.close();
    expectPicture(answer, 'image/webp');
    expect(await look(answer.bytes)).toMatchObject({ width: 480 });
  });
});

describe('the format', () => {
  it.each([
    ['image/webp,*/*', 'image/webp'],
    ['image/png,image/*;q=0.8,*/*;q=0.5', 'image/jpeg'],
    ['*/*', 'image/jpeg'],
    ['image/webp;q=0, image/jpeg', 'image/jpeg'],
  ])('is what a browser takes that says %s', async (accept, type) => {
    expectPicture(await get(variant('320'), { accept }), type);
  });

  it('keeps what is seen through for who takes no WebP', async () => {
    const picture = await library.add('logo.png', await plainPicture({ width: 500, height: 300 }, 'png'));
    expectPicture(await get(variant('320', picture), { accept: '*/*' }), 'image/png');
  });

  it('is the one that the address names, whatever a browser takes, and does not vary', async () => {
    const answer = await get(variant('320', photo, '.jpg'));
    expectPicture(answer, 'image/jpeg');
    expect(answer.headers.vary).toBeUndefined();
  });

  it('is AVIF once that was made, which nobody waits for', async () => {
    const ask = () => get(variant('160'));
    for (let n = 0; n < 3; n++) expectPicture(await ask(), 'image/webp');
    await untilKept('160.avif');
    const answer = await ask();
    expectPicture(answer, 'image/avif');
    expect(await look(answer.bytes)).toMatchObject({ format: 'av1', width: 160 });
    expectPicture(await get(variant('160'), { accept: 'image/webp' }), 'image/webp');
  });
});

describe('a picture that is replaced', () => {
  it('is seen at the next reload, and older variants lead to it', async () => {
    const first = await library.add(
      'a.jpg',
      await plainPicture({ width: 700, height: 500 }, 'jpeg', '#aa0000'),
      'image/jpeg',
    );
    const before = await get(stable(first));
    const body = await plainPicture({ width: 400, height: 400 }, 'jpeg', '#0000aa');
    await library.ask('PUT', `?id=${first.id}`, { body, headers: { 'content-type': 'image/jpeg' } });
    const second = (await library.list()).find(({ id }) => id === first.id) as Media;
    const after = await get(stable(first), { ...BROWSER, 'if-none-match': String(before.headers.etag) });
    expect(after.status).toBe(200);
    expect(await look(after.bytes)).toMatchObject({ width: 400, height: 400 });
    const old = await get(variant('700', first));
    expect([old.status, old.headers.location]).toEqual([302, variant('400', second).replace('facade', 'a')]);
  });
});

describe('a drawing', () => {
  let drawing: Media;
  beforeAll(async () => {
    const shapes = '<rect width="4" height="3" fill="#c00"/>'.repeat(40);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><script>alert(1)</script><g onload="alert(2)">${shapes}</g></svg>`;
    drawing = await library.add('Logo.svg', Buffer.from(svg), 'image/svg+xml');
  });

  it('is sent without what runs, as a document that runs nothing, and shorter to who takes it so', async () => {
    const answer = await get(stable(drawing, 'logo.svg'), {});
    expectPicture(answer, 'image/svg+xml; charset=utf-8');
    expect(answer.text).toContain('<rect');
    expect(answer.text).not.toMatch(/script|onload|alert/);
    const short = await get(stable(drawing), { 'accept-encoding': 'br' });
    expect([short.headers['content-encoding'], short.headers.vary]).toEqual(['br', 'Accept-Encoding']);
    expect(short.bytes.length).toBeLessThan(answer.bytes.length);
    const again = await get(stable(drawing), { 'if-none-match': String(answer.headers.etag) });
    expect(again.status).toBe(304);
  });

  it('has one size', async () => {
    expect((await get(variant('320', drawing))).status).toBe(404);
  });

  it('in place of a photograph is found by the variants of that', async () => {
    const before = await library.add(
      'p.jpg',
      await plainPicture({ width: 700, height: 500 }, 'jpeg', '#123456'),
      'image/jpeg',
    );
    const body = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path d="M0 0h4v3z"/></svg>');
    await library.ask('PUT', `?id=${before.id}`, { body, headers: { 'content-type': 'image/svg+xml' } });
    const { status, headers } = await get(variant('700', before));
    expect([status, headers.location]).toEqual([302, `/medias/${before.id}/p.svg`]);
  });
});

describe('a PDF', () => {
  let menu: Media;
  beforeAll(async () => {
    menu = await library.add('Carte d’été.pdf', PDF, 'application/pdf');
  });

  it('is a download by its name', async () => {
    const answer = await get(stable(menu, 'carte.pdf'));
    expectPicture(answer, 'application/pdf');
    expect(answer.bytes.equals(PDF)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-disposition': `attachment; filename="carte-d-ete.pdf"; filename*=UTF-8''Carte%20d%E2%80%99%C3%A9t%C3%A9.pdf`,
      'accept-ranges': 'bytes',
      'content-length': String(PDF.length),
      'cache-control': 'no-cache',
    });
  });

  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=100-', 100, PDF.length - 1],
    ['bytes=-7', PDF.length - 7, PDF.length - 1],
    ['bytes=2000-999999', 2000, PDF.length - 1],
  ])('in part: %s', async (range, first, last) => {
    const answer = await get(stable(menu), { range });
    expect([answer.status, answer.headers['content-range']]).toEqual([206, `bytes ${first}-${last}/${PDF.length}`]);
    expect(answer.bytes.equals(PDF.subarray(first, last + 1))).toBe(true);
  });

  it('beyond its end: 416; of an older file, or in several parts: the whole', async () => {
    const beyond = await get(stable(menu), { range: `bytes=${PDF.length}-` });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${PDF.length}`]);
    expect((await get(stable(menu), { range: 'bytes=0-1', 'if-range': '"x"' })).status).toBe(200);
    expect((await get(stable(menu), { range: 'bytes=0-1,5-6' })).status).toBe(200);
  });

  it('HEAD reads nothing of it', async () => {
    const answer = await get(stable(menu), {}, 'HEAD');
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([200, '', String(PDF.length)]);
  });

  it('has no variant', async () => {
    expect((await get(variant('320', menu))).status).toBe(404);
  });
});

describe('on a site with a code', () => {
  it('nothing is sent without the code, and with the code for nobody else', async () => {
    const { tenant: other, host, library: closed } = await newSite();
    const picture = await closed.add('Façade.jpg', photoBytes, 'image/jpeg');
    await protect(vitrine, other.siteId);
    for (const path of [stable(picture), variant('480', picture), variant('480-1x1-1x1', picture)]) {
      const { status, headers } = await get(path, BROWSER, 'GET', host);
      expect([path, status, headers['cache-control'], headers.etag]).toEqual([path, 401, 'no-store', undefined]);
    }
    const cookie = await enter(vitrine, host);
    const opened = [stable(picture), variant('480', picture)].map((path) =>
      get(path, { ...BROWSER, cookie }, 'GET', host),
    );
    expect((await Promise.all(opened)).map(({ status, headers }) => [status, headers['cache-control']])).toEqual([
      [200, 'private, no-cache'],
      [200, 'private, no-cache'],
    ]);
  });
});

describe('a picture whose file is lost', () => {
  it('is asked for again later: no answer of the moment is kept', async () => {
    const { tenant: other, host, library: bare } = await newSite();
    const lost = await bare.add('Façade.jpg', photoBytes, 'image/jpeg');
    await rm(join(medias.dataDir, 'medias', originalsOf(other.siteId)), { recursive: true });
    const { status, headers } = await get(variant('160', lost), BROWSER, 'GET', host);
    expect([status, headers['retry-after'], headers['cache-control'], headers.etag]).toEqual([
      503,
      '2',
      'no-cache',
      undefined,
    ]);
    // What was made before is there.
    expect((await get(variant('640', lost), BROWSER, 'GET', host)).status).toBe(200);
  });
});

describe('in the studio', () => {
  it('members get the same by their session, and only they', async () => {
    const { headers } = await signIn(vitrine, tenant);
    const stranger = await signIn(vitrine, await createTenant(vitrine.databaseUrl));
    const before = `/studio/${tenant.slug}`;
    const open = (path: string, more: Record<string, string>) =>
      vitrine.ask({ path, headers: { accept: 'image/webp', ...more } });
    for (const [path, cache] of [
      [stable(), 'private, no-cache'],
      [variant('480'), 'private, max-age=31536000, immutable'],
    ] as const) {
      const answer = await open(before + path, headers);
      expectPicture(answer, 'image/webp');
      expect(answer.headers['cache-control']).toBe(cache);
      expect((await open(before + path, stranger.headers)).status).toBe(404);
      const asked = await open(before + path, {});
      expect([asked.status, asked.headers.location]).toEqual([
        303,
        `/connexion?${new URLSearchParams({ suite: before + path })}`,
      ]);
    }
    const older = await open(`${before}/medias/${photo.id}/480-${'0'.repeat(12)}/x.jpg`, headers);
    expect([older.status, older.headers.location]).toEqual([302, before + variant('480')]);
  });
});
