import type { Diagnostic as Mark } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { Diagnostic } from '../../../contract/diagnostics.ts';

/** Problems as marks of the text: each from its place to the end of the word; a problem without a place marks the first line. */
export function diagnosticsOf(problems: readonly Diagnostic[], doc: Text): Mark[] {
  const marks = problems.map(({ ligne, colonne = 1, code, gravite, message }): Mark => {
    const line = doc.line(Math.max(1, Math.min(ligne ?? 1, doc.lines)));
    const from = ligne === undefined ? line.from : Math.min(line.from + colonne - 1, line.to);
    const word = /^[\w'"«».{%-]+/.exec(line.text.slice(from - line.from))?.[0] ?? '';
    const to = ligne === undefined ? line.to : Math.min(from + Math.max(1, word.length), line.to);
    return {
      from: Math.min(from, to),
      to,
      severity: gravite === 'erreur' ? 'error' : 'warning',
      message,
      source: code,
    };
  });
  return marks.sort((a, b) => a.from - b.from);
}
