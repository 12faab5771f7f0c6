import { describe, expect, it } from 'vitest';
import type { PageRequest, SiteContent } from '../../../engine/index.ts';
import { CONTENT, loadedTheme, REQUEST, themeFiles } from '../support.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const IMAGE = `/medias/${ID}/four.jpg`;
const PICTURES = {
  [ID]: {
    ...({
      name: 'four.jpg',
      kind: 'photo',
      width: 1600,
      height: 900,
      alt: 'Le four',
      focal: { x: 500, y: 500 },
    } as const),
    ...{ content: '3f9c01d2ef45', colour: '', placeholder: '' },
  },
};

/** What a section shows of a site, on two pages of the same theme. */
function shown(
  section: string,
  { site = {}, pages = [{}] }: { site?: object; pages?: Partial<PageRequest['page']>[] },
) {
  const theme = loadedTheme(themeFiles(section));
  const content: SiteContent = { ...CONTENT, pictures: PICTURES, site: { ...CONTENT.site, ...site } };
  return pages.map((page) => {
    const result = theme.render(content, { ...REQUEST, page: { ...REQUEST.page, ...page } });
    if (result.outcome !== 'page' || result.incidents.length > 0) throw new Error(JSON.stringify(result));
    return result.html;
  });
}

describe('page.adresse', () => {
  it('is the path of each page after the origin of the site, and nothing where no page is found', () => {
    const pages = [{ adresse: '/' }, { adresse: '/blog?page=2' }, {}] as const;
    expect(shown('{{ page.adresse }}|{{ site.adresse }}', { pages: [...pages] })).toEqual([
      'https://lea.example/|https://lea.example',
      'https://lea.example/blog?page=2|https://lea.example',
      '|https://lea.example',
    ]);
  });
});

describe('site.image', () => {
  const section = '{{ site.image | image_url: width: 1200 }} {{ site.image.alt }} {{ site.image.width }}';

  it('is an image by what the site knows, on each page', () => {
    const one = `/medias/${ID}/1280-3f9c01d2ef45/four.jpg Le four 1600`;
    expect(shown(section, { site: { image: IMAGE }, pages: [{}, { adresse: '/a' }] })).toEqual([one, one]);
  });

  it('is an image elsewhere, or nothing', () => {
    expect(shown('{{ site.image }}', { site: { image: 'https://a.example/b.jpg' } })).toEqual([
      'https://a.example/b.jpg',
    ]);
    expect(shown('{% if site.image %}oui{% else %}non{% endif %}', {})).toEqual(['non']);
  });
});

it('a section loops over the hours and the networks of the house', () => {
  const open = { ferme: false, plages: [{ de: '09:00', a: '12:00' }], texte: '9 h – 12 h' };
  const section =
    '{% for day in site.horaires %}{{ day.jour }} {{ day.schema }} {{ day.texte }} {% for s in day.plages %}{{ s.de }}-{{ s.a }}{% endfor %}{% endfor %}' +
    '{% if site.reseaux %}{{ site.reseaux[0].nom }}{% endif %}{% if site.telephone %}non{% endif %}';
  const site = {
    horaires: [{ jour: 'Lundi', schema: 'Monday', ...open }],
    reseaux: [{ id: 'x', nom: 'X', adresse: 'https://x.com/lea' }],
  };
  expect(shown(section, { site })).toEqual(['Lundi Monday 9 h – 12 h 09:00-12:00X']);
});
