import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Article, PageRequest, SiteContent, ThemeFiles } from '../../../engine/index.ts';
import type { PictureFacts, Pictures } from '../../../engine/pictures/facts.ts';
import { readVariantName, widthsOf } from '../../../engine/pictures/variants.ts';
import { runs } from '../../support/soak.ts';
import { CONTENT, loadedTheme, REQUEST, template, themeFiles } from '../support.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const OTHER = '01890a5d-ac96-774b-bcce-b302099a8058';
const CONTENT_NAME = '3f9c01d2ef45';
const FACTS: PictureFacts = {
  name: 'four.jpg',
  kind: 'photo',
  width: 4000,
  height: 3000,
  alt: 'Le four',
  focal: { x: 500, y: 500 },
  content: CONTENT_NAME,
  colour: '#aa8866',
  placeholder: 'data:image/webp;base64,AAAA',
};
const SRC = `/medias/${ID}/four.jpg`;
const at = (name: string) => `/medias/${ID}/${name}-${CONTENT_NAME}/four.jpg`;

const schema = `{% schema %}${JSON.stringify({ settings: [{ id: 'photo', type: 'image_picker' }] })}{% endschema %}`;
const placed = (photo: unknown, type = 's') => ({ type, settings: { photo } });

/** A home page whose first section stands empty before the one that shows the photograph. */
const filesOf = (section: string, photo: unknown, more: ThemeFiles = {}): ThemeFiles =>
  themeFiles(`${section}${schema}`, {
    ...template({ sections: { a: { type: 'vide' }, b: placed(photo) }, order: ['a', 'b'] }),
    'sections/vide.liquid': '',
    ...more,
  });

const contentOf = (pictures: Pictures): SiteContent => ({ ...CONTENT, pictures });

interface Shown {
  readonly photo?: unknown;
  readonly facts?: Partial<PictureFacts> | null;
  readonly more?: ThemeFiles;
  readonly request?: Partial<PageRequest>;
}

/** What a section makes of a photograph. */
function shown(section: string, { photo = SRC, facts = {}, more = {}, request = {} }: Shown = {}): string {
  const pictures = facts === null ? {} : { [ID]: { ...FACTS, ...facts } };
  const result = loadedTheme(filesOf(section, photo, more)).render(contentOf(pictures), { ...REQUEST, ...request });
  if (result.outcome !== 'page' || result.incidents.length > 0) throw new Error(JSON.stringify(result));
  return result.html;
}

const value = (expression: string, options?: Shown) => shown(`{{ section.settings.photo${expression} }}`, options);

describe('a picture of the library', () => {
  it.each([
    ['', SRC],
    ['.src', SRC],
    ['.alt', 'Le four'],
    ['.width', '4000'],
    ['.height', '3000'],
    ['.aspect_ratio', '1.3333333333333333'],
    ['.presentation.focal_point', '50% 50%'],
    ['.presentation.focal_point.x', '50'],
    ['.couleur', '#aa8866'],
    ['.apercu', 'data:image/webp;base64,AAAA'],
    [' | asset_url', SRC],
    [' | escape', SRC],
    [' | json', `"${SRC}"`],
    ['.size', String(SRC.length)],
  ])('gives %j as %s', (expression, expected) => {
    expect(value(expression)).toBe(expected);
  });

  it('has the words of its setting before those of the library', () => {
    expect(value('.alt', { photo: { src: SRC, alt: 'Notre four' } })).toBe('Notre four');
    expect(value('.alt', { photo: { src: SRC, alt: '' } })).toBe('Le four');
  });

  it('has the size of the library, whatever its setting says', () => {
    expect(value('.width', { photo: { src: SRC, width: 10, height: 10 } })).toBe('4000');
  });

  it('shows where its focal point is', () => {
    expect(value('.presentation.focal_point', { facts: { focal: { x: 125, y: 1000 } } })).toBe('12.5% 100%');
  });

  it.each([
    ['gone', null],
    ['a document', { kind: 'document' as const }],
  ])('is blank where it is %s', (_what, facts) => {
    const section = `{% assign p = section.settings.photo %}{% if p == blank and p == empty and p == '' %}rien{% endif %}[{{ p }}{{ p.alt }}{{ p.src }}{{ p.width }}{{ p.presentation.focal_point }}{{ p | asset_url }}{{ p | image_url: width: 300 }}{{ p | image_tag }}{{ p | image_url: width: 300 | image_tag }}{{ p | default: 'autre' }}]`;
    expect(shown(section, { facts })).toBe('rien[autre]');
  });

  it('keeps to the content of the page that is rendered', () => {
    const theme = loadedTheme(filesOf('{{ section.settings.photo.alt }}', SRC));
    const page = (alt: string) => theme.render(contentOf({ [ID]: { ...FACTS, alt } }), REQUEST);
    expect([page('Un'), page('Deux')]).toMatchObject([{ html: 'Un' }, { html: 'Deux' }]);
    expect(theme.render(CONTENT, REQUEST)).toMatchObject({ html: '' });
  });

  it('is not known by what only one page knows of it', () => {
    const theme = loadedTheme(filesOf('{{ section.settings.photo }}', SRC));
    const request = { ...REQUEST, pictures: { [ID]: FACTS } };
    const content = contentOf({});
    expect(theme.render(content, request)).toMatchObject({ html: '' });
    expect(theme.render(content, REQUEST)).toMatchObject({ html: '' });
  });
});

