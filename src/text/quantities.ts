/** Numbers, durations and sizes in words, for operators. */

const NUMBER = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 });

export const numberText = (value: number): string => NUMBER.format(value);

/** @param ms milliseconds */
export function secondsText(ms: number): string {
  if (ms < 1_000) return `${numberText(ms)} ms`;
  const seconds = ms / 1_000;
  return seconds < 600 ? `${numberText(seconds)} s` : `${numberText(seconds / 60)} min`;
}

const UNITS = ['o', 'Ko', 'Mo', 'Go', 'To'] as const;

export function byteText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${numberText(bytes / 1_000 ** power)} ${UNITS[power]}`;
}
