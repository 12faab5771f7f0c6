import { beforeAll, describe, expect, it } from 'vitest';
import type { ThemeFiles } from '../../engine/index.ts';
import { AnalysisBusy, type Renderer, type RenderOutcome, sourcesOf } from '../../sandbox/index.ts';
import { CONTENT, REQUEST, themeFiles } from '../engine/support.ts';
import { lentRenderer } from '../support/program.ts';
import { startTestRenderer } from '../support/renderer.ts';

let renderer: Renderer;
let loads = 0;

beforeAll(async () => {
  renderer = await lentRenderer();
});

const render = (id: string, files: ThemeFiles, version = '1', content = CONTENT, contentVersion = '1') =>
  renderer.render(
    { theme: { id, version }, content: { id, version: contentVersion }, request: REQUEST },
    {
      ...sourcesOf(version, files),
      theme: () => {
        loads++;
        return sourcesOf(version, files).theme();
      },
      content: async () => ({ version: contentVersion, values: content }),
    },
  );

const body = (outcome: RenderOutcome) =>
  outcome.outcome === 'page' ? outcome.body.bytes().toString('utf8') : outcome.outcome;

describe('a page through the sandbox', () => {
  it('comes back as UTF-8, whatever it is made of', async () => {
    expect(body(await render('utf8', themeFiles('é € 😀 {{ site.nom }}')))).toBe('é € 😀 Chez Léa');
  });

  it('asks for the files of a version once, then keeps it warm', async () => {
    await render('chaud', themeFiles('a'));
    const before = loads;
    for (let n = 0; n < 20; n++) await render('chaud', themeFiles('autre'));
    expect(loads).toBe(before);
    expect(body(await render('chaud', themeFiles('b'), '2'))).toBe('b');
  });

  it('shows new content of the site without new files', async () => {
    const files = themeFiles('{{ site.nom }}');
    await render('contenu', files);
    const content = { ...CONTENT, site: { nom: 'Autre', slug: 'x', description: '', adresse: 'https://x.example' } };
    expect(body(await render('contenu', files, '1', content, '2'))).toBe('Autre');
  });

  it('shows what the library knows of a picture, from the content and from the request', async () => {
    const [photo, other] = ['01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8058'];
    const facts = (alt: string) => ({
      ...({ name: 'a.jpg', kind: 'photo', width: 400, height: 300, alt, focal: { x: 500, y: 500 } } as const),
      ...{ content: '3f9c01d2ef45', colour: '', placeholder: '' },
    });
    const settings = [{ id: 'photo', type: 'image_picker', default: `/medias/${photo}/a.jpg` }];
    const section =
      '{{ section.settings.photo.alt }} {{ section.settings.photo | image_url: width: 200 }} {{ article.image.alt }}';
    const files = themeFiles(`${section}{% schema %}${JSON.stringify({ settings })}{% endschema %}`);
    const article = {
      ...{ titre: '', extrait: '', adresse: '', image: `/medias/${other}/a.jpg`, date: '', modifie: '', contenu: '' },
      blog: { titre: '', description: '', adresse: '' },
    };
    const shown = async (version: string, alt: string) => {
      const content = { ...CONTENT, pictures: { [photo]: facts(alt) } };
      const outcome = await renderer.render(
        {
          theme: { id: 'photo', version: '1' },
          content: { id: 'photo', version },
          request: { ...REQUEST, article, pictures: { [other]: facts('Du pain') } },
        },
        { ...sourcesOf('1', files), content: async () => ({ version, values: content }) },
      );
      return body(outcome);
    };
    const address = `/medias/${photo}/320-3f9c01d2ef45/a.jpg`;
    expect(await shown('1', 'Le four')).toBe(`Le four ${address} Du pain`);
    expect(await shown('2', 'Notre four')).toBe(`Notre four ${address} Du pain`);
  });

  it('shows the version that was read when it is newer than the one asked for', async () => {
    const outcome = await renderer.render(
      { theme: { id: 'neuf', version: '1' }, content: { id: 'neuf', version: '1' }, request: REQUEST },
      {
        ...sourcesOf('2', themeFiles('deux')),
        content: async () => ({ version: '3', values: CONTENT }),
      },
    );
    expect(body(outcome)).toBe('deux');
  });

  it('shows a theme that is written between any two times it is read, and again when it cannot be read any more', async () => {
    let written = 0;
    const newest = () => sourcesOf(String(++written), themeFiles(`texte ${written}`));
    const job = { theme: { id: 'vif', version: '1' }, content: { id: 'vif', version: '1' }, request: REQUEST };
    const outcome = await renderer.render(job, {
      theme: () => newest().theme(),
      code: (keys) => newest().code(keys),
      whole: () => newest().whole(),
      content: async () => ({ version: '1', values: CONTENT }),
    });
    expect(body(outcome)).toBe(`texte ${written}`);
    const away = () => Promise.reject(new Error('injoignable'));
    const again = await renderer.render(job, { theme: away, code: away, whole: away, content: away });
    expect(body(again)).toBe(`texte ${written}`);
  });

  it('shows an older version again when a newer one cannot be read', async () => {
    await render('repli', themeFiles('v1'), '1');
    const newer = renderer.render(
      { theme: { id: 'repli', version: '2' }, content: { id: 'repli', version: '1' }, request: REQUEST },
      {
        ...sourcesOf('2', {}),
        theme: () => Promise.reject(new Error('injoignable')),
        content: async () => ({ version: '1', values: CONTENT }),
      },
    );
    await expect(newer).rejects.toThrow('injoignable');
    expect(body(await render('repli', themeFiles('v1'), '1'))).toBe('v1');
  });

  it('passes on what its sources throw', async () => {
    const gone = renderer.render(
      { theme: { id: 'parti', version: '1' }, content: { id: 'parti', version: '1' }, request: REQUEST },
      {
        ...sourcesOf('1', {}),
        theme: () => Promise.reject(new Error('parti')),
        content: async () => ({ version: '1', values: CONTENT }),
      },
    );
    await expect(gone).rejects.toThrow('parti');
  });

  it('has every filter, though its isolate has nothing of a browser or of Node', async () => {
    const { filters } = await import('liquidjs');
    const section = Object.keys(filters)
      .map((name) => `{{ 'abc' | ${name}: 1, 1 }}`)
      .join('');
    const types = Object.keys(filters).map((name) => [`f-${name}`, `ok {{ 'abc' | ${name}: 1, 1 }}`] as const);
    const files = themeFiles(section, {
      ...Object.fromEntries(types.map(([type, source]) => [`sections/${type}.liquid`, source])),
      'templates/index.json': JSON.stringify({
        sections: Object.fromEntries(types.map(([type]) => [type, { type }])),
        order: types.map(([type]) => type),
      }),
    });
    const outcome = await render('filtres', files);
    expect(outcome.outcome).toBe('page');
    const messages = outcome.outcome === 'page' ? outcome.incidents.map(({ message }) => message) : [];
    expect(messages.filter((message) => / is not defined|is not a function/.test(message))).toEqual([]);
  });

  it('has nothing of another theme or of the render before', async () => {
    const increment = themeFiles('{% increment n %}{% assign x = 1 %}{{ y }}{% assign y = 2 %}');
    for (const id of ['un', 'deux', 'un']) expect(body(await render(id, increment))).toBe('0');
  });
});

