import type { Action, Diagnostic as Mark } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import { SYNTAX_CODES } from '../../../../engine/language/syntax-codes.ts';
import type { Diagnostic } from '../../../contract/diagnostics.ts';
import type { Corrections } from './corrections.ts';

/** A longer text is cut in the name of an action, UTF-16 code units. */
const SHOWN_UNITS = 40;

/**
 * Problems as marks of the text: each from its place to its end, which is that of the word where it has none of its own; a problem
 * without a place marks the first line.
 * @param corrections null where nothing may be changed
 */
export function diagnosticsOf(problems: readonly Diagnostic[], doc: Text, corrections: Corrections | null): Mark[] {
  const marks = problems.map((problem): Mark => {
    const { code, gravite, message } = problem;
    const [from, to] = stretchOf(problem, doc);
    const actions = corrections ? actionsOf(problem, corrections) : [];
    const renderMessage = () => wordsOf(message);
    return {
      from,
      to,
      severity: gravite === 'erreur' ? 'error' : 'warning',
      message,
      renderMessage,
      source: code,
      actions,
    };
  });
  return marks.sort((a, b) => a.from - b.from);
}

/** What a problem says. The library names the buttons beside it in English: they get the names that they show, with their keys in the list. */
function wordsOf(message: string): Node {
  const words = document.createTextNode(message);
  queueMicrotask(() => {
    for (const button of words.parentElement?.parentElement?.querySelectorAll('button') ?? []) {
      const key = button.querySelector('u')?.textContent;
      button.ariaLabel = key ? `${button.textContent} (touche ${key})` : button.textContent;
    }
  });
  return words;
}

function stretchOf({ ligne, colonne = 1, ligne_fin, colonne_fin = 1 }: Diagnostic, doc: Text): [number, number] {
  const line = lineOf(doc, ligne ?? 1);
  if (ligne === undefined) return [line.from, line.to];
  const from = Math.min(line.from + colonne - 1, line.to);
  if (ligne_fin !== undefined) {
    const last = lineOf(doc, ligne_fin);
    return [from, Math.max(from, Math.min(last.from + colonne_fin - 1, last.to))];
  }
  const word = /^[\w'"«».{%-]+/.exec(line.text.slice(from - line.from))?.[0] ?? '';
  return [from, Math.min(from + Math.max(1, word.length), line.to)];
}

const lineOf = (doc: Text, number: number) => doc.line(Math.max(1, Math.min(number, doc.lines)));

/** What answers a problem: its one right answer, and in a file of Liquid that its check is turned off. */
function actionsOf({ chemin, code, correction }: Diagnostic, corrections: Corrections): Action[] {
  const action = (name: string, isPreferred: boolean): Action => ({
    name,
    apply: (view, from, to) => void corrections.correct(view, { code, from, to }, isPreferred),
  });
  const canBeOff = chemin.endsWith('.liquid') && !SYNTAX_CODES.has(code);
  return [
    ...(correction ? [action(nameOf(correction), true)] : []),
    ...(canBeOff ? [action('Ne plus le signaler dans ce fichier', false)] : []),
  ];
}

function nameOf({ debut, fin, texte }: NonNullable<Diagnostic['correction']>): string {
  const text = texte.trim().replace(/\s+/g, ' ');
  if (text === '') return 'Retirer';
  const shown = text.length > SHOWN_UNITS ? `${text.slice(0, SHOWN_UNITS)}…` : text;
  return `${debut === fin ? 'Insérer' : 'Remplacer par'} « ${shown} »`;
}
