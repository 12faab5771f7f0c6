/** Which files of a theme belong to the site: its merchant changes them, not git. Pure. */

/** What sites have of their own where several get the same code. */
export const OWN_OF_EACH_SITE = ['config/settings_data.json', 'templates/*.json'] as const;

/** The word for no file. */
const NONE = 'aucun';

/** @param patterns paths in which `*` stands for any part of a name, and a folder for all of its files */
export function isKeptBy(patterns: readonly string[]): (path: string) => boolean {
  const expressions = patterns
    .filter((pattern) => pattern !== NONE)
    .map((pattern) => {
      const whole = pattern.endsWith('/') ? `${pattern}*` : pattern;
      return new RegExp(`^${whole.split('*').map(escaped).join('[^/]*')}$`);
    });
  return (path) => expressions.some((expression) => expression.test(path));
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
