import type { Report, Rule } from '../rule.ts';
import { type JsonText, SECTION_FILE } from '../theme.ts';

/** Liquid that does not parse. */
export const liquidSyntax: Rule = {
  judges: /^(layout|sections|snippets)\/.*\.liquid$/,
  judge(file, _theme, report) {
    const { template } = file.liquid();
    if ('error' in template) report('liquid_invalide', template.error.offset, { raison: template.error.message });
  },
};

/** JSON that does not parse. */
export const jsonSyntax: Rule = {
  judges: /\.json$/,
  judge: (file, _theme, report) => reportJson(file.json(), report),
};

/** A section has one schema, and that is JSON. */
export const schemaSyntax: Rule = {
  judges: SECTION_FILE,
  judge(file, _theme, report) {
    const { template, schema } = file.liquid();
    if ('error' in template) return;
    const [, second] = template.traits.schemas;
    if (second) report('schema_en_double', second.offset);
    if (schema) reportJson(schema, report);
  },
};

function reportJson({ base, mistake, value }: JsonText, report: Report): void {
  if (!mistake && !value) report('json_trop_profond', base);
  if (!mistake) return;
  report('json_invalide', mistake.offset === undefined ? null : base + mistake.offset, { raison: mistake.message });
}
