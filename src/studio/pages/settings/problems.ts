/** What is wrong with a value of the settings, before anything is sent. Pure. */
import { publicMailProblem, telephoneProblem } from '../../../text/site-facts/contact.ts';
import { exceptionProblem } from '../../../text/site-facts/exceptions.ts';
import { hoursProblems } from '../../../text/site-facts/hours.ts';
import { networkProblem } from '../../../text/site-facts/networks.ts';
import type { SettingsTab } from './props.ts';
import { spansIn, typedExceptions } from './typed-hours.ts';

const textProblem = (check: (typed: string) => string | null) => (value: unknown) =>
  typeof value === 'string' ? check(value) : null;

const CONTACT: Readonly<Record<string, (value: unknown) => string | null>> = {
  email: textProblem(publicMailProblem),
  courriel_public: textProblem(publicMailProblem),
  telephone: textProblem(telephoneProblem),
  exceptions: (value) =>
    typedExceptions(value).reduce<string | null>(
      (found, exception) => found ?? exceptionProblem(exception) ?? hoursProblem(exception.plages),
      null,
    ),
};

const hoursProblem = (value: unknown): string | null => hoursProblems(spansIn(value))[0]?.words ?? null;

/** @param path name of the value in its tab @returns a sentence; null where the value can be kept, and for a value that no form knows */
export function problemOf(tab: SettingsTab, path: string, value: unknown): string | null {
  if (tab === 'reseaux') return textProblem(networkProblem)(value);
  if (tab !== 'contact') return null;
  if (path.startsWith('horaires.')) return hoursProblem(value);
  return Object.hasOwn(CONTACT, path) ? (CONTACT[path]?.(value) ?? null) : null;
}
