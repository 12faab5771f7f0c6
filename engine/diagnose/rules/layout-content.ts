import type { Rule } from '../rule.ts';

/** A layout shows the sections of a page where it puts out `content_for_layout` (docs/rules.md, Rule 2). */
export const layoutContent: Rule = {
  judges: /^layout\/theme\.liquid$/,
  judge(file, _theme, report) {
    const { traits, mistakes } = file.liquid();
    const { reads, included, namesAreComputed } = traits;
    // A partial that is included, or a computed name, may put it out.
    if (mistakes.length > 0 || included.size > 0 || namesAreComputed || reads.has('content_for_layout')) return;
    report('contenu_absent', null);
  },
};
