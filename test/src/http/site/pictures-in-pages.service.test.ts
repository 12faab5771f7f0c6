import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Media } from '../../../../src/contract/medias.ts';
import type { RehearsalReport } from '../../../../src/sites/rehearsal/report.ts';
import { PROMPT } from '../../../../src/storage/connection.ts';
import { withConnection } from '../../../../src/storage/database.ts';
import { loadContent } from '../../../../src/storage/public-sites.ts';
import { type MediasApi, type MediasProgram, startMedias } from '../../../support/medias.ts';
import { colours, png } from '../../../support/png.ts';
import type { TestProgram } from '../../../support/program.ts';
import { createPublicSite, type PublicSite } from '../../../support/public-site.ts';
import { signIn } from '../../../support/sign-in.ts';
import { whenIdle } from '../../../support/when-idle.ts';

const SHOWS = `{{ section.settings.photo | image_url: width: 640 | image_tag: sizes: '100vw' }}
{% schema %}{"name": "Photo", "settings": [{"type": "image_picker", "id": "photo", "label": "Photo"}]}{% endschema %}`;
const LISTS = `{% for article in blog.articles %}{{ article.image | image_url: width: 320 | image_tag: sizes: '50vw' }}{% endfor %}`;
const ARTICLE = `{{ article.image | image_url: width: 640 | image_tag: sizes: '100vw' }}`;
const template = (type: string, settings: object = {}) =>
  JSON.stringify({ sections: { a: { type, settings } }, order: ['a'] });

let medias: MediasProgram;
let vitrine: TestProgram;
let site: PublicSite;
let library: MediasApi;
let photo: Media;
/** The theme that is published. */
let themeId: string;
const nextColours = colours(40);
const nextColour = () => nextColours.pop() ?? '';

beforeAll(async () => {
  medias = await startMedias();
  vitrine = medias.vitrine;
  site = await createPublicSite(vitrine, {
    'sections/photo.liquid': SHOWS,
    'sections/liste.liquid': LISTS,
    'sections/article.liquid': ARTICLE,
    'templates/blog.json': template('liste'),
    'templates/article.json': template('article'),
  });
  ({ themeId } = site);
  library = medias.asking(site);
});
afterAll(() => medias.close());
beforeEach(async () => {
  photo = await library.add('Façade.png', png(800, 600, nextColour()));
  await library.ask('PATCH', '', { body: { id: photo.id, alt: 'La façade' } });
});

