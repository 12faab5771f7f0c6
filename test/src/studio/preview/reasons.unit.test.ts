import { expect, it } from 'vitest';
import { standIn, troubleIn } from '../../../../src/studio/preview/reasons.ts';

const page = (raison: string | null, gabarits_absents: string[], gabarit: string | null = null) => ({
  ...{ statut: raison === null ? 200 : 404, raison, gabarit, gabarits_absents },
});

it.each([
  [['templates/page.json'], 'Il manque templates/page.json : une page qui n’a pas de gabarit à elle répond 404.'],
  [
    ['templates/contact.json', 'templates/page.json'],
    'Il manque templates/contact.json ou templates/page.json : une page qui n’a pas de gabarit à elle répond 404.',
  ],
  [['templates/blog.json'], 'Il manque templates/blog.json : la plateforme montre elle-même les listes du blog.'],
  [[], 'Le thème n’a pas de gabarit pour cette page, ou il ne peut pas être lu.'],
])('a page without a template says which file is missing: %j', (absent, words) => {
  expect(troubleIn(page('gabarit_absent', absent))).toBe(words);
  expect(standIn(page('gabarit_absent', absent))).toBe(null);
});

it('a page that another template stands in for is shown, and says so', () => {
  const shown = page(null, ['templates/contact.json'], 'page');
  expect([troubleIn(shown), standIn(shown)]).toEqual([
    null,
    'Il manque templates/contact.json : templates/page.json le remplace.',
  ]);
  expect(standIn(page(null, [], 'page'))).toBe(null);
});
