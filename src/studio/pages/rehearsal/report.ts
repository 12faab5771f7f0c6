import type { Rehearsal, RehearsedPage } from '../../../contract/rehearsal.ts';
import { element } from './elements.ts';
import { showFindings } from './findings.ts';
import type { PagePictures } from './pictures.ts';

type State = RehearsedPage['etat'];

const STATES: Readonly<Record<State, { readonly one: string; readonly many: string }>> = {
  changee: { one: 'Change', many: 'Changent' },
  echouee: { one: 'Échoue', many: 'Échouent' },
  egale: { one: 'Égale', many: 'Égales' },
  omise: { one: 'Pas répétée', many: 'Pas répétées' },
};
const ORDER: readonly State[] = ['echouee', 'changee', 'omise', 'egale'];

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

function beyondInWords({ resume }: Rehearsal): string {
  const { hors_limite: beyond, articles_hors_echantillon: articles } = resume;
  const parts = [
    ...(beyond > 0 ? [`${beyond} page${beyond > 1 ? 's' : ''} au-delà de la limite`] : []),
    ...(articles > 0 ? [`${articles} article${articles > 1 ? 's' : ''} hors de l’échantillon`] : []),
  ];
  return parts.length > 0 ? ` N’ont pas été regardés : ${parts.join(', ')}.` : '';
}

/** Shows the pages of a report; the findings of a page are made when the person opens it. @param place the section of the result */
export function showReport(place: HTMLElement, report: Rehearsal, pictures: PagePictures): void {
  const [summary, filters, list] = ['[data-place="resume"]', '.filters', '.rehearsed'].map((selector) =>
    place.querySelector<HTMLElement>(selector),
  );
  if (!summary || !filters || !list) return;
  summary.textContent = changesInWords(report) + beyondInWords(report);
  const sorted = ORDER.flatMap((state) => report.pages.filter(({ etat }) => etat === state));
  list.replaceChildren(...sorted.map((page) => rowOf(page, report, pictures)));
  showFilters(filters, list, report);
}

function showFilters(place: HTMLElement, list: HTMLElement, { pages: all }: Rehearsal): void {
  const count = (state: State) => all.filter(({ etat }) => etat === state).length;
  const show = (wanted: string) => {
    for (const row of list.querySelectorAll<HTMLElement>(':scope > li')) {
      row.hidden = wanted !== '' && row.dataset.state !== wanted;
    }
  };
  const option = (value: string, label: string, isChosen: boolean) => {
    const input = element('input', { type: 'radio', name: 'etat', value, checked: isChosen });
    input.onchange = () => show(value);
    return element('label', { className: 'option' }, input, ` ${label}`);
  };
  const states = ORDER.filter((state) => count(state) > 0);
  const legend = place.querySelector('legend');
  place.replaceChildren(
    ...(legend ? [legend] : []),
    option('', `Toutes (${all.length})`, true),
    ...states.map((state) => option(state, `${STATES[state].many} (${count(state)})`, false)),
  );
}

function rowOf(page: RehearsedPage, report: Rehearsal, pictures: PagePictures): HTMLElement {
  const { adresse, etat } = page;
  const details = element(
    'details',
    {},
    element(
      'summary',
      {},
      element('span', { className: `state ${etat}` }, STATES[etat].one),
      element('span', { className: 'path' }, adresse),
      element('span', { className: 'figures' }, figuresOf(page)),
    ),
  );
  details.addEventListener(
    'toggle',
    () => details.append(showFindings(page, { hasPublished: report.publie !== null, pictures })),
    { once: true },
  );
  const row = element('li', {}, details);
  row.dataset.state = etat;
  return row;
}

const number = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 });

function figuresOf({ avant, apres }: RehearsedPage): string {
  if (!apres?.octets) return '';
  const sides = avant?.octets ? [avant, apres] : [apres];
  const told = (of: (side: (typeof sides)[number]) => string) => [...new Set(sides.map(of))].join(' → ');
  const sizes = `${told(({ octets }) => (octets < 1_024 ? `${octets} octets` : `${number.format(octets / 1_024)} Kio`))} de HTML`;
  // A page below the resolution of the processor clock has no time.
  const isTimed = sides.every(({ ms }) => ms !== null);
  return isTimed ? `${sizes}, ${told(({ ms }) => `${number.format(Number(ms))} ms`)}` : sizes;
}
