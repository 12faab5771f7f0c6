import { describe, expect, it } from 'vitest';
import { diagnose, type ThemeFiles } from '../../engine/index.ts';
import { themeFiles } from './support.ts';

const schema = `{% schema %}${JSON.stringify({
  settings: [
    { id: 'photo', type: 'image_picker' },
    { id: 'lien', type: 'url' },
  ],
})}{% endschema %}`;

const found = (files: ThemeFiles, code: string, media?: readonly string[]) =>
  diagnose(files, undefined, media).filter((one) => one.code === code);

describe('an <img> that a theme writes itself', () => {
  const told = (section: string, more: ThemeFiles = {}) =>
    found(themeFiles(section + schema, more), 'image_sans_tailles').map(
      ({ message }) => /« (.*?) »/.exec(message)?.[1],
    );

  it.each([
    ['{{ section.settings.photo | asset_url }}', 'section.settings.photo'],
    ['{{ section.settings.photo }}', 'section.settings.photo'],
    ['{{ section.settings.photo | escape }}', 'section.settings.photo'],
    ['{% if section.settings.photo != blank %}{{ section.settings.photo }}{% endif %}', 'section.settings.photo'],
    ['{% assign p = section.settings.photo %}{{ p | asset_url }}', 'p'],
    ['{{ article.image }}', 'article.image'],
    ['{{ blog.articles[0].image }}', 'image'],
  ])('around %s', (source, name) => {
    expect(told(`<img alt="" src="${source}">`)).toEqual([name]);
  });

  it('in a snippet that is passed an image', () => {
    const snippet = { 'snippets/i.liquid': '<img src="{{ image | asset_url }}" alt="">' };
    expect(told("{% render 'i', image: section.settings.photo %}", snippet)).toEqual(['image']);
    // It may be a text as well.
    expect(told("{% render 'i', image: section.settings.photo %}{% render 'i', image: 'a.svg' %}", snippet)).toEqual(
      [],
    );
  });

  it.each([
    '{{ section.settings.photo | image_url: width: 640 | image_tag }}',
    '<img src="{{ section.settings.photo | image_url: width: 640 }}" alt="">',
    '{% assign u = section.settings.photo | image_url: width: 640 %}<img src="{{ u }}" alt="">',
    `<img src="{{ 'a.svg' | asset_url }}" alt="">`,
    '<img src="{{ section.settings.lien }}" alt="">',
    '<img src="/a.svg" alt="{{ section.settings.photo.alt }}">',
    '<a href="{{ section.settings.photo | asset_url }}">x</a>',
    '<img src="{{ section.settings.photo.src }}" alt="">{{ section.settings.photo }}',
  ])('is not told of %s', (section) => {
    expect(told(section)).toEqual([]);
  });

  it('is told at its place', () => {
    const [one] = found(themeFiles(`<img\n  src="{{ section.settings.photo }}">${schema}`), 'image_sans_tailles');
    expect(one).toMatchObject({
      chemin: 'sections/s.liquid',
      ligne: 2,
      colonne: 8,
      colonne_fin: 36,
      gravite: 'avertissement',
    });
  });
});

describe('a file of the library that the site does not have', () => {
  const [here, gone] = ['01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8058'];
  const files = themeFiles(schema, {
    'config/settings_data.json': `{ "current": { "a": "/medias/${here}/a.jpg", "b": { "src": "\\/medias\\/${gone}\\/b.jpg" } } }`,
    'templates/index.json': JSON.stringify({
      sections: { a: { type: 's', settings: { lien: `<a href='/medias/${gone}/menu.pdf'>` } } },
      order: ['a'],
    }),
  });

  it('is told where it is named, in whatever setting', () => {
    expect(found(files, 'media_absent', [here ?? '']).map(({ chemin }) => chemin)).toEqual([
      'config/settings_data.json',
      'templates/index.json',
    ]);
  });

  it('is not told by who does not know the library', () => {
    expect(found(files, 'media_absent')).toEqual([]);
  });
});