describe('a theme that', () => {
  it.each([
    [
      'doubles a string',
      '{% assign s = "0123456789" %}{% for i in (1..60) %}{% assign s = s | append: s %}{% endfor %}',
    ],
    [
      'doubles a list',
      '{% assign a = (1..1000) | reverse %}{% for i in (1..40) %}{% assign a = a | concat: a %}{% endfor %}',
    ],
    ['makes a huge range', '{% assign a = (1..99999999) | sort %}'],
    [
      'grows by replacing',
      '{% assign s = "a" %}{% for i in (1..40) %}{% assign s = s | replace: "a", "aaaaaaaaaa" %}{% endfor %}',
    ],
    ['captures itself', '{% for i in (1..60) %}{% capture s %}{{ s }}{{ s }}aaaaaaaaaa{% endcapture %}{% endfor %}'],
  ])('%s ends with a limit, and the next page is served', async (name, section) => {
    const outcome = await render(`bombe ${name}`, themeFiles(section));
    expect(['limit', 'crashed']).toContain(outcome.outcome);
    expect(body(await render('voisin', themeFiles('bien')))).toBe('bien');
  });

  it('is asked for beyond its share is refused at once, and no other is', async () => {
    const outcomes = await Promise.all(Array.from({ length: 300 }, () => render('foule', themeFiles('a'))));
    expect(outcomes.filter(({ outcome }) => outcome === 'refused')).toHaveLength(300 - 256);
    expect(body(await render('voisin', themeFiles('bien')))).toBe('bien');
  });
});

it('a sandbox that closes refuses what cannot be done in time instead of forgetting it', async () => {
  const early = await startTestRenderer({ themeCache: 5 });
  const long = '{{x}}'.repeat(104_857);
  const checks = Array.from({ length: 40 }, (_, n) => early.check('site', `snippets/a${n}.liquid`, long));
  const settled = Promise.allSettled(checks);
  await early.close();
  const refusals = (await settled).flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []));
  expect(new Set(refusals)).toEqual(new Set(['the sandbox is closing']));
});

describe('the analysis of a file', () => {
  it('happens in the sandbox', async () => {
    expect(await renderer.check('site', 'sections/a.liquid', '{% if a %}{% endif %}')).toBeNull();
    expect(await renderer.check('site', 'sections/a.liquid', '\n{% if a %}')).toEqual({
      ligne: 2,
      colonne: 1,
      message: expect.any(String),
    });
  });

  it('of many files of one owner is refused beyond its share, while others are served', async () => {
    const flood = Array.from({ length: 300 }, () =>
      renderer.check('foule', 'snippets/a.liquid', '{{ x }}').catch((error) => error),
    );
    expect(await renderer.check('léa', 'sections/a.liquid', '{{ x }}')).toBeNull();
    expect(body(await render('voisin', themeFiles('bien')))).toBe('bien');
    const answers = await Promise.all(flood);
    expect(answers.filter((answer) => answer === null)).toHaveLength(256);
    expect(answers.filter((answer) => answer instanceof AnalysisBusy)).toHaveLength(44);
  });
});
