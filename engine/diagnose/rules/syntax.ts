import { findJsonMistakes } from '../../document/json-mistake.ts';
import { type JsonText, SECTION_FILE } from '../../document/theme-documents.ts';
import { blankedJson } from '../../json/commented-json.ts';
import { elsewhere } from '../../language/elsewhere.ts';
import { TAGS } from '../../language/tags.ts';
import { type Advice, adviceOn } from '../advice.ts';
import type { Report, Rule } from '../rule.ts';

/** Liquid that does not parse. */
export const liquidSyntax: Rule = {
  judges: /^(layout|sections|snippets)\/.*\.liquid$/,
  judge(file, _theme, report) {
    const { source, mistakes } = file.liquid();
    for (const { offset, message } of mistakes) {
      const { conseil, correction } = adviceOnTag(source, offset, message);
      report('liquid_invalide', offset, { raison: message, conseil }, correction);
    }
  },
};

const ENDS = [...TAGS].flatMap(([name, { holds }]) => (holds ? [`end${name}`] : []));
const NAMES: ReadonlySet<string> = new Set([...TAGS.keys(), ...ENDS].filter((name) => name !== '#'));

/** What was likely meant by a tag that does not exist; nothing of any other mistake. */
function adviceOnTag(source: string, offset: number, message: string): Pick<Advice, 'conseil' | 'correction'> {
  const tag = /(?:\{%-?\s*)?(\w+)/y;
  tag.lastIndex = offset;
  const [whole = '', name = ''] = tag.exec(source) ?? [];
  const isUnknown = name !== '' && !NAMES.has(name) && message.includes(`{% ${name} %}`);
  // What to write instead of another platform's tag, the parser tells.
  if (!isUnknown || elsewhere('tag', name) !== undefined) return { conseil: '.', correction: undefined };
  const end = offset + whole.length;
  return adviceOn(name, { offset: end - name.length, end }, NAMES);
}

/** What stands before the condition of a tag. */
const CONDITION = /\{%-?\s*(?:if|elsif|unless)\s+$/;
const CONDITION_UNITS = 32;

const OPERATOR = /"[^"]*"|'[^']*'| ?(&&|\|\|) ?/g;

/** A condition with the operators of Liquid in the place of those of other languages; quoted texts stay. */
const inLiquid = (condition: string): string =>
  condition.replace(OPERATOR, (written, operator?: string) =>
    operator ? (operator === '&&' ? ' and ' : ' or ') : written,
  );

/** Liquid that pages read leniently: where the grammar ends, the rest is passed over. */
export const lenientLiquid: Rule = {
  judges: /^(layout|sections|snippets)\/.*\.liquid$/,
  judge(file, _theme, report) {
    const { source, lenient, mistakes } = file.liquid();
    for (const { text, offset } of lenient) {
      // What cannot be read at all is told as such.
      if (mistakes.some((one) => one.offset <= offset && !source.slice(one.offset, offset).includes('%}'))) continue;
      const begin = offset + text.length - text.trimStart().length;
      const place = { offset: begin, end: offset + text.trimEnd().length };
      const texte = text.trim();
      const mended = CONDITION.test(source.slice(Math.max(0, begin - CONDITION_UNITS), begin))
        ? inLiquid(texte)
        : texte;
      const correction = mended === texte ? undefined : { debut: place.offset, fin: place.end, texte: mended };
      const conseil = correction ? ' ; écrivez « and » ou « or ».' : '.';
      report('liquid_tolere', place, { texte, conseil }, correction);
    }
  },
};

/** JSON that cannot be read; and what is passed over to read it. */
export const jsonSyntax: Rule = {
  judges: /\.json$/,
  judge: (file, _theme, report) => reportJson(file.json(), file.source, report),
};

/** A section has one schema, and that is JSON. */
export const schemaSyntax: Rule = {
  judges: SECTION_FILE,
  judge(file, _theme, report) {
    const [first, second] = file.liquid().traits.schemas;
    if (second) report('schema_en_double', second.offset);
    const schema = file.schema();
    if (first && schema) reportJson(schema, first.text, report);
  },
};

/** @param text where nothing has been passed over */
function reportJson({ base, mistake, extras, value }: JsonText, text: string, report: Report): void {
  const [comment, ...others] = extras.filter(({ kind }) => kind === 'comment');
  if (extras[0]?.kind === 'mark') report('marque_passee', base, {}, { debut: base, fin: base + 1, texte: '' });
  if (comment) report('json_commente', base + comment.start, { nombre: others.length + 1 });
  if (!mistake && !value) report('json_trop_profond', base);
  if (!mistake) return;
  for (const { offset, message, mend } of findJsonMistakes(blankedJson(text))) {
    const correction = mend && { debut: base + mend.start, fin: base + mend.end, texte: mend.text };
    report('json_invalide', offset === undefined ? null : base + offset, { raison: message }, correction);
  }
}
