import type { DiagnosticCode, Names } from './codes.ts';
import type { DiagnosedFile, DiagnosedTheme } from './theme.ts';

/** Says what is wrong in the file that is being judged. @param offset its place, UTF-16 code units; null where it has none */
export type Report = (code: DiagnosticCode, offset: number | null, names?: Names) => void;

/** One kind of question about the files of a theme. */
export interface Rule {
  /** Paths of the files that it judges. */
  readonly judges: RegExp;
  judge(file: DiagnosedFile, theme: DiagnosedTheme, report: Report): void;
}
