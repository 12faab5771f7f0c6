import type { Rehearsal, RehearsedPage } from '../../../contract/rehearsal.ts';

type State = RehearsedPage['etat'];

export const STATES: Readonly<Record<State, { readonly one: string; readonly many: string }>> = {
  changee: { one: 'Change', many: 'Changent' },
  echouee: { one: 'Échoue', many: 'Échouent' },
  egale: { one: 'Égale', many: 'Égales' },
  omise: { one: 'Pas répétée', many: 'Pas répétées' },
};
/** The order in which pages are shown. */
export const ORDER: readonly State[] = ['echouee', 'changee', 'omise', 'egale'];

const pages = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count > 1 ? `pages ${many}` : `page ${one}`}`];

/** What a publication would change, in a sentence. */
export function changesInWords({ resume }: Rehearsal): string {
  const parts = [
    ...pages(resume.echouees, 'échoue', 'échouent').map((part) => part + newOnes(resume)),
    ...pages(resume.changees, 'change', 'changent'),
    ...pages(resume.egales, 'reste égale', 'restent égales'),
    ...pages(resume.omises, 'n’a pas été répétée', 'n’ont pas été répétées'),
  ];
  return `${parts.join(', ')}.`;
}

/** How many of the pages that fail are shown to visitors now. */
function newOnes({ echouees: all, nouvelles_pannes: news }: Rehearsal['resume']): string {
  if (news === 0) return ' comme jusqu’ici';
  const which = news > 1 ? 'qui n’échouaient pas' : 'qui n’échouait pas';
  return news === all ? ` ${which} jusqu’ici` : `, dont ${news} ${which} jusqu’ici`;
}

/** What was not looked at, as a sentence after another one; nothing where that is nothing. */
export function beyondInWords({ resume }: Rehearsal): string {
  const { hors_limite: beyond, articles_hors_echantillon: articles } = resume;
  const parts = [
    ...(beyond > 0 ? [`${beyond} page${beyond > 1 ? 's' : ''} au-delà de la limite`] : []),
    ...(articles > 0 ? [`${articles} article${articles > 1 ? 's' : ''} hors de l’échantillon`] : []),
  ];
  return parts.length > 0 ? ` N’ont pas été regardés : ${parts.join(', ')}.` : '';
}

const number = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 });

/** Size and time of a page, with both themes where they differ. */
export function figuresOf({ avant, apres }: RehearsedPage): string {
  if (!apres?.octets) return '';
  const sides = avant?.octets ? [avant, apres] : [apres];
  const told = (of: (side: (typeof sides)[number]) => string) => [...new Set(sides.map(of))].join(' → ');
  const sizes = `${told(({ octets }) => (octets < 1_024 ? `${octets} octets` : `${number.format(octets / 1_024)} Kio`))} de HTML`;
  // A page below the resolution of the processor clock has no time.
  const isTimed = sides.every(({ ms }) => ms !== null);
  return isTimed ? `${sizes}, ${told(({ ms }) => `${number.format(Number(ms))} ms`)}` : sizes;
}
