import type { Rule } from '../rule.ts';

/** The required files of a theme (docs/theme-format.md, Files). */
export const REQUIRED: readonly string[] = [
  'config/settings_schema.json',
  'layout/theme.liquid',
  'templates/index.json',
];

/** Templates of the other addresses that a site has, and what happens there without one (docs/decisions/public-pages.md). */
export const WITHOUT_TEMPLATE: ReadonlyMap<string, string> = new Map([
  ['templates/article.json', 'la plateforme montre elle-même les articles'],
  ['templates/blog.json', 'la plateforme montre elle-même les listes du blog'],
  ['templates/page.json', 'une page qui n’a pas de gabarit à elle répond 404'],
]);

/** A layout shows the sections of a page where it puts out `content_for_layout` (docs/rules.md, Rule 2). */
export const layoutContent: Rule = {
  judges: /^layout\/theme\.liquid$/,
  judge(file, _theme, report) {
    const { template } = file.liquid();
    if ('error' in template) return;
    const { reads, included, namesAreComputed } = template.traits;
    // A partial that is included, or a computed name, may put it out.
    if (included.size > 0 || namesAreComputed || reads.has('content_for_layout')) return;
    report('contenu_absent', null);
  },
};
