import { SYNTAX_CODES } from '../language/syntax-codes.ts';
import { nearest } from '../text/nearest.ts';
import { CODES, type DiagnosticCode, type Gravity } from './codes.ts';

/** What an author makes of one check: its gravity, or that nothing is said. */
export type CheckSetting = Gravity | 'non';

/** What an author makes of checks, by code; a code that is no check has no effect. */
export type CheckChoices = Readonly<Record<string, CheckSetting>>;

/** What an author makes of checks: in the whole theme, and in single files, which win. */
export interface CheckSettings {
  readonly checks: CheckChoices;
  /** By path of the file. */
  readonly files: Readonly<Record<string, CheckChoices>>;
}

/** Each check as it is. */
export const DEFAULT_CHECKS: CheckSettings = { checks: {}, files: {} };

const TOLD_ALWAYS: ReadonlySet<string> = new Set(['analyse_interrompue', 'autres_diagnostics']);

/** Whether a code is that of a check which an author may turn off: a write does not refuse what the check finds. */
export const isAdjustable = (code: string): code is DiagnosticCode => Object.hasOwn(CODES, code) && !isImposed(code);

/** Whether a check stays as it is: a write refuses what it finds, or the list of diagnostics would be wrong without it. */
const isImposed = (code: string): boolean => SYNTAX_CODES.has(code) || TOLD_ALWAYS.has(code);

/** A name that has no effect, as the sentences of `ineffectiveCode` tell it. */
export interface CheckName {
  readonly code: string;
  /** What was probably meant, as the end of a sentence. */
  readonly conseil: string;
  /** What was surely meant. */
  readonly meant: string | undefined;
}

/** The diagnostic of a name that is not adjustable. */
export const ineffectiveCode = (code: string) => (isImposed(code) ? 'verification_imposee' : 'verification_inconnue');

/** What is to be said of a name that is no check that can be turned off. @param code as it is written */
export function checkName(code: string): CheckName {
  const meant = isImposed(code) ? undefined : nearest(code, Object.keys(CODES).filter(isAdjustable));
  return {
    code,
    conseil: meant ? ` : vouliez-vous « ${meant.name} » ?` : '.',
    meant: meant?.isSure ? meant.name : undefined,
  };
}

/** What the settings make of a check in a file; undefined where they do not name the check. */
export function chosenFor({ checks, files }: CheckSettings, path: string, code: string): CheckSetting | undefined {
  if (!isAdjustable(code)) return undefined;
  const ofFile = Object.hasOwn(files, path) ? files[path] : undefined;
  return own(ofFile, code) ?? own(checks, code);
}

/** Diagnostics as the settings have them: those of a check that is off are left out, others have the gravity that was set. */
export const adjusted = <T extends { readonly chemin: string; readonly code: string; readonly gravite: Gravity }>(
  diagnostics: readonly T[],
  settings: CheckSettings,
): T[] =>
  diagnostics.flatMap((one) => {
    const chosen = chosenFor(settings, one.chemin, one.code);
    if (chosen === 'non') return [];
    return [chosen === undefined ? one : { ...one, gravite: chosen }];
  });

const own = (choices: CheckChoices | undefined, code: string): CheckSetting | undefined =>
  choices && Object.hasOwn(choices, code) ? choices[code] : undefined;
