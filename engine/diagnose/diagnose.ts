import { ThemeDocuments, type ThemeFile } from '../document/theme-documents.ts';
import { REQUIRED_FILES, WITHOUT_TEMPLATE } from '../language/paths.ts';
import type { Span } from '../syntax/expression.ts';
import { positionAt } from '../syntax/position.ts';
import type { ThemeFiles } from '../types.ts';
import { adjusted, type CheckSettings, DEFAULT_CHECKS } from './check-settings.ts';
import {
  type Correction,
  type DiagnosticCode,
  diagnostic,
  type Gravity,
  type Names,
  type ThemeDiagnostic,
} from './codes.ts';
import type { Report, Rule } from './rule.ts';
import { calls } from './rules/calls.ts';
import { comparisons } from './rules/comparisons.ts';
import { costlyLoops } from './rules/costly-loops.ts';
import { filters } from './rules/filters.ts';
import { htmlTags } from './rules/html.ts';
import { handmadeImages, missingMedia } from './rules/images.ts';
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
import { commentsIn, Switchboard, switchesOf } from './switches.ts';

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
  handmadeImages,
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
 * @param settings what the author makes of the checks
 * @param media ids of the files of the library that the site has, as far as the theme names them; left out where nobody knows
 * @returns at most `DIAGNOSTICS_AT_MOST`, plus one that says that there are more
 * @example diagnose({ 'snippets/a.liquid': '{% render "b" %}' }).map(({ code }) => code) // includes 'extrait_manquant'
 */
export function diagnose(
  files: ThemeFiles | ThemeDocuments,
  settings: CheckSettings = DEFAULT_CHECKS,
  media?: readonly string[],
): ThemeDiagnostic[] {
  const rules = media ? [...RULES, missingMedia(new Set(media))] : RULES;
  const theme = files instanceof ThemeDocuments ? files : ThemeDocuments.of(files);
  const found: ThemeDiagnostic[] = [];
  for (const path of [...new Set([...theme.files.keys(), ...EXPECTED_FILES])].sort()) {
    if (found.length > DIAGNOSTICS_AT_MOST) break;
    found.push(...diagnoseFile(theme, path, settings, rules));
  }
  if (found.length <= DIAGNOSTICS_AT_MOST) return found;
  return [
    ...found.slice(0, DIAGNOSTICS_AT_MOST),
    diagnostic('autres_diagnostics', '', {}, { nombre: DIAGNOSTICS_AT_MOST }),
  ];
}

/** The files that a theme is told to lack. */
export const EXPECTED_FILES: readonly string[] = [...REQUIRED_FILES, ...WITHOUT_TEMPLATE.keys()];

/** The problems of one file of a theme, or that it is expected and not there. */
export function diagnoseFile(
  theme: ThemeDocuments,
  path: string,
  settings: CheckSettings = DEFAULT_CHECKS,
  rules: readonly Rule[] = RULES,
): ThemeDiagnostic[] {
  const file = theme.files.get(path);
  if (file) return judged(file, theme, settings, rules);
  const suite = WITHOUT_TEMPLATE.get(path);
  if (suite !== undefined) return adjusted([diagnostic('gabarit_manquant', path, {}, { suite })], settings);
  return REQUIRED_FILES.includes(path) ? adjusted([diagnostic('fichier_requis_manquant', path)], settings) : [];
}

const LIQUID_FILE = /\.liquid$/;

interface Finding {
  readonly code: DiagnosticCode;
  readonly at: Span | number | null;
  readonly names: Names | undefined;
  readonly correction: Correction | undefined;
  readonly gravite: Gravity;
}

/** The first of what is to be told of one file, by place: what the rules find, as comments of the file and the theme's settings have it. */
function judged(
  file: ThemeFile,
  theme: ThemeDocuments,
  settings: CheckSettings,
  rules: readonly Rule[],
): ThemeDiagnostic[] {
  const isLiquid = LIQUID_FILE.test(file.path);
  const { switches, mistakes } = switchesOf(isLiquid ? commentsIn(file.liquid()) : []);
  const board = new Switchboard(file.path, settings, switches);
  const told: Finding[] = [];
  const report: Report = (code, at, names, correction) => {
    const gravite = board.settingOf(code, at === null ? null : startOf({ at }));
    if (gravite !== 'non') told.push({ code, at, names, correction, gravite });
  };
  // What cannot be read, or was not judged, may be what a comment is about.
  let isAllJudged = !isLiquid || file.liquid().mistakes.length === 0;
  for (const rule of rules) {
    if (rule.judges.test(file.path) && !judgedWholly(rule, file, theme, report, told)) isAllJudged = false;
  }
  for (const { code, place, names, correction } of mistakes) report(code, place, names, correction);
  if (isAllJudged) for (const { code, place } of board.unused) report('exception_inutile', place, { code });
  return told
    .sort((a, b) => startOf(a) - startOf(b))
    .slice(0, DIAGNOSTICS_AT_MOST + 1)
    .map(({ code, at, names, correction, gravite }) => ({
      ...diagnostic(code, file.path, { ...positions(file, at), ...(correction && { correction }) }, names),
      gravite,
    }));
}

const ENOUGH = new Error('a rule has told as much as is shown');

/**
 * Lets one rule tell what it finds, in the order of the file, and no more than is shown: a hostile theme has as many mistakes as it likes.
 * @returns whether all was told
 */
function judgedWholly(
  rule: Rule,
  file: ThemeFile,
  theme: ThemeDocuments,
  report: Report,
  told: readonly Finding[],
): boolean {
  const most = told.length + DIAGNOSTICS_AT_MOST;
  try {
    rule.judge(file, theme, (...finding) => {
      report(...finding);
      if (told.length > most) throw ENOUGH;
    });
    return true;
  } catch (error) {
    if (error !== ENOUGH) throw error;
    return false;
  }
}

const startOf = ({ at }: Pick<Finding, 'at'>): number => (at === null ? -1 : typeof at === 'number' ? at : at.offset);

function positions(file: ThemeFile, at: Finding['at']) {
  if (at === null) return {};
  const starts = file.lineStarts();
  if (typeof at === 'number') return positionAt(starts, at);
  const end = positionAt(starts, at.end);
  return { ...positionAt(starts, at.offset), ligne_fin: end.ligne, colonne_fin: end.colonne };
}