describe('image_url', () => {
  it.each([
    ['', '1600'],
    [': width: 640', '640'],
    [': width: 641', '960'],
    [': width: "300"', '320'],
    [': width: 1', '160'],
    [': width: 99999', '2560'],
    [': width: 0', '1600'],
    [': height: 300', '480'],
    [': width: 800, height: 600', '960'],
    [': width: 400, height: 400', '480-1x1-500x500'],
    [': width: 100, height: 500', '480-2x3-500x500'],
    [': width: 400, height: 400, crop: "top"', '480-1x1-500x500'],
  ])('gives for %j the nearest of the lists, %s', (args, name) => {
    expect(value(` | image_url${args}`)).toBe(at(name));
  });

  it('keeps a format that is one', () => {
    expect(value(' | image_url: width: 320, format: "pjpg"')).toBe(`/medias/${ID}/320-${CONTENT_NAME}.jpg/four.jpg`);
    expect(value(' | image_url: width: 320, format: "exe"')).toBe(at('320'));
    expect(value(' | image_url: width: 320, format: "constructor"')).toBe(at('320'));
  });

  it('never enlarges a picture', () => {
    expect(value(' | image_url: width: 640', { facts: { width: 500, height: 400 } })).toBe(at('500'));
  });

  it('crops no animation', () => {
    const facts = { kind: 'animation' as const };
    expect(value(' | image_url: width: 320, height: 320, format: "jpg"', { facts })).toBe(at('480'));
  });

  it('gives the only address of a drawing', () => {
    expect(value(' | image_url: width: 320', { facts: { kind: 'drawing', name: 'plan.svg' } })).toBe(
      `/medias/${ID}/plan.svg`,
    );
  });

  it.each([
    ['https://ailleurs.fr/a.jpg?b=1&c', 'https://ailleurs.fr/a.jpg?b=1&c'],
    ['/images/a.jpg', '/images/a.jpg'],
    ['data:image/png;base64,AA=', 'data:image/png;base64,AA='],
    ['four.svg', '/theme-assets/t/four.svg'],
    ['https://ailleurs.fr/"\'><script>', 'https://ailleurs.fr/%22%27%3E%3Cscript%3E'],
  ])('leaves %s unharmed, as asset_url does', (photo, address) => {
    expect(value(' | image_url: width: 320', { photo })).toBe(address);
    expect(value(' | asset_url', { photo })).toBe(address);
  });

  it('takes texts, too', () => {
    expect(shown(`{{ '${SRC}' | image_url: width: 320 }} {{ 'a.svg' | image_url }} {{ nil | image_url }}`)).toBe(
      `${at('320')} /theme-assets/t/a.svg `,
    );
    expect(shown(`{{ '/medias/${OTHER}/a.jpg' | image_url: width: 320 }}`)).toBe(`/medias/${OTHER}/a.jpg`);
  });

  it('is another size of what image_url gave', () => {
    expect(value(' | image_url: width: 320 | image_url: width: 640')).toBe(at('640'));
  });
});

