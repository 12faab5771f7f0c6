/** Places between the engine, which counts UTF-16 units from the start of a file, and the protocol, which counts lines. */

import { type Diagnostic, DiagnosticSeverity, type Range } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { lineStarts } from '../../../engine/syntax/position.ts';
import type { Problem } from './open-theme.ts';

/** What diagnostics are said to come from. */
export const SOURCE = 'vitrine';

const SEVERITIES = { erreur: DiagnosticSeverity.Error, avertissement: DiagnosticSeverity.Warning } as const;

const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** A range of offsets, `to` exclusive, as the protocol writes it. */
export const rangeOf = (text: TextDocument, { from, to }: { readonly from: number; readonly to: number }): Range => ({
  start: text.positionAt(from),
  end: text.positionAt(to),
});

/** @param text undefined for a file that cannot be read: its problems have no place */
export function diagnosticsOf(text: TextDocument | undefined, problems: readonly Problem[]): Diagnostic[] {
  let starts: readonly number[] | undefined;
  const source = text?.getText() ?? '';
  // The engine ends lines at a line feed only; some editors end them at a carriage return, too.
  const offsetOf = (ligne: number, colonne: number): number => {
    starts ??= lineStarts(source);
    return (starts[ligne - 1] ?? source.length) + colonne - 1;
  };
  return problems.map(({ code, gravite, message, ligne, colonne = 1, ligne_fin, colonne_fin = 1 }) => {
    const from = ligne === undefined ? null : offsetOf(ligne, colonne);
    const to = ligne_fin === undefined ? from && endOfWord(source, from) : offsetOf(ligne_fin, colonne_fin);
    const range = !text || from === null || to === null ? START : rangeOf(text, { from, to });
    return { range, severity: SEVERITIES[gravite], code, source: SOURCE, message };
  });
}

/** A diagnostic that has only a beginning is shown on the word there, or on the quoted text. */
function endOfWord(source: string, from: number): number {
  const word = /[\p{L}\p{N}_-]+|"[^"\n\r]*"|'[^'\n\r]*'|[^\n\r]?/uy;
  word.lastIndex = from;
  return from + (word.exec(source)?.[0].length ?? 0);
}
