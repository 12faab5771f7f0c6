/** What a rehearsal has found, as text for people. */

import type { Rehearsal, RehearsalReason } from '../../contract/rehearsal.ts';
import { seen } from '../remote/theme-names.ts';
import { counted } from '../sync/print.ts';
import type { Style, Terminal } from '../terminal.ts';

type Page = Rehearsal['pages'][number];

const STATES: Readonly<Record<Exclude<Page['etat'], 'egale'>, { readonly style: Style; readonly word: string }>> = {
  changee: { style: 'yellow', word: 'change' },
  echouee: { style: 'red', word: 'échoue' },
  omise: { style: 'magenta', word: 'n’a pas été répétée' },
};

const REASONS: Readonly<Record<string, string>> = {
  temps: 'le thème met trop de temps à la faire',
  objets: 'le thème fait trop d’objets',
  sortie: 'elle est trop longue',
  gabarit_absent: 'le thème n’a pas de gabarit pour elle',
  layout_absent: 'layout/theme.liquid manque',
  layout_en_erreur: 'layout/theme.liquid est en erreur',
  quarantaine: 'le thème a dépassé ses limites plusieurs fois',
  arret: 'le thème a dû être arrêté',
  occupe: 'le service est occupé',
  duree: 'la répétition a pris trop de temps',
} satisfies Readonly<Record<RehearsalReason, string>>;

/** Pages of one state that are named; `--json` names all. */
const NAMED_AT_MOST = 60;

/** Prints the pages that are not the same, and what that means for a publication. */
export function printRehearsal(
  terminal: Terminal,
  report: Rehearsal,
  { difference }: { readonly difference: boolean },
): void {
  const { publie, brouillon, pages } = report;
  const instead = publie ? ` à la place de « ${seen(publie.nom)} »` : '';
  terminal.say(`« ${seen(brouillon.nom)} »${instead} :`);
  const told = pages.filter(({ etat }) => etat !== 'egale');
  for (const page of told.slice(0, NAMED_AT_MOST)) {
    printPage(terminal, page);
    if (difference && page.difference) terminal.show(painted(terminal, page.difference));
  }
  if (told.length > NAMED_AT_MOST) terminal.say(`  et ${told.length - NAMED_AT_MOST} autres (« --json » les montre)`);
  for (const line of summaryLines(report)) terminal.say(line);
}

function printPage(terminal: Terminal, { adresse, etat, raison, avant, apres, ...more }: Page): void {
  if (etat === 'egale') return;
  const { style, word } = STATES[etat];
  const reason = raison === null ? '' : ` : ${REASONS[raison] ?? raison}`;
  const figures = etat === 'changee' && avant && apres ? `, ${figuresOf(avant, apres)}` : '';
  terminal.show(`  ${terminal.paint(style, `${adresse} ${word}`)}${reason}${figures}`);
  for (const { type, chemin, ligne, message } of more.sections) {
    terminal.show(`    section ${type} : ${ligne === undefined ? chemin : `${chemin}:${ligne}`} : ${message}`);
  }
  for (const { adresse: address, genre } of more.casses) {
    terminal.show(`    ${genre === 'lien' ? 'lien vers une page absente' : 'fichier absent'} : ${address}`);
  }
  if (more.fichiers.length > 0) terminal.show(`    fichiers changés : ${more.fichiers.join(', ')}`);
}

function figuresOf(before: NonNullable<Page['avant']>, after: NonNullable<Page['apres']>): string {
  const time = (ms: number) => `${ms.toFixed(1).replace('.', ',')} ms`;
  const times = before.ms !== null && after.ms !== null ? `, ${time(before.ms)} → ${time(after.ms)}` : '';
  return `${sizeOf(before)} → ${sizeOf(after)} de HTML${times}`;
}

/** Before it is compressed. */
const sizeOf = ({ octets }: { readonly octets: number }): string =>
  octets < 1_024 ? `${octets} octets` : `${(octets / 1_024).toFixed(1).replace('.', ',')} Kio`;

function summaryLines({ resume }: Rehearsal): string[] {
  const parts = [
    ...counted(resume.changees, 'page change', 'pages changent'),
    ...counted(resume.echouees, 'page échoue', 'pages échouent'),
    ...counted(resume.egales, 'page reste égale', 'pages restent égales'),
    ...counted(resume.omises, 'page n’a pas été répétée', 'pages n’ont pas été répétées'),
  ];
  const beyond = [
    ...counted(resume.hors_limite, 'page au-delà de la limite', 'pages au-delà de la limite'),
    ...counted(resume.articles_hors_echantillon, 'article hors de l’échantillon', 'articles hors de l’échantillon'),
  ];
  return [`${parts.join(', ')}.`, ...(beyond.length > 0 ? [`N’ont pas été regardés : ${beyond.join(', ')}.`] : [])];
}

const painted = (terminal: Terminal, difference: string): string =>
  difference
    .split('\n')
    .map((line) => {
      if (line.startsWith('@@')) return terminal.paint('cyan', `    ${line}`);
      if (line.startsWith('+')) return terminal.paint('green', `    ${line}`);
      return line.startsWith('-') ? terminal.paint('red', `    ${line}`) : `    ${line}`;
    })
    .join('\n');
