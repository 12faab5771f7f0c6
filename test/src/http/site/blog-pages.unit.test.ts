import { expect, it } from 'vitest';
import { blogPage } from '../../../../src/http/site/blog-pages.ts';
import type { ViewContent } from '../../../../src/sites/views.ts';

const ID = '0b9d7c1e-3c5f-4d7a-9f55-6c1f2a3b4c5d';
const IMAGE = `/medias/${ID}/a.jpg`;
const pictures: ViewContent['pictures'] = {
  [ID]: {
    ...{ name: 'a.jpg', kind: 'photo', width: 1200, height: 900, alt: 'Le "fournil"', colour: '' },
    ...{ focal: { x: 500, y: 500 }, content: '0123456789ab', placeholder: '' },
  },
};

/** The element of an article's image on the platform's own page. */
function imageOf(image: string, more: Pick<ViewContent, 'pictures'> = {}): string | undefined {
  const blog = { titre: 'B', description: '', adresse: '/blog/b' };
  const date = '2026-01-01';
  const article = { titre: 'A', extrait: '', adresse: '/blog/b/a', image, date, modifie: date, blog, contenu: '' };
  const page = blogPage({ templates: ['article'], page: {} as ViewContent['page'], article, ...more }, 'n');
  return /<img[^>]*>/.exec(page ?? '')?.[0];
}

it('a picture of the library has the description of its owner where no theme shows the article', () => {
  expect(imageOf(IMAGE, { pictures })).toBe(`<img class="image" src="${IMAGE}" alt="Le &quot;fournil&quot;">`);
});

it('a picture that is gone is not shown, and another image is', () => {
  expect(imageOf(IMAGE)).toBeUndefined();
  expect(imageOf('https://ailleurs.example/a.jpg')).toBe(
    '<img class="image" src="https://ailleurs.example/a.jpg" alt="">',
  );
});