describe('image_tag', () => {
  const candidates = (...widths: readonly number[]) =>
    widths.map((width) => `${at(String(width))} ${width}w`).join(', ');

  it('holds the place of a picture, and offers it in all useful sizes', () => {
    expect(value(' | image_url: width: 320 | image_tag')).toBe(
      `<img src="${at('320')}" srcset="${candidates(160, 320, 480, 640)}" sizes="(min-width: 320px) 320px, 100vw" alt="Le four" width="320" height="240" loading="lazy">`,
    );
  });

  it.each([
    // A telephone takes half of the width for a wide screen, or a quarter of it where it has one pixel for one of the page.
    [960, { width: 4000 }, [320, 480, 640, 960, 1280, 1600, 2000]],
    [640, { width: 4000 }, [160, 320, 480, 640, 960, 1280]],
    // The picture's own width is the last; the rung below is left out where it is nearly as wide.
    [960, { width: 1334 }, [320, 480, 640, 960, 1334]],
    [960, { width: 1500 }, [320, 480, 640, 960, 1280, 1500]],
    [160, { width: 161 }, [161]],
    [960, { width: 100 }, [100]],
  ])('offers for %i pixels of a picture of %o what some screen takes', (width, facts, widths) => {
    const tag = value(` | image_url: width: ${width} | image_tag`, { facts: { ...facts, height: 90 } });
    expect(tag).toContain(` srcset="${candidates(...widths)}"`);
  });

  it('shows an image directly', () => {
    const tag = value(' | image_tag');
    expect(tag).toContain(`src="${at('1600')}"`);
    expect(tag).toContain(`2560w"`);
    expect(tag).toContain('width="1600" height="1200"');
  });

  it('takes the attributes that a theme gives', () => {
    const tag = value(
      ` | image_url: width: 640 | image_tag: widths: '300, 1000', sizes: '50vw', alt: 'A "B"', class: 'grand', loading: 'eager', fetchpriority: 'high', data-nom: '<x>', id: nil, hidden: false`,
    );
    expect(tag).toBe(
      `<img src="${at('640')}" srcset="${candidates(320, 1280)}" sizes="50vw" alt="A &quot;B&quot;" width="640" height="480" loading="eager" fetchpriority="high" class="grand" data-nom="&lt;x&gt;">`,
    );
  });

  it.each([
    ['width: 300', 'width="300" height="225"'],
    ['height: 300', 'width="400" height="300"'],
    ['width: 300, height: 300', 'width="300" height="300"'],
    ['width: nil', 'alt="Le four" height="240"'],
  ])('draws sizes as %s says', (args, attributes) => {
    expect(value(` | image_url: width: 320 | image_tag: ${args}`)).toContain(attributes);
  });

  it('makes nothing of a text before the page is rendered', () => {
    const section = `{{ '${SRC}' | image_url }} {{ '${SRC}' | image_tag }} {{ 'a.svg' | image_tag }}`;
    // The page before, which knows no picture.
    loadedTheme(themeFiles('')).render(CONTENT, REQUEST);
    const [address, photo, drawing] = shown(section).split(/ (?=<img)/);
    expect([address, drawing]).toEqual([at('1600'), '<img src="/theme-assets/t/a.svg" alt="" loading="lazy">']);
    expect(photo).toContain('srcset');
  });

  it('says nothing of sizes where the theme wants none', () => {
    expect(value(' | image_url: width: 320 | image_tag: srcset: nil, sizes: nil')).not.toMatch(/srcset|sizes/);
    expect(value(' | image_url: width: 320 | image_tag: srcset: nil, sizes: "50vw"')).not.toMatch(/srcset|sizes/);
  });

  it('says nothing of sizes of a drawing, which is one file for all; sizes of a srcset of the theme it says', () => {
    const tag = (args: string) => value(` | image_tag: sizes: '50vw'${args}`, { photo: 'four.svg' });
    expect(tag('')).toBe('<img src="/theme-assets/t/four.svg" alt="" loading="lazy">');
    expect(tag(", srcset: '/a.svg 2x'")).toContain(' srcset="/a.svg 2x" sizes="50vw"');
  });

  it('loads at once what is to be loaded before all else', () => {
    expect(value(' | image_tag: preload: true')).toContain('height="1200" fetchpriority="high">');
  });

  it('keeps the focal point in sight', () => {
    const facts = { focal: { x: 250, y: 500 } };
    expect(value(' | image_tag', { facts })).toContain('style="object-position: 25% 50%"');
    expect(value(' | image_tag: style: "color: red"', { facts })).toContain(
      'style="object-position: 25% 50%; color: red"',
    );
    // The square around x = 1000 of 4000 × 3000 begins at the left edge.
    expect(value(' | image_url: width: 320, height: 320 | image_tag', { facts })).toContain(
      'object-position: 33.3% 50%',
    );
    expect(
      value(' | image_url: width: 320, height: 320 | image_tag', { facts: { focal: { x: 500, y: 10 } } }),
    ).toContain('object-position: 50% 1%');
    expect(value(' | image_tag')).not.toContain('style');
  });

  it('shows the theme’s drawing and addresses elsewhere with what is known', () => {
    const more = { 'assets/four.svg': '<svg viewBox="0 0 40 30"></svg>' };
    expect(value(' | image_url: width: 20 | image_tag', { photo: 'four.svg', more })).toBe(
      '<img src="/theme-assets/t/four.svg" alt="" width="20" height="15" loading="lazy">',
    );
    expect(value(' | image_tag', { photo: 'four.svg', more })).toContain('width="40" height="30"');
    expect(value(' | image_url: height: 60, width: 200 | image_tag', { photo: 'four.svg', more })).toContain(
      'width="80" height="60"',
    );
    expect(value(' | image_tag: width: 20', { photo: 'four.svg', more })).toContain('width="20" height="15"');
    expect(value(' | image_tag', { photo: { src: 'https://a.fr/b?c&d', alt: 'É' } })).toBe(
      '<img src="https://a.fr/b?c&amp;d" alt="É" loading="lazy">',
    );
  });

  describe('is lazy but in the first section of the template', () => {
    const tag = '{{ section.settings.photo | image_tag }}';
    const lazy = (html: string) => [...html.matchAll(/<img[^>]*>/g)].map(([img]) => img.includes('loading="lazy"'));
    const page = (sections: object, order: readonly string[], more: ThemeFiles = {}) => {
      const files = themeFiles(`${tag}${schema}`, { ...template({ sections, order }), ...more });
      const theme = loadedTheme(files);
      const content = contentOf({ [ID]: FACTS });
      // What is kept of the first two pages is shown by the third.
      const pages = [1, 2, 3].map(() => {
        const result = theme.render(content, REQUEST);
        return result.outcome === 'page' ? lazy(result.html) : result;
      });
      expect(pages[2]).toEqual(pages[0]);
      return pages[0];
    };
    const sections = { a: placed(SRC), b: placed(SRC), c: { type: 'absente' }, d: { ...placed(SRC), disabled: true } };

    it.each([
      ['a section at two places', ['a', 'b'], [false, true]],
      ['after types that are not there and disabled ones', ['c', 'd', 'b', 'a'], [false, true]],
    ])('%s', (_what, order, expected) => {
      expect(page(sections, order)).toEqual(expected);
    });

    it('each template has its own first section', () => {
      const files = themeFiles(`${tag}${schema}`, {
        ...template({ sections, order: ['a', 'b'] }),
        'templates/autre.json': JSON.stringify({ sections, order: ['b', 'a'] }),
      });
      const theme = loadedTheme(files);
      const content = contentOf({ [ID]: FACTS });
      const of = (name: string) => theme.render(content, { ...REQUEST, templates: [name] });
      for (const name of ['index', 'autre', 'index', 'autre']) {
        expect(of(name)).toMatchObject({ html: expect.stringMatching(/^<img(?!.*lazy.*<img).*<img.*lazy/) });
      }
    });

    it('not in the sections that the layout names, nor in one that the first section names', () => {
      const data = { current: { sections: { tete: { settings: { photo: SRC } } } } };
      const more = {
        'config/settings_data.json': JSON.stringify(data),
        'sections/tete.liquid': `${tag}${schema}`,
        'layout/theme.liquid': `{% section 'tete' %}{{ content_for_layout }}`,
        'sections/s.liquid': `${tag}{% section 'tete' %}${tag}${schema}`,
      };
      expect(page(sections, ['a'], more)).toEqual([true, false, true, false]);
    });
  });
});

