import { describe, expect, it } from 'vitest';
import { correctionsAt, foldsOf, symbolsOf } from '../../../engine/assist/index.ts';
import type { DocumentSymbol } from '../../../engine/assist/types.ts';
import type { ThemeDiagnostic } from '../../../engine/diagnose/codes.ts';
import { ThemeDocuments } from '../../../engine/document/theme-documents.ts';
import { THEME } from './support.ts';

type Shown = string | readonly [string, ...Shown[]];

function shown({ kind, name, detail, children }: DocumentSymbol): Shown {
  const said = `${kind} ${name}${detail === undefined ? '' : ` (${detail})`}`;
  return children.length === 0 ? said : [said, ...children.map(shown)];
}

const outline = (path: string, text = THEME[path] ?? '') =>
  symbolsOf(ThemeDocuments.of({ [path]: text }), path).map(shown);

describe('the outline', () => {
  it('of Liquid has its blocks, what it calls and sets, and its schema', () => {
    expect(outline('sections/hero.liquid')).toEqual([
      "snippet render 'carte', titre: section.settings.titre",
      "snippet render 'bloc', section: section",
      'tag for block in section.blocks',
      [
        'tag schema',
        'setting titre (text)',
        'setting taille (select)',
        'setting plein (checkbox)',
        'setting image (image_picker)',
        'setting fond (color)',
        'setting police (font_picker)',
        ['block lien (Lien)', 'setting adresse (url)'],
        ['block mot (Mot)', 'setting texte (text)'],
      ],
    ]);
    const text =
      '{% if a %}{% capture b %}x{% endcapture %}{% else %}{% liquid\nassign c = 1\nrender "d"\n%}{% endif %}{% if a %}{% endif %}';
    expect(outline('snippets/a.liquid', text)).toEqual([
      ['tag if a', 'variable capture b', 'variable assign c = 1', 'snippet render "d"'],
    ]);
  });

  it('of Liquid that is not complete goes on', () => {
    expect(outline('snippets/a.liquid', '{% for a in b %}{% render "c" %}{{ d')).toEqual([
      ['tag for a in b', 'snippet render "c"'],
    ]);
  });

  it('of JSON has its sections, blocks and settings', () => {
    expect(outline('templates/index.json')).toEqual([['section a (hero)', 'block x (lien)']]);
    expect(outline('config/settings_schema.json')).toEqual([['key Couleurs', 'setting accent (color)']]);
    expect(outline('config/settings_data.json')).toEqual([
      ['key current', 'setting accent', ['key sections', 'section entete']],
    ]);
  });

  it('names the places of its lines', () => {
    const [symbol] = symbolsOf(
      ThemeDocuments.of({ 'snippets/a.liquid': 'x{% for a in b %}y{% endfor %}' }),
      'snippets/a.liquid',
    );
    expect(symbol).toMatchObject({ from: 1, to: 30, nameRange: { from: 1, to: 17 } });
  });
});

it('blocks, branches, comments and JSON that take more than a line can be folded', () => {
  const folds = (path: string, text: string) =>
    foldsOf(ThemeDocuments.of({ [path]: text }), path).map(({ from, to }) => text.slice(from, to).trim());
  expect(
    folds(
      'snippets/a.liquid',
      '{% if a %}\nb\n{% else %}\nc\n{% endif %}{% if d %}e{% endif %}{% comment %}\nf{% endcomment %}',
    ),
  ).toEqual(['b', 'c', 'f']);
  expect(folds('sections/a.liquid', '{% schema %}\n{"settings": [\n{"a": 1}]}\n{% endschema %}')).toHaveLength(3);
  expect(folds('templates/a.json', '{"a": {}, "b": [\n1]}')).toEqual(['"a": {}, "b": [\n1]', '1']);
});

describe('corrections', () => {
  const theme = ThemeDocuments.of({ 'sections/a.liquid': '{{ setings.a }}', 'templates/index.json': '{}' });
  const told = (more: Partial<ThemeDiagnostic>): ThemeDiagnostic => ({
    ...{ chemin: 'sections/a.liquid', code: 'filtre_inconnu', gravite: 'erreur', message: '' },
    ...more,
  });

  it('make right what has one answer, and turn the check off', () => {
    const path = 'sections/a.liquid';
    expect(correctionsAt(theme, path, [told({ correction: { debut: 3, fin: 10, texte: 'settings' } })])).toEqual([
      {
        title: 'Remplacer par « settings »',
        code: 'filtre_inconnu',
        isPreferred: true,
        edits: [{ path, from: 3, to: 10, text: 'settings' }],
      },
      {
        title: 'Ne plus signaler « filtre_inconnu » dans ce fichier',
        code: 'filtre_inconnu',
        edits: [{ path, from: 0, to: 0, text: '{% # vitrine-ignorer filtre_inconnu -%}\n' }],
      },
    ]);
  });

  it.each([
    [{ debut: 3, fin: 10, texte: '' }, 'Retirer « setings »'],
    [{ debut: 3, fin: 3, texte: 'a' }, 'Insérer « a »'],
  ])('%j is called %s', (correction, title) => {
    expect(correctionsAt(theme, 'sections/a.liquid', [told({ correction })])[0]?.title).toBe(title);
  });

  it('turn off neither what a write refuses nor what stands in JSON, and answer for no other file', () => {
    expect(correctionsAt(theme, 'sections/a.liquid', [told({ code: 'liquid_invalide' })])).toEqual([]);
    expect(
      correctionsAt(theme, 'templates/index.json', [
        told({ chemin: 'templates/index.json', code: 'section_inconnue' }),
      ]),
    ).toEqual([]);
    expect(correctionsAt(theme, 'sections/a.liquid', [told({ chemin: 'sections/b.liquid' })])).toEqual([]);
  });
});
