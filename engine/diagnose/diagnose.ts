import { ThemeDocuments, type ThemeFile } from '../document/theme-documents.ts';
import { REQUIRED_FILES, WITHOUT_TEMPLATE } from '../language/paths.ts';
import type { Span } from '../syntax/expression.ts';
import { lineStarts, positionAt } from '../syntax/position.ts';
import type { ThemeFiles } from '../types.ts';
import { type Correction, type DiagnosticCode, diagnostic, type Names, type ThemeDiagnostic } from './codes.ts';
import type { Rule } from './rule.ts';
import { calls } from './rules/calls.ts';
import { comparisons } from './rules/comparisons.ts';
import { costlyLoops } from './rules/costly-loops.ts';
import { filters } from './rules/filters.ts';
import { htmlTags } from './rules/html.ts';
import { jsonKeys, schemaKeys } from './rules/keys.ts';
import { layoutContent } from './rules/layout-content.ts';
import { names } from './rules/names.ts';
import { policy } from './rules/policy.ts';
import { properties } from './rules/properties.ts';
import { assets, namedFiles } from './rules/references.ts';
import { sectionSchema, settingsSchema } from './rules/schemas.ts';
import { settingsData } from './rules/settings-data.ts';
import { jsonSyntax, lenientLiquid, liquidSyntax, schemaSyntax } from './rules/syntax.ts';
import { templates } from './rules/templates.ts';
import { uncalled, unreadSectionSettings, unreadThemeSettings } from './rules/unread.ts';
import { unused } from './rules/unused.ts';

const RULES: readonly Rule[] = [
  jsonSyntax,
  liquidSyntax,
  lenientLiquid,
  schemaSyntax,
  sectionSchema,
  settingsSchema,
  settingsData,
  templates,
  layoutContent,
  namedFiles,
  assets,
  filters,
  names,
  properties,
  calls,
  unused,
  comparisons,
  costlyLoops,
  htmlTags,
  policy,
  jsonKeys,
  schemaKeys,
  unreadSectionSettings,
  unreadThemeSettings,
  uncalled,
];

/** Maximum number of diagnostics; one more says that there are others. */
export const DIAGNOSTICS_AT_MOST = 500;

/**
 * The problems of a theme, file by file in the order of their paths, then by place.
 * @param files the contents of assets are never read: only which of them there are counts
 * @returns at most `DIAGNOSTICS_AT_MOST`, plus one that says that there are more
 * @example diagnose({ 'snippets/a.liquid': '{% render "b" %}' }).map(({ code }) => code) // includes 'extrait_manquant'
 */
export function diagnose(files: ThemeFiles | ThemeDocuments): ThemeDiagnostic[] {
  const theme = files instanceof ThemeDocuments ? files : ThemeDocuments.of(files);
  const found: ThemeDiagnostic[] = [];
  for (const path of [...new Set([...theme.files.keys(), ...REQUIRED_FILES, ...WITHOUT_TEMPLATE.keys()])].sort()) {
    if (found.length > DIAGNOSTICS_AT_MOST) break;
    const file = theme.files.get(path);
    const suite = WITHOUT_TEMPLATE.get(path);
    if (file) found.push(...judged(file, theme));
    else if (suite !== undefined) found.push(diagnostic('gabarit_manquant', path, {}, { suite }));
    else found.push(diagnostic('fichier_requis_manquant', path));
  }
  if (found.length <= DIAGNOSTICS_AT_MOST) return found;
  return [
    ...found.slice(0, DIAGNOSTICS_AT_MOST),
    diagnostic('autres_diagnostics', '', {}, { nombre: DIAGNOSTICS_AT_MOST }),
  ];
}

interface Finding {
  readonly code: DiagnosticCode;
  readonly at: Span | number | null;
  readonly names: Names | undefined;
  readonly correction: Correction | undefined;
}

/** The first of what the rules find in one file, by place. */
function judged(file: ThemeFile, theme: ThemeDocuments): ThemeDiagnostic[] {
  const found: Finding[] = [];
  for (const rule of RULES) {
    if (rule.judges.test(file.path)) found.push(...foundBy(rule, file, theme));
  }
  return found
    .sort((a, b) => startOf(a) - startOf(b))
    .slice(0, DIAGNOSTICS_AT_MOST + 1)
    .map(({ code, at, names, correction }) =>
      diagnostic(code, file.path, { ...positions(file, at), ...(correction && { correction }) }, names),
    );
}

const ENOUGH = new Error('a rule has told as much as is shown');

/** What one rule finds, in the order of the file, and no more than is shown: a hostile theme has as many mistakes as it likes. */
function foundBy(rule: Rule, file: ThemeFile, theme: ThemeDocuments): Finding[] {
  const found: Finding[] = [];
  try {
    rule.judge(file, theme, (code, at, names, correction) => {
      if (found.push({ code, at, names, correction }) > DIAGNOSTICS_AT_MOST) throw ENOUGH;
    });
  } catch (error) {
    if (error !== ENOUGH) throw error;
  }
  return found;
}

const startOf = ({ at }: Finding): number => (at === null ? -1 : typeof at === 'number' ? at : at.offset);

function positions(file: ThemeFile, at: Finding['at']) {
  if (at === null) return {};
  const starts = file.known(startsOfLines);
  if (typeof at === 'number') return positionAt(starts, at);
  const end = positionAt(starts, at.end);
  return { ...positionAt(starts, at.offset), ligne_fin: end.ligne, colonne_fin: end.colonne };
}

const startsOfLines = ({ source }: ThemeFile): number[] => lineStarts(source);