describe('article.image', () => {
  const article: Article = {
    ...{
      titre: 'Un',
      extrait: '',
      adresse: '/blog/j/un',
      image: `/medias/${OTHER}/pain.jpg`,
      date: '2026-10-05T08:00:00Z',
      modifie: '2026-10-05T08:00:00Z',
    },
    blog: { titre: 'J', description: '', adresse: '/blog/j' },
    contenu: '',
  };
  const pictures = { [OTHER]: { ...FACTS, name: 'pain.jpg', alt: 'Du pain' } };
  const blog = {
    ...article.blog,
    ...{ flux: '', articles: [article], blogs: [], pagination: { page: 1, pages: 1, precedente: '', suivante: '' } },
  };

  it('is an image, by what the page or the site knows', () => {
    const section = '{{ article.image }} {{ article.image.alt }} {{ article.image | image_url: width: 320 }}';
    const expected = `/medias/${OTHER}/pain.jpg Du pain /medias/${OTHER}/320-${CONTENT_NAME}/pain.jpg`;
    expect(shown(section, { request: { article, pictures } })).toBe(expected);
  });

  it('is one in lists, too', () => {
    const section = '{% for a in blog.articles %}{{ a.image | image_tag }}{% endfor %}';
    expect(shown(section, { request: { blog, pictures } })).toContain('alt="Du pain"');
  });

  it('is blank where the picture is gone', () => {
    const section = `{% if article.image == blank %}rien{% endif %}{{ article.image | image_tag }}`;
    expect(shown(section, { request: { article } })).toBe('rien');
  });

  it.each([
    ['', 'true||'],
    ['/i.svg', '|/i.svg|/i.svg'],
    ['https://a.fr/i.jpg', '|https://a.fr/i.jpg|https://a.fr/i.jpg'],
  ])('%j is a text as it was', (image, expected) => {
    const section = `{{ article.image == '' | default: '' }}{% if article.image == '' %}true{% endif %}|{{ article.image }}|{{ article.image | escape }}`;
    expect(shown(section.replace(/^\{\{.*?\}\}/, ''), { request: { article: { ...article, image } } })).toBe(expected);
  });
});