const pictureOf = (html: string) => {
  const [, tag = ''] = /(<img[^>]*>)/.exec(html) ?? [];
  return Object.fromEntries([...tag.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
};
const shown = async (path = '/') => pictureOf((await site.visit(path)).text);
const show = (media: Pick<Media, 'src'>, of = themeId) =>
  site.manage('PUT', `/api/themes/${of}/fichiers`, {
    chemin: 'templates/index.json',
    contenu: template('photo', { photo: media.src }),
  });

/** A draft of the same files. @returns its id */
const copyOfTheme = async (): Promise<string> =>
  (await site.manage('POST', '/api/themes', { action: 'dupliquer', id: themeId })).json().themeId;

describe('the picture of shared links', () => {
  it('is one of the library with its facts, of this site alone, as long as the picture is there', async () => {
    const own = await createPublicSite(vitrine, {
      'sections/partage.liquid': "{{ site.image | image_url: width: 640 | image_tag: sizes: '100vw' }}",
      'templates/index.json': template('partage'),
    });
    const [mine, foreign] = [medias.asking(own), photo];
    const choose = async ({ src }: Pick<Media, 'src'>) => {
      const answer = await own.manage('PATCH', '/api/parametres/seo', { valeurs: { image: src } });
      expect(answer.status).toBe(200);
      return pictureOf((await own.visit('/')).text);
    };
    const kept = await mine.add('Enseigne.png', png(800, 600, nextColour()));
    await mine.ask('PATCH', '', { body: { id: kept.id, alt: 'L’enseigne' } });
    const seen = await choose(kept);
    expect(seen).toMatchObject({ width: '640', height: '480', alt: 'L’enseigne' });
    expect(seen.src).toContain(`/medias/${kept.id}/640-`);
    expect((await own.visit(String(seen.src), { accept: 'image/webp' })).status).toBe(200);
    await mine.ask('PATCH', '', { body: { id: kept.id, alt: 'La porte' } });
    expect(pictureOf((await own.visit('/')).text).alt).toBe('La porte');
    expect(await choose(foreign)).toEqual({});
    await choose(kept);
    expect((await mine.ask('DELETE', `?id=${kept.id}&forcer=1`)).status).toBe(200);
    expect(pictureOf((await own.visit('/')).text)).toEqual({});
  });
});

describe('a page that shows a picture of the library', () => {
  beforeEach(() => show(photo));

  it('has its size, its description and its variants', async () => {
    const seen = await shown();
    expect(seen).toMatchObject({ width: '640', height: '480', alt: 'La façade' });
    const sources = String(seen.srcset)
      .split(', ')
      .map((source) => source.split(' ')[0]);
    expect(sources.length).toBeGreaterThan(2);
    for (const source of sources) {
      expect(source).toMatch(new RegExp(`^/medias/${photo.id}/\\d+-${photo.contenu}/facade\\.png$`));
      expect((await site.visit(source, { accept: 'image/webp' })).status).toBe(200);
    }
  });

  it('has a corrected description at the next reload', async () => {
    const before = await site.visit('/');
    await library.ask('PATCH', '', { body: { id: photo.id, alt: 'La boutique' } });
    const after = await site.visit('/', { 'if-none-match': String(before.headers.etag) });
    expect([after.status, pictureOf(after.text).alt]).toEqual([200, 'La boutique']);
  });

  it('has a replaced picture at the next reload, and no picture once that is removed', async () => {
    await shown();
    const body = png(400, 400, nextColour());
    await library.ask('PUT', `?id=${photo.id}`, { body, headers: { 'content-type': 'image/png' } });
    const seen = await shown();
    expect(seen).toMatchObject({ width: '400', height: '400' });
    expect(seen.srcset).not.toContain(photo.contenu);
    expect((await library.ask('DELETE', `?id=${photo.id}&forcer=1`)).status).toBe(200);
    expect(await shown()).toEqual({});
  });

  it('has none of another site', async () => {
    const other = await createPublicSite(vitrine);
    const foreign = await medias.asking(other).add('a.png', png(300, 200, nextColour()));
    await show(foreign);
    expect(await shown()).toEqual({});
  });

  it('has what another published theme names, at once', async () => {
    await shown();
    const second = await library.add('b.png', png(300, 200, nextColour()));
    const id = await copyOfTheme();
    await show(second, id);
    expect((await shown()).width).toBe('640');
    await site.manage('PATCH', '/api/themes', { id, publier: true });
    themeId = id;
    expect((await shown()).width).toBe('300');
  });
});

it('a theme that names nothing but pictures does not keep the database at work', async () => {
  // Behind that of the picture, whatever its id.
  const names = Array.from({ length: 9_000 }, (_, n) => `/medias/ffffffff-ffff-4fff-bfff-ffffffff${1_000 + n}/`);
  const { siteId } = await createPublicSite(vitrine, {
    'config/settings_data.json': JSON.stringify({ current: { photo: photo.src } }),
    'templates/page.a.json': JSON.stringify({ names }),
  });
  await medias.sql('UPDATE medias SET site_id = $1 WHERE id = $2', [siteId, photo.id]);
  await medias.sql(
    `INSERT INTO fichiers (site_id, theme_id, chemin, texte, depuis)
     SELECT site_id, theme_id, 'templates/page.a' || n || '.json', texte, depuis FROM fichiers, generate_series(1, 100) n
     WHERE site_id = $1 AND chemin = 'templates/page.a.json'`,
    [siteId],
  );
  await withConnection('DATABASE_URL', vitrine.databaseUrl, async (client) => {
    await client.query(`SET statement_timeout = ${PROMPT.statement}`);
    expect(Object.keys((await loadContent(client, siteId, () => 'http://s.localhost'))?.values.pictures ?? {})).toEqual(
      [photo.id],
    );
  });
});

describe('a draft', () => {
  it('shows its own pictures to its author, and its site those of the published theme', async () => {
    await show(photo);
    const second = await library.add('b.png', png(300, 200, nextColour()));
    const id = await copyOfTheme();
    await show(second, id);
    const { headers } = await signIn(vitrine, site);
    const preview = async (fichiers: Record<string, string> = {}) => {
      const body = { adresse: '/', fichiers, nonce: 'bm9uY2VkZXNzYWkxMjM0' };
      const answer = await vitrine.ask({ method: 'POST', path: `/api/themes/${id}/apercu`, headers, body });
      return pictureOf(answer.json().html);
    };
    expect([(await preview()).width, (await shown()).width]).toEqual(['300', '640']);
    const unsaved = { 'templates/index.json': template('photo', { photo: photo.src }) };
    expect([(await preview(unsaved)).width, (await preview()).width]).toEqual(['640', '300']);
  });

  it('is rehearsed with its own pictures, the published theme with its own', async () => {
    await show(photo);
    const id = await copyOfTheme();
    const rehearse = async (): Promise<RehearsalReport> =>
      (await site.manage('POST', '/api/themes', { action: 'repeter', id })).json();
    const etatOfHome = async () => {
      const { pages } = await whenIdle(rehearse, ({ resume }) => resume.omises > 0);
      return pages.find(({ adresse }) => adresse === '/')?.etat;
    };
    expect(await etatOfHome()).toBe('egale');
    await show(await library.add('b.png', png(300, 200, nextColour())), id);
    expect(await etatOfHome()).toBe('changee');
  });
});

describe('an article', () => {
  it('shows a picture of the library on its page and in lists, with its facts of today', async () => {
    const { id: blog_id } = (await site.manage('POST', '/api/blogs', { slug: 'b', titre: 'B' })).json();
    await site.manage('POST', '/api/articles', { blog_id, slug: 'a', titre: 'A', publie: true, image: photo.src });
    expect(await shown('/blog/b/a')).toMatchObject({ width: '640', height: '480', alt: 'La façade' });
    expect(await shown('/blog')).toMatchObject({ width: '320', height: '240', alt: 'La façade' });
    await library.ask('PATCH', '', { body: { id: photo.id, alt: 'Corrigée' } });
    expect([(await shown('/blog')).alt, (await shown('/blog/b/a')).alt]).toEqual(['Corrigée', 'Corrigée']);
  });
});
