import { describe, expect, it } from 'vitest';
import { type CheckSettings, diagnose, type ThemeFiles } from '../../engine/index.ts';

const TEMPLATE = '{"sections":{"a":{"type":"s"}},"order":["a"]}';
const SOUND: ThemeFiles = {
  'layout/theme.liquid': '{{ content_for_layout }}',
  ...Object.fromEntries(
    ['index', 'page', 'blog', 'article', '404'].map((name) => [`templates/${name}.json`, TEMPLATE]),
  ),
  'config/settings_schema.json': '[]',
};

const SECTION = 'sections/s.liquid';
const codes = (files: ThemeFiles, settings?: CheckSettings) =>
  diagnose({ ...SOUND, [SECTION]: 's', ...files }, settings).map(({ ligne, code, gravite }) =>
    [...(ligne === undefined ? [] : [ligne]), code, gravite].join(' '),
  );
/** What is found in a section of these lines. */
const inLines = (...lines: string[]) => codes({ [SECTION]: lines.join('\n') });

const WRONG = "{{ 'a' | nope }}";
const settings = (checks: CheckSettings['checks'], files: CheckSettings['files'] = {}): CheckSettings => ({
  checks,
  files,
});

describe('comments of a file', () => {
  it('turn a check off from there to the end of the file, and on again', () => {
    const lines = [
      WRONG,
      '{% # vitrine-ignorer filtre_inconnu %}',
      WRONG,
      '{%- # vitrine-verifier filtre_inconnu -%}',
      WRONG,
    ];
    expect(inLines(...lines)).toEqual(['1 filtre_inconnu erreur', '5 filtre_inconnu erreur']);
  });

  it('name several checks, with a reason behind them', () => {
    const both = `${WRONG}{% render 'absent' %}`;
    expect(inLines('{% # vitrine-ignorer filtre_inconnu, extrait_manquant -- ils viennent du site %}', both)).toEqual(
      [],
    );
    expect(inLines('{% # vitrine-ignorer filtre_inconnu extrait_manquant : du site %}', both)).toEqual([]);
    expect(inLines('{% # vitrine-ignorer filtre_inconnu extrait_manquant: du site %}', both)).toEqual([]);
  });

  it('change the gravity of a check', () => {
    const lines = [WRONG, '{% # vitrine-gravite filtre_inconnu avertissement %}', WRONG];
    expect(inLines(...lines)).toEqual(['1 filtre_inconnu erreur', '3 filtre_inconnu avertissement']);
  });

  it('stand on lines of a liquid tag, on several lines, and in a block of comment', () => {
    expect(inLines('{% liquid', '# vitrine-ignorer filtre_inconnu', "echo 'a' | nope", '%}', WRONG)).toEqual([]);
    expect(inLines('{% # une remarque', '   # vitrine-ignorer filtre_inconnu', '%}', WRONG)).toEqual([]);
    expect(inLines('{% comment %}', '  vitrine-ignorer filtre_inconnu', '{% endcomment %}', WRONG)).toEqual([]);
    expect(inLines('{% if page.titre %}{% else %}{% # vitrine-ignorer filtre_inconnu %}{% endif %}', WRONG)).toEqual(
      [],
    );
    expect(inLines('{% raw %}{% # vitrine-ignorer filtre_inconnu %}{% endraw %}', WRONG)).toHaveLength(1);
  });

  it('are followed by what has no place, wherever they stand', () => {
    const layout = (comment: string) => codes({ 'layout/theme.liquid': `<main></main>${comment}` });
    expect(layout('')).toEqual(['contenu_absent erreur']);
    expect(layout('{% # vitrine-ignorer contenu_absent %}')).toEqual([]);
  });

  it('that ask for nothing are no business of the checks', () => {
    expect(
      inLines(
        '{% # à vérifier : vitrine-ignorer %}',
        '{% # vitrine %}',
        '{% # vitrine-rue de la Paix %}',
        '{% comment %}a{% endcomment %}',
      ),
    ).toEqual([]);
  });

  it('that cannot be followed are told, at the word that is wrong', () => {
    const [order, ...rest] = diagnose({ ...SOUND, [SECTION]: '{% # vitrine-ignore x %}' });
    expect(rest).toEqual([]);
    expect(order).toMatchObject({ colonne: 6, colonne_fin: 20, code: 'commentaire_sans_effet' });
    expect(order?.message).toBe('Ce commentaire ne change rien : « vitrine-ignore » s’écrit vitrine-ignorer.');
    expect(order?.correction).toEqual({ debut: 5, fin: 19, texte: 'vitrine-ignorer' });
    expect(inLines('{% # vitrine-ignorer %}')).toEqual(['1 commentaire_sans_effet avertissement']);
    expect(inLines('{% # vitrine-gravite filtre_inconnu %}', WRONG)).toEqual([
      '1 commentaire_sans_effet avertissement',
      '2 filtre_inconnu erreur',
    ]);
  });

  it('that misspell a check are told with its name', () => {
    const source = '{% # vitrine-ignorer filtre_inconu %}';
    expect(diagnose({ ...SOUND, [SECTION]: source })).toEqual([
      {
        chemin: SECTION,
        ...{ ligne: 1, colonne: 22, ligne_fin: 1, colonne_fin: 35 },
        code: 'verification_inconnue',
        gravite: 'avertissement',
        message: 'Aucune vérification ne s’appelle « filtre_inconu » : vouliez-vous « filtre_inconnu » ?',
        correction: { debut: 21, fin: 34, texte: 'filtre_inconnu' },
      },
    ]);
    expect(inLines('{% # vitrine-ignorer tout %}')).toEqual(['1 verification_inconnue avertissement']);
  });

  it('do not turn off what a write refuses', () => {
    const lines = ['{% # vitrine-ignorer liquid_invalide schema_en_double %}', '{% if page.titre %}'];
    expect(inLines(...lines)).toEqual([
      '1 verification_imposee avertissement',
      '1 verification_imposee avertissement',
      '2 liquid_invalide erreur',
    ]);
  });

  it('that turn off what is not there are told, unless the file cannot be read', () => {
    const lines = [WRONG, '{% # vitrine-ignorer filtre_inconnu %}'];
    expect(inLines(...lines)).toEqual(['1 filtre_inconnu erreur', '2 exception_inutile avertissement']);
    expect(inLines('{% # vitrine-ignorer exception_inutile %}', '{% # vitrine-ignorer filtre_inconnu %}')).toEqual([]);
    expect(inLines('{% # vitrine-ignorer filtre_inconnu %}', '{% if page.titre %}')).toEqual([
      '2 liquid_invalide erreur',
    ]);
  });
});