describe('placeholder_svg_tag', () => {
  it('draws a picture of its own for each name', () => {
    const drawing = (name: string) => shown(`{{ '${name}' | placeholder_svg_tag: 'c"' }}`);
    expect(drawing('product-1')).toMatch(/^<svg class="c&quot;" .*<\/svg>$/);
    expect(drawing('product-1')).not.toBe(drawing('collection-1'));
    expect(drawing('<inconnu>')).toBe(drawing('image'));
    expect(drawing('constructor')).toBe(drawing('image'));
  });
});

describe('whatever names, words and wishes are', () => {
  const HOSTILE = [
    '"><script>x</script>',
    "' onerror='x",
    '`',
    '&quot;',
    '\u2028<',
    'a b,c 2w',
    '\ud800',
    '\0',
    '../..',
    '%22',
  ];
  const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ minLength: 1 }));
  const side = fc.integer({ min: 1, max: 6_000 });
  const share = fc.nat(1_000);
  const known = fc.record({
    ...{ width: side, height: side, alt: hostile, name: hostile },
    focal: fc.record({ x: share, y: share }),
    kind: fc.constantFrom<PictureFacts['kind']>('photo', 'photo', 'animation'),
  });
  const pixels = fc.oneof(
    fc.constantFrom('nil', '-3', '"12px"', '1e9', '9999999999999999999999'),
    fc.nat(4_000).map(String),
  );
  const wishes = fc
    .tuple(pixels, pixels, fc.constantFrom('"png"', '"x"', 'nil'))
    .map(([width, height, format]) => `width: ${width}, height: ${height}, format: ${format}`);
  const offered = fc.oneof(
    fc.constantFrom("'320, 640'", "',,-1,x'", 'nil'),
    fc.nat(9_000).map((one) => `'${one}'`),
  );

  it('addresses are those of the closed lists, and the element is one', () => {
    fc.assert(
      fc.property(known, wishes, offered, hostile, (facts, args, widths, alt) => {
        const own = 'class: section.settings.photo.alt, title: section.settings.photo.alt';
        const tag = value(` | image_url: ${args} | image_tag: widths: ${widths}, ${own}`, {
          facts,
          photo: { src: SRC, alt },
        });
        expect(tag).toMatch(/^<img(?: [a-z-]+="[^"<>]*")+>$/);
        expect(tag.match(/ ([a-z-]+)=/g)).toEqual(
          expect.arrayContaining([' src=', ' srcset=', ' sizes=', ' width=', ' height=']),
        );
        const addresses = [...tag.matchAll(/\/medias\/[0-9a-f-]{36}\/([^/]+)\/([^/\s",]+)(?: (\d+)w)?/g)];
        expect(addresses.length).toBeGreaterThan(1);
        for (const [, name = '', , candidate] of addresses) {
          const variant = readVariantName(name);
          expect(variant).toBeDefined();
          expect(widthsOf(facts, variant?.ratio ?? null)).toContain(variant?.width);
          if (candidate !== undefined) expect(Number(candidate)).toBe(variant?.width);
          if (variant?.ratio) expect(variant.focal).toEqual(facts.focal);
        }
      }),
      { numRuns: runs(100, 5_000) },
    );
  });
});
