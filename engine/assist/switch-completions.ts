import { CODES } from '../diagnose/codes.ts';
import { SYNTAX_CODES } from '../language/syntax-codes.ts';
import type { CompletionItem } from './types.ts';
import type { Word } from './words.ts';

/** Words that a comment begins with which asks something of the checks (`docs/diagnostics.md`). */
const SWITCHES: Readonly<Record<string, string>> = {
  'vitrine-ignorer': 'Tait une vérification d’ici à la fin du fichier ; plusieurs codes peuvent suivre.',
  'vitrine-verifier': 'Reprend une vérification, d’ici à la fin du fichier.',
  'vitrine-gravite':
    'Change la gravité d’une vérification, d’ici à la fin du fichier : un code, puis « erreur » ou « avertissement ».',
};

/** What may be written in a comment of one line. @param before the words before the cursor */
export function switchCompletions(before: readonly Word[]): readonly CompletionItem[] {
  const [first] = before;
  if (!first)
    return Object.entries(SWITCHES).map(([label, documentation]) => ({ label, kind: 'keyword', documentation }));
  if (!Object.hasOwn(SWITCHES, first.text)) return [];
  if (first.text === 'vitrine-gravite' && before.length > 1) {
    return before.length > 2 ? [] : ['avertissement', 'erreur'].map((label) => ({ label, kind: 'value' }));
  }
  return Object.entries(CODES)
    .filter(([code]) => !SYNTAX_CODES.has(code) && !before.some(({ text }) => text === code))
    .map(([label, { gravite, message }]) => ({ label, kind: 'value', detail: gravite, documentation: message }));
}
