import { REQUIRED_FILES, WITHOUT_TEMPLATE } from '../language/paths.ts';
import { lazy } from '../runtime/lazy.ts';
import { lineStarts, positionAt } from '../syntax/position.ts';
import type { ThemeFiles } from '../types.ts';
import { type DiagnosticCode, diagnostic, type Names, type ThemeDiagnostic } from './codes.ts';
import type { Rule } from './rule.ts';
import { filters } from './rules/filters.ts';
import { layoutContent } from './rules/layout-content.ts';
import { assets, namedFiles } from './rules/references.ts';
import { sectionSchema, settingsSchema } from './rules/schemas.ts';
import { settingReads } from './rules/setting-reads.ts';
import { settingsData } from './rules/settings-data.ts';
import { jsonSyntax, liquidSyntax, schemaSyntax } from './rules/syntax.ts';
import { templates } from './rules/templates.ts';
import { type DiagnosedFile, DiagnosedTheme } from './theme.ts';

const RULES: readonly Rule[] = [
  jsonSyntax,
  liquidSyntax,
  schemaSyntax,
  sectionSchema,
  settingsSchema,
  settingsData,
  templates,
  layoutContent,
  namedFiles,
  assets,
  filters,
  settingReads,
];

/** Maximum number of diagnostics; one more says that there are others. */
export const DIAGNOSTICS_AT_MOST = 500;

/**
 * The problems of a theme, file by file in the order of their paths, then by place.
 * @param files the contents of assets are never read: only which of them there are counts
 * @returns at most `DIAGNOSTICS_AT_MOST`, plus one that says that there are more
 * @example diagnose({ 'snippets/a.liquid': '{% render "b" %}' }).map(({ code }) => code) // includes 'extrait_manquant'
 */
export function diagnose(files: ThemeFiles): ThemeDiagnostic[] {
  const theme = new DiagnosedTheme(files);
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
  readonly offset: number | null;
  readonly names: Names | undefined;
}

/** The first of what the rules find in one file, by place. */
function judged(file: DiagnosedFile, theme: DiagnosedTheme): ThemeDiagnostic[] {
  const found: Finding[] = [];
  for (const rule of RULES) {
    if (rule.judges.test(file.path)) {
      rule.judge(file, theme, (code, offset, names) => void found.push({ code, offset, names }));
    }
  }
  const starts = lazy(() => lineStarts(file.source));
  const placeOf = (offset: number | null) => (offset === null ? {} : positionAt(starts(), offset));
  return found
    .sort((a, b) => (a.offset ?? -1) - (b.offset ?? -1))
    .slice(0, DIAGNOSTICS_AT_MOST + 1)
    .map(({ code, offset, names }) => diagnostic(code, file.path, placeOf(offset), names));
}
