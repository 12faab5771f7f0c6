import type { ThemeDocuments, ThemeFile } from '../document/theme-documents.ts';
import type { Span } from '../syntax/expression.ts';
import type { Correction, DiagnosticCode, Names } from './codes.ts';

/**
 * Says what is wrong in the file that is judged.
 * @param at its place; the end of a place that is a number is not known; null where there is none
 * @param correction what makes it right, where only one thing does
 */
export type Report = (code: DiagnosticCode, at: Span | number | null, names?: Names, correction?: Correction) => void;

/** One kind of question about the files of a theme. */
export interface Rule {
  /** Paths of the files that it judges. */
  readonly judges: RegExp;
  judge(file: ThemeFile, theme: ThemeDocuments, report: Report): void;
}
