import { describe, expect, it } from 'vitest';
import { CONTENT_UNITS } from '../../../../../src/contract/shared.ts';
import { stateOf, valuesOf } from '../../../../../src/studio/writing/store/content-state.ts';
import { MemoryShelf } from '../../memory-platform.ts';
import { MemoryText } from '../memory-text.ts';
import { openText } from './opened-text.ts';

const ID = '1a2b3c4d-0000-4000-8000-000000000000';
const PARAGRAPHS = ['un', 'deux', 'trois', 'quatre'].map((words) => `<p>${words}</p>\n`);
const CONTENT = PARAGRAPHS.join('');
const withPart = (at: number, part: string): string => PARAGRAPHS.toSpliced(at, 1, part).join('');

/** What another member may write, as the API takes it. */
const VALUES: readonly (readonly [string, string])[] = [
  ['a script', '<script>alert(1)</script>'],
  ['an event attribute', '<img src=x onerror=alert(1)>'],
  ['an end that has no beginning', '</p></div></body></html>'],
  ['a comment left open', '<p>x</p><!--'],
  ['a tag left open', '<p>x</p><a href="'],
  ['a name of every object', '__proto__'],
  ['signs of a replacement', '$& $1 $` $$'],
  ['a template', '{{ site.nom }}{% raw %}'],
  ['a turned direction, and ends of lines of other scripts', '\u202eabc\u2028\u2029\r\n\r'],
  ['a character beyond the first plane, and one that takes no place', '👩‍🚀\ufeff\u200b'],
  ['a text as long as one may be', 'é<b>'.repeat(CONTENT_UNITS / 4)],
];

function platformOf(): MemoryText {
  const platform = new MemoryText('pages', ID, () => 0);
  platform.answer({ method: 'POST', body: { id: ID, slug: 'horaires', titre: 'Horaires', contenu: CONTENT } });
  return platform;
}

/** Another member's program writes a field, which visitors see at once. */
const write = (platform: MemoryText, fields: Readonly<Record<string, string>>) =>
  platform.answer({ method: 'PATCH', body: { id: ID, ...fields } });

describe('what another member writes', () => {
  it.each(VALUES)('is shown and kept as it is: %s', async (_, value) => {
    const platform = platformOf();
    const { work } = await openText(platform);
    write(platform, { contenu: value });
    await work.look();
    expect(work.textOf('contenu') === value).toBe(true);
    work.change('titre', 'Nouveaux horaires');
    expect(await work.save()).toMatchObject({ kind: 'saved' });
    expect([platform.values.titre, platform.values.contenu === value]).toEqual(['Nouveaux horaires', true]);
  });

  it.each(VALUES)('is asked about with its own words where both have changed the same: %s', async (_, value) => {
    for (const isMine of [true, false]) {
      const platform = platformOf();
      const { work } = await openText(platform);
      const mine = withPart(1, '<p>deux à moi</p>\n');
      work.change('contenu', mine);
      write(platform, { contenu: value });
      expect(await work.save()).toEqual({ kind: 'conflict', paths: ['contenu'], merged: [] });
      const sides = work.sidesOf('contenu');
      expect([sides?.base, sides?.mine, sides?.theirs === value]).toEqual([CONTENT, mine, true]);
      const chosen = isMine ? mine : value;
      work.resolve('contenu', chosen);
      await work.save();
      expect(platform.values.contenu === chosen).toBe(true);
    }
  });

  it.each(VALUES.slice(0, 10))('stands in a merge byte for byte: %s', async (_, value) => {
    const platform = platformOf();
    const { work } = await openText(platform);
    work.change('contenu', withPart(0, '<p>un à moi</p>\n'));
    const theirs = `<blockquote>${value}</blockquote>\n`;
    write(platform, { contenu: withPart(3, theirs) });
    expect(await work.save()).toEqual({ kind: 'saved', merged: ['contenu'] });
    expect(platform.values.contenu).toBe(['<p>un à moi</p>\n', ...PARAGRAPHS.slice(1, 3), theirs].join(''));
  });

  it('brings no names of its own', () => {
    const travail = JSON.parse('{ "__proto__": "a", "constructor": "b", "toString": "c", "titre": "d", "image": 1 }');
    const values = valuesOf(stateOf('pages', { titre: 'e', contenu: 'f', travail, prevu: travail, maj_le: 'g' }));
    expect(values).toEqual({
      ...{ titre: 'd', slug: '', gabarit: '', image: '', seo_titre: '', seo_description: '', contenu: 'f' },
    });
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
  });
});

describe('a text that no platform stores', () => {
  it.each([
    ['U+0000', '\0'],
    ['half a character', '\ud800'],
  ])('is refused, and stays as it was typed until the sign is out: %s', async (_, sign) => {
    const platform = platformOf();
    const shelf = new MemoryShelf();
    const { work } = await openText(platform, shelf);
    work.change('contenu', withPart(1, `<p>de${sign}ux</p>`));
    work.change('titre', 'Nouveaux horaires');
    await expect(work.save()).rejects.toMatchObject({ code: 'invalid_input' });
    expect([work.changes.size, platform.values.titre]).toEqual([2, 'Horaires']);
    work.keepNow();
    const next = await openText(platform, shelf);
    expect([...next.work.changes.values()]).toEqual([withPart(1, `<p>de${sign}ux</p>`), 'Nouveaux horaires']);
    next.work.change('contenu', withPart(1, '<p>de ux</p>'));
    expect(await next.work.save()).toEqual({ kind: 'saved', merged: [] });
    expect([platform.values.titre, platform.values.contenu]).toEqual([
      'Nouveaux horaires',
      withPart(1, '<p>de ux</p>'),
    ]);
  });
});
