import type { NestingMistake } from '../html/nesting.ts';
import { endsThatMayLack, htmlOf, LIQUID_FILE, sureNesting } from '../html/of-file.ts';
import type { Tag } from '../html/tags.ts';
import type { Rule } from '../rule.ts';

/** A theme that writes so many times more of the end tags that may be left out has forgotten the others. */
const MOSTLY = 8;

/** Tags of HTML, as far as what is wrong in them is certain. */
export const htmlTags: Rule = {
  judges: LIQUID_FILE,
  judge(file, theme, report) {
    if (file.liquid().mistakes.length > 0) return;
    for (const { kind, start, end, name } of file.known(htmlOf).problems) {
      report(kind, { offset: start, end }, { nom: name });
    }
    for (const { kind, start, end, name, by } of sureNesting(file, theme)) {
      if (kind === 'fin_omise') {
        const { said, omitted } = theme.known(endsThatMayLack);
        if (said < omitted * MOSTLY) continue;
      }
      report(kind, { offset: start, end }, { nom: name, autre: by?.name ?? '', suite: reasonOf(kind, name, by) });
    }
  },
};

function reasonOf(kind: NestingMistake['kind'], name: string, by: Tag | undefined): string {
  const other = by && `<${by.isEnd ? '/' : ''}${by.name}>`;
  if (kind === 'element_ouvert') return other ? `${other} vient avant sa fin` : 'rien ne le ferme jusqu’à la fin';
  return other ? `${other} a déjà fermé son élément` : `aucun <${name}> n’est ouvert ici`;
}