describe('settings of a theme', () => {
  it('turn checks off and set their gravity; a file’s own win, and a comment over both', () => {
    const files = { [SECTION]: WRONG, 'sections/t.liquid': `{% # vitrine-verifier filtre_inconnu %}${WRONG}` };
    expect(codes(files, settings({ filtre_inconnu: 'non' }))).toEqual(['1 filtre_inconnu erreur']);
    expect(codes(files, settings({ filtre_inconnu: 'avertissement' }))).toEqual([
      '1 filtre_inconnu avertissement',
      '1 filtre_inconnu avertissement',
    ]);
    const ofFile = { [SECTION]: { filtre_inconnu: 'non' } } as const;
    expect(codes(files, settings({ filtre_inconnu: 'avertissement' }, ofFile))).toEqual([
      '1 filtre_inconnu avertissement',
    ]);
  });

  it('turn off what concerns a file that is not there', () => {
    const { 'templates/page.json': _page, ...files } = SOUND;
    const found = (given: CheckSettings) => diagnose({ ...files, [SECTION]: 's' }, given);
    expect(found(settings({}))).toHaveLength(1);
    expect(found(settings({ gabarit_manquant: 'non' }))).toEqual([]);
    expect(found(settings({}, { 'templates/page.json': { gabarit_manquant: 'non' } }))).toEqual([]);
  });

  it('do not turn off what a write refuses', () => {
    expect(codes({ [SECTION]: '{% if page.titre %}' }, settings({ liquid_invalide: 'non' }))).toEqual([
      '1 liquid_invalide erreur',
    ]);
  });

  it('leave room for others among the first diagnostics', () => {
    const many = `${WRONG.repeat(600)}{% render 'absent' %}`;
    expect(codes({ [SECTION]: many }, settings({ filtre_inconnu: 'non' }))).toEqual(['1 extrait_manquant erreur']);
  });
});
