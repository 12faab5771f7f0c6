import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Media } from '../../../src/contract/medias.ts';
import { MICROSECONDS, NOBODY, refusalOf, UUID } from '../../support/content-api.ts';
import { type MediasApi, type MediasProgram, startMedias } from '../../support/medias.ts';
import { blackPng, colours, png } from '../../support/png.ts';
import type { Tenant } from '../../support/program.ts';

let program: MediasProgram;
let tenant: Tenant;
let api: MediasApi;
beforeAll(async () => {
  program = await startMedias();
  tenant = await program.newTenant();
  api = program.asking(tenant);
});
afterAll(() => program.close());

const newApi = async () => program.asking(await program.newTenant());
const contentVersion = async ({ siteId }: Tenant) =>
  (await program.sql('SELECT contenu_maj_le::text AS v FROM sites WHERE id = $1', [siteId])).rows[0].v;

describe('an upload', () => {
  it('201 with the file; the same bytes again 200 `existe`, whatever their name', async () => {
    const own = await newApi();
    const bytes = png(1500, 1000);
    const first = await own.upload('Façade, été.PNG', bytes);
    expect(first.status).toBe(201);
    const { ok, media } = first.json();
    expect([ok, media]).toEqual([
      true,
      {
        id: expect.stringMatching(UUID),
        src: `/medias/${media.id}/facade-ete.png`,
        nom: 'Façade, été.PNG',
        type: 'image/png',
        octets: bytes.length,
        largeur: 1500,
        hauteur: 1000,
        alt: '',
        focal: { x: 0.5, y: 0.5 },
        couleur: expect.stringMatching(/^#[0-9a-f]{6}$/),
        contenu: expect.stringMatching(/^[0-9a-f]{12}$/),
        cree_le: expect.stringMatching(MICROSECONDS),
      },
    ]);
    const again = await own.upload('autre.png', bytes);
    expect([again.status, again.json()]).toEqual([200, { ok: true, existe: true, media }]);
    expect(await own.list()).toEqual([media]);
  });

  it('makes 640 and 1280 pixels, and leaves the version of the content as it was', async () => {
    const other = await program.newTenant();
    const before = await contentVersion(other);
    const media = await program.asking(other).add('a.png', png(1500, 1000, '#123456'));
    const { rows } = await program.sql('SELECT nom FROM variantes WHERE site_id = $1 ORDER BY nom', [other.siteId]);
    expect(rows.map(({ nom }) => nom)).toEqual(['1280.webp', '640.webp']);
    expect(await contentVersion(other)).toBe(before);
    const { files, ...kept } = await program.kept();
    expect(files.filter((key) => key.includes(other.siteId))).toEqual([
      expect.stringContaining(`originaux/${other.siteId}/${media.contenu}`),
      expect.stringContaining(`variantes/${other.siteId}/${media.contenu}`),
      expect.stringContaining(`variantes/${other.siteId}/${media.contenu}`),
    ]);
    expect(kept).toEqual({ rowsWithoutBytes: 0, bytesWithoutRows: 0, arriving: 0 });
  });

  it.each([
    ['no name', ''],
    ['a blank name', '?nom=%20'],
    ['a name that nobody sees', '?nom=%E2%80%8B'],
    ['a path', '?nom=..%2Fa.png'],
    ['a path of Windows', '?nom=C%3A%5Ca.png'],
    ['two dots', '?nom=..'],
    ['a line break', '?nom=a%0Ab.png'],
    ['U+0000', '?nom=a%00.png'],
    ['a name that is too long', `?nom=${'a'.repeat(201)}`],
    ['two names', '?nom=a&nom=b'],
  ])('with %s: 400 invalid_input', async (_what, search) => {
    const answer = await api.ask('POST', search, { body: png(2, 2), headers: { 'content-type': 'image/png' } });
    expect(refusalOf(answer)).toEqual([400, 'invalid_input']);
  });

  it('without a body: 400 invalid_input', async () => {
    expect(refusalOf(await api.ask('POST', '?nom=a.png'))).toEqual([400, 'invalid_input']);
    expect(refusalOf(await api.upload('a.png', Buffer.alloc(0)))).toEqual([400, 'invalid_input']);
  });

  it.each([
    ['HTML as a picture', Buffer.from('<!DOCTYPE html><script>alert(1)</script>'), 'image/png', 'type_refuse'],
    ['HTML', Buffer.from('<html></html>'), 'text/html', 'type_refuse'],
    ['half a picture', png(300, 300).subarray(0, 60), 'image/png', 'media_illisible'],
    ['too many pixels', blackPng(10_001, 10_000), 'image/png', 'trop_de_pixels'],
  ])('of %s: refused with a sentence, and leaves nothing', async (_what, bytes, type, code) => {
    const own = await newApi();
    const answer = await own.upload('a.png', bytes, type);
    expect(refusalOf(answer)).toEqual([400, code]);
    expect(answer.json().message).toMatch(/\.$/);
    expect(await own.list()).toEqual([]);
    expect(await program.kept()).toMatchObject({ rowsWithoutBytes: 0, bytesWithoutRows: 0, arriving: 0 });
  });

  it('of a photograph of a telephone in HEIC: 400 type_refuse, and what to do', async () => {
    const heic = Buffer.from('0000001c6674797068656963000000006d696631686569636d696166', 'hex');
    const answer = await api.upload('IMG_0001.HEIC', heic, 'image/heic');
    expect(refusalOf(answer)).toEqual([400, 'type_refuse']);
    expect(answer.json().message).toContain('enregistrez-la en JPEG');
  });

  it('of a drawing that is too long: 400 trop_lourd, and what to do', async () => {
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><title>${'a'.repeat(2_000_001)}</title></svg>`);
    const answer = await api.upload('plan.svg', svg, 'image/svg+xml');
    expect(refusalOf(answer)).toEqual([400, 'trop_lourd']);
    expect(answer.json().message).toContain('2 Mo');
  });

  it('of a drawing: cleaned at once', async () => {
    const own = await program.newTenant();
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>alert(1)</script></svg>',
    );
    const media = await program.asking(own).add('logo.svg', svg, 'image/svg+xml');
    expect(media).toMatchObject({ type: 'image/svg+xml', largeur: 40, hauteur: 20 });
    const { rows } = await program.sql('SELECT nom FROM variantes WHERE site_id = $1', [own.siteId]);
    expect(rows).toEqual([{ nom: 'dessin.svg' }]);
  });

  it('of a document: no size, no variants', async () => {
    const own = await newApi();
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
    const media = await own.add('Carte du soir.pdf', pdf, 'application/pdf');
    expect(media).toMatchObject({
      type: 'application/pdf',
      largeur: 0,
      hauteur: 0,
      src: `/medias/${media.id}/carte-du-soir.pdf`,
    });
  });
});

describe('the list', () => {
  it('the newest first, page after page; 60 at a time', async () => {
    const other = await program.newTenant();
    await program.sql(
      `INSERT INTO medias (site_id, nom, type, empreinte, objet, octets, largeur, hauteur, cree_le)
       SELECT $1, 'image ' || n, 'image/png', sha256(n::text::bytea), encode(sha256(n::text::bytea), 'hex') || '-0123456789abcdef', 1, 1, 1,
              timestamptz '2026-01-01 00:00:00+00' + n / 3 * interval '1 microsecond' FROM generate_series(1, 130) n`,
      [other.siteId],
    );
    const own = program.asking(other);
    const all: Media[] = [];
    const sizes: number[] = [];
    for (let search: string | null = ''; search !== null; ) {
      const { site, medias, suite, ...rest } = (await own.ask('GET', search)).json();
      expect([site.id, rest]).toEqual([other.siteId, {}]);
      all.push(...medias);
      sizes.push(medias.length);
      search = suite === undefined ? null : `?apres=${encodeURIComponent(suite)}`;
    }
    expect(sizes).toEqual([60, 60, 10]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(130);
    const times = all.map(({ cree_le }) => cree_le);
    expect(times).toEqual([...times].sort().reverse());
    await program.sql('DELETE FROM medias WHERE site_id = $1', [other.siteId]);
  });

  it('finds part of a name or a description, whatever accents and capitals', async () => {
    const own = await newApi();
    const [, b] = [await own.add('Été à la ferme.png', png(2, 2)), await own.add('b.png', png(3, 2))];
    await own.ask('PATCH', '', { body: { id: b.id, alt: 'Un gâteau 100 % chocolat' } });
    const found = async (q: string) => (await own.list(`?q=${encodeURIComponent(q)}`)).map(({ nom }) => nom);
    expect(await found('ETE')).toEqual(['Été à la ferme.png']);
    expect(await found('gateau')).toEqual(['b.png']);
    expect(await found('GÂTEAU 100 %')).toEqual(['b.png']);
    expect(await found('_')).toEqual([]);
    expect(await found(' ')).toHaveLength(2);
  });

  it.each([
    '?apres=',
    '?apres=x',
    `?apres=2026-02-30T00:00:00.000000Z_${NOBODY}`,
    '?filtre=autre',
    '?q=%00',
    '?id=1',
  ])('%s: 400 invalid_input', async (search) => {
    expect(refusalOf(await api.ask('GET', search))).toEqual([400, 'invalid_input']);
  });
});

describe('what is said of a file', () => {
  it('its name, description and point of interest change, and pages have a new version', async () => {
    const other = await program.newTenant();
    const own = program.asking(other);
    const media = await own.add('a.png', png(4, 4));
    const before = await contentVersion(other);
    const change = {
      id: media.id.toUpperCase(),
      nom: ' Vitrine.png ',
      alt: ' Le pain\n du jour ',
      focal: { x: 0.25, y: 1 },
    };
    const answer = await own.ask('PATCH', '', { body: change });
    expect([answer.status, answer.json()]).toEqual([200, { ok: true }]);
    expect(await own.list()).toEqual([
      {
        ...media,
        nom: 'Vitrine.png',
        src: `/medias/${media.id}/vitrine.png`,
        alt: 'Le pain du jour',
        focal: { x: 0.25, y: 1 },
      },
    ]);
    expect(await contentVersion(other)).not.toBe(before);
    await own.ask('PATCH', '', { body: { id: media.id, alt: '' } });
    expect((await own.list('?filtre=sans_description')).map(({ id }) => id)).toEqual([media.id]);
  });

  it.each([
    { nom: '' },
    { nom: 'a/b' },
    { alt: '\u200b' },
    { focal: { x: 2, y: 0 } },
    { focal: { x: 0.5 } },
    { focal: null },
  ])('%j: 400 invalid_input', async (wrong) => {
    expect(refusalOf(await api.ask('PATCH', '', { body: { id: NOBODY, ...wrong } }))).toEqual([400, 'invalid_input']);
  });

  it('a description that is too long: 400 invalid_input', async () => {
    const body = { id: NOBODY, alt: 'a'.repeat(1001) };
    expect(refusalOf(await api.ask('PATCH', '', { body }))).toEqual([400, 'invalid_input']);
  });

  it('of another site, or of no file: 404 introuvable, and nothing changes', async () => {
    const own = await newApi();
    const media = await own.add('a.png', png(5, 5));
    for (const id of [media.id, NOBODY]) {
      const asked = [
        api.ask('GET', `?id=${id}`),
        api.ask('PATCH', '', { body: { id, nom: 'volé.png' } }),
        api.ask('PATCH', '', { body: { id } }),
        api.ask('PUT', `?id=${id}`, { body: png(6, 6), headers: { 'content-type': 'image/png' } }),
        api.ask('DELETE', `?id=${id}`),
        api.ask('DELETE', `?id=${id}&forcer=1`),
      ];
      for (const answer of await Promise.all(asked)) expect(refusalOf(answer)).toEqual([404, 'introuvable']);
    }
    expect(await own.list()).toEqual([media]);
  });
});

describe('a replacement', () => {
  const put = (own: MediasApi, id: string, bytes: Buffer) =>
    own.ask('PUT', `?id=${id}`, { body: bytes, headers: { 'content-type': 'image/png' } });

  it('keeps address, name and description; the point of interest where the proportions stay', async () => {
    const other = await program.newTenant();
    const own = program.asking(other);
    const media = await own.add('a.png', png(900, 600));
    await own.ask('PATCH', '', { body: { id: media.id, alt: 'Le fournil', focal: { x: 0.2, y: 0.3 } } });
    const before = await contentVersion(other);
    const larger = png(1200, 800, '#00ff00');
    const answer = await put(own, media.id, larger);
    expect([answer.status, answer.json()]).toEqual([200, { ok: true }]);
    const [replaced] = await own.list();
    expect(replaced).toMatchObject({
      ...{ id: media.id, nom: 'a.png', alt: 'Le fournil', largeur: 1200, hauteur: 800, octets: larger.length },
      focal: { x: 0.2, y: 0.3 },
    });
    expect(replaced?.contenu).not.toBe(media.contenu);
    expect(await contentVersion(other)).not.toBe(before);
    expect((await put(own, media.id, png(800, 1200, '#00ff00'))).status).toBe(200);
    expect((await own.list())[0]?.focal).toEqual({ x: 0.5, y: 0.5 });
    const { files, ...kept } = await program.kept();
    expect(kept).toEqual({ rowsWithoutBytes: 0, bytesWithoutRows: 0, arriving: 0 });
    expect(files.filter((key) => key.startsWith(`originaux/${other.siteId}`))).toHaveLength(1);
  });

  it('with the same bytes changes nothing; with those of another file: 409 media_existe, which names the other one', async () => {
    const own = await newApi();
    const [bytes, others] = [png(30, 20), png(20, 30)];
    const media = await own.add('a.png', bytes);
    await own.add('Le four.png', others);
    expect((await put(own, media.id, bytes)).status).toBe(200);
    const refused = await put(own, media.id, others);
    expect(refusalOf(refused)).toEqual([409, 'media_existe']);
    expect(refused.json().message).toContain('« Le four.png »');
    expect(await own.list()).toHaveLength(2);
  });
});

describe('a replacement of another kind', () => {
  it('400 type_refuse, and nothing is left: pages would show nothing', async () => {
    const own = await newApi();
    const media = await own.add('a.png', png(40, 30));
    const body = Buffer.from('%PDF-1.4\ntrailer<<>>\n%%EOF\n');
    const answer = await own.ask('PUT', `?id=${media.id}`, { body, headers: { 'content-type': 'application/pdf' } });
    expect(refusalOf(answer)).toEqual([400, 'type_refuse']);
    expect(answer.json().message).toContain('se remplace par une image');
    expect(await own.list()).toEqual([media]);
    expect(await program.kept()).toMatchObject({ rowsWithoutBytes: 0, bytesWithoutRows: 0, arriving: 0 });
  });
});

describe('uses', () => {
  /** A site with a file that nothing names yet. */
  async function site() {
    const owner = await program.newTenant();
    const own = program.asking(owner);
    const media = await own.add('a.png', png(7, 7));
    const ask = (method: string, path: string, body: object) =>
      program.vitrine.ask({ key: owner.key, method, path, body, besideSession: true });
    const made = async (path: string, body: object) => {
      const answer = await ask('POST', path, body);
      expect(answer.status, answer.text).toBe(201);
      return answer.json();
    };
    const told = async () =>
      (await own.ask('GET', `?id=${media.id}`))
        .json()
        .usages.map(({ genre, nom }: { genre: string; nom: string }) => [genre, nom]);
    return { owner, own, media, ask, made, told };
  }

  it('are found in themes, drafts, older versions, pages, articles, blogs, menus and settings', async () => {
    const { own, media, ask, made, told } = await site();
    expect(await told()).toEqual([]);
    expect(await own.list('?filtre=inutilises')).toEqual([media]);

    const { themeId } = await made('/api/themes', { action: 'installer', origine: 'origo' });
    const file = { chemin: 'config/settings_data.json', contenu: JSON.stringify({ current: { image: media.src } }) };
    const escaped = { ...file, contenu: file.contenu.replaceAll('/', '\\/') };
    const write = async (body: object) =>
      expect((await ask('PUT', `/api/themes/${themeId}/fichiers`, body)).status).toBe(200);
    await write(escaped);
    expect((await told()).map(([genre]: string[]) => genre)).toEqual(['brouillon']);
    expect(await own.list('?filtre=inutilises')).toEqual([]);
    await ask('PATCH', '/api/themes', { id: themeId, publier: true });
    expect((await told()).map(([genre]: string[]) => genre)).toEqual(['theme']);
    await write({ ...file, contenu: '{}' });
    expect((await told()).map(([genre]: string[]) => genre)).toEqual(['version']);
    expect(await own.list('?filtre=inutilises')).toEqual([]);
    await write(file);

    await made('/api/pages', { slug: 'carte', titre: 'Carte', contenu: `<img src="${media.src}">` });
    const { id: blog } = await made('/api/blogs', { slug: 'journal', titre: 'Journal', description: media.src });
    await made('/api/articles', {
      blog_id: blog,
      slug: 'a',
      titre: 'Le four',
      image: `https://exemple.fr${media.src}`,
    });
    await ask('PATCH', '/api/menus', { menus: { principal: [{ titre: 'Carte', url: media.src }] } });
    await ask('PATCH', '/api/parametres/general', { valeurs: { logo: media.src } });
    expect((await told()).slice(1)).toEqual([
      ['page', 'Carte'],
      ['article', 'Le four'],
      ['blog', 'Journal'],
      ['menu', 'principal'],
      ['reglages', 'general'],
    ]);

    const refused = await own.ask('DELETE', `?id=${media.id}`);
    expect(refusalOf(refused)).toEqual([409, 'media_utilise']);
    expect(refused.json().message).toMatch(
      /^Ce fichier sert encore : le thème publié « .+ », la page « Carte », l’article « Le four », /,
    );
    expect((await own.ask('DELETE', `?id=${media.id}&forcer=1`)).json()).toEqual({ ok: true });
    expect(await own.list()).toEqual([]);
  });

  it('of another site do not count', async () => {
    const [a, b] = [await site(), await site()];
    await b.made('/api/pages', { slug: 'p', titre: 'P', contenu: a.media.src });
    expect(await a.told()).toEqual([]);
    expect((await a.own.ask('DELETE', `?id=${a.media.id}`)).status).toBe(200);
    const { files, ...kept } = await program.kept();
    expect(files.filter((key) => key.includes(a.owner.siteId))).toEqual([]);
    expect(kept).toEqual({ rowsWithoutBytes: 0, bytesWithoutRows: 0, arriving: 0 });
  });
});

