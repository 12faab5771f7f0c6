import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corrected } from '../../engine/diagnose/corrections.ts';
import { diagnose } from '../../engine/diagnose/diagnose.ts';
import { ThemeDocuments } from '../../engine/document/theme-documents.ts';
import { SYNTAX_CODES } from '../../engine/language/syntax-codes.ts';
import { readCatalogTheme } from '../../src/themes/catalog.ts';
import { CATALOG_IDS } from '../../src/themes/catalog-ids.ts';
import { runs } from '../support/soak.ts';

const at = (debut: number, fin: number, texte: string) => ({ correction: { debut, fin, texte } });

describe('the corrections of a file', () => {
  it('are made all at once, in the order of the file', () => {
    const found = [at(4, 5, 'E'), {}, at(0, 1, 'AA'), at(2, 2, '+')];
    const { text, done } = corrected('abcdef', found);
    expect([text, done]).toEqual(['AAb+cdEf', [found[2], found[3], found[0]]]);
  });

  it('that touch the same place are made one after the other', () => {
    expect(corrected('abcdef', [at(0, 3, 'x'), at(2, 4, 'y')]).text).toBe('xdef');
    expect(corrected('abcdef', [at(1, 1, 'x'), at(1, 1, 'y')]).text).toBe('axbcdef');
    expect(corrected('abcdef', [at(1, 2, 'x'), at(2, 3, 'y')]).done).toHaveLength(1);
  });

  it('that would write each other’s text are not made', () => {
    const source = 'block bblock c';
    const found = [at(0, 5, 'bblock'), at(6, 12, 'block'), at(13, 14, 'd')];
    expect(corrected(source, found)).toEqual({ text: 'block bblock d', done: [found[2]] });
  });

  it('that change nothing, or lie outside of the file, are none', () => {
    expect(corrected('abc', [at(0, 1, 'a'), at(2, 9, 'x'), at(2, 1, 'x')])).toEqual({ text: 'abc', done: [] });
  });
});

it('a byte order mark goes', () => {
  const [found] = diagnose({ 'config/a.json': '\ufeff{}' });
  expect(found && corrected('\ufeff{}', [found]).text).toBe('{}');
});

const THEMES = new Map(
  await Promise.all(
    CATALOG_IDS.map(async (id) => [id, ThemeDocuments.of((await readCatalogTheme(id))?.files ?? {})] as const),
  ),
);

/** A way in which an author gets a place of a file wrong. */
const slip = fc.oneof(
  fc.constant((text: string, place: number) => text.slice(0, place) + text.slice(place + 1)),
  fc.constant((text: string, place: number) => text.slice(0, place) + (text[place] ?? '') + text.slice(place)),
  fc
    .constantFrom('%', '}', '"', "'", '|', ',', '.', 'e', ' ', '{% # vitrine-ignore filtre_inconu %}')
    .map((letter) => (text: string, place: number) => text.slice(0, place) + letter + text.slice(place + 1)),
);

/** A place of a file; `isInTag`: within what Liquid reads, where there is something. */
function placeIn(text: string, drawn: number, isInTag: boolean): number {
  const tags = isInTag ? [...text.matchAll(/\{[{%].*?[%}]\}/gs)] : [];
  const tag = tags[drawn % Math.max(1, tags.length)];
  return tag ? tag.index + 2 + (drawn % (tag[0].length - 3)) : drawn % Math.max(1, text.length);
}

const mistakesOf = (theme: ThemeDocuments, path: string) =>
  diagnose(theme).filter(
    ({ chemin, code, gravite }) => chemin === path && gravite === 'erreur' && SYNTAX_CODES.has(code),
  ).length;

it('no correction breaks a file of the eight themes, wherever a mistake stands, and all of them come to an end', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...THEMES.keys()),
      fc.nat(),
      fc.array(fc.tuple(fc.nat(), fc.boolean(), slip), { minLength: 1, maxLength: 6 }),
      (id, which, slips) => {
        const theme = THEMES.get(id);
        if (!theme) return;
        const paths = [...theme.files.keys()].filter((path) => /\.(?:liquid|json)$/.test(path));
        const path = paths[which % paths.length] ?? '';
        let source = theme.files.get(path)?.source ?? '';
        for (const [drawn, isInTag, slipAt] of slips) source = slipAt(source, placeIn(source, drawn, isInTag));
        for (let round = 0; ; round++) {
          const now = theme.with(path, source);
          const found = diagnose(now).filter(({ chemin }) => chemin === path);
          const { text, done } = corrected(source, found);
          if (done.length === 0) return;
          if (round === 9) throw new Error(`not at an end: ${JSON.stringify(done)}`);
          expect(mistakesOf(theme.with(path, text), path)).toBeLessThanOrEqual(mistakesOf(now, path));
          source = text;
        }
      },
    ),
    { numRuns: runs(60, 20_000) },
  );
});
