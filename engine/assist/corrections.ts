import type { ThemeDiagnostic } from '../diagnose/codes.ts';
import type { ThemeDocuments } from '../document/theme-documents.ts';
import { SYNTAX_CODES } from '../language/syntax-codes.ts';
import type { Correction } from './types.ts';

/** Codes of diagnostics that tell of the analysis itself, and not of a file. */
const OF_ANALYSIS: ReadonlySet<string> = new Set(['analyse_interrompue', 'autres_diagnostics']);

/** Changes that answer diagnostics of a file: the one right answer of each, then the comments that turn their checks off. */
export function correctionsAt(
  theme: ThemeDocuments,
  path: string,
  diagnostics: readonly ThemeDiagnostic[],
): readonly Correction[] {
  const file = theme.files.get(path);
  if (!file) return [];
  const own = diagnostics.filter(({ chemin }) => chemin === path);
  const answers = own.flatMap(({ code, correction }) => {
    if (!correction || correction.fin > file.source.length) return [];
    const { debut: from, fin: to, texte: text } = correction;
    const title = titleOf(file.source.slice(from, to), text);
    return [{ title, code, isPreferred: true as const, edits: [{ path, from, to, text }] }];
  });
  const codes = path.endsWith('.liquid') ? [...new Set(own.map(({ code }) => code))] : [];
  const switches = codes
    .filter((code) => !SYNTAX_CODES.has(code) && !OF_ANALYSIS.has(code))
    .map((code) => ({
      title: `Ne plus signaler « ${code} » dans ce fichier`,
      code,
      // The dash takes the line break along, so that the page stays as it is.
      edits: [{ path, from: 0, to: 0, text: `{% # vitrine-ignorer ${code} -%}\n` }],
    }));
  return [...answers, ...switches];
}

/** A longer text is cut. */
const SHOWN_UNITS = 60;

function titleOf(before: string, after: string): string {
  const shown = (text: string) => {
    const line = text.trim().replace(/\s+/g, ' ');
    return `« ${line.length > SHOWN_UNITS ? `${line.slice(0, SHOWN_UNITS - 1)}…` : line} »`;
  };
  if (after.trim() === '') return `Retirer ${shown(before)}`;
  return before === '' ? `Insérer ${shown(after)}` : `Remplacer par ${shown(after)}`;
}