describe('requests that meet', () => {
  it('the same bytes ten times at once: one is new, nine find it', async () => {
    const own = await newApi();
    const bytes = png(800, 600, '#abcdef');
    const answers = await Promise.all(colours(10).map((name) => own.upload(name, bytes)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map((answer) => answer.json().media.id)).size).toBe(1);
    expect(await own.list()).toHaveLength(1);
    expect(await program.kept()).toMatchObject({ rowsWithoutBytes: 0, bytesWithoutRows: 0, arriving: 0 });
  });

  it('a deletion beside uploads of the same bytes, and replacements beside a deletion: what was answered is so', async () => {
    const own = await newApi();
    const bytes = png(64, 64, '#fedcba');
    for (let round = 0; round < 4; round++) {
      const media = (await own.upload('a.png', bytes)).json().media;
      const [removal, ...uploads] = await Promise.all([
        own.ask('DELETE', `?id=${media.id}`),
        own.upload('b.png', bytes),
        own.ask('PUT', `?id=${media.id}`, { body: png(65, 64, '#fedcba'), headers: { 'content-type': 'image/png' } }),
      ]);
      expect(removal?.status).toBe(200);
      expect([200, 201]).toContain(uploads[0]?.status);
      expect([200, 404, 409]).toContain(uploads[1]?.status);
      const ids = (await own.list()).map(({ id }) => id);
      expect(ids).not.toContain(media.id);
      if (uploads[0]?.status === 201) expect(ids).toEqual([uploads[0].json().media.id]);
      const kept = await program.kept();
      expect([kept.rowsWithoutBytes, kept.bytesWithoutRows, kept.arriving]).toEqual([0, 0, 0]);
      for (const id of ids) await own.ask('DELETE', `?id=${id}`);
    }
  });
});
