/** What operators read of a site, in words: in the terminal and on the operator's page. */
import { DELETED_BY_OWNER, type OfflineReason, OWNERS_OWN } from '../storage/offline-sites.ts';
import type { ListedSite } from '../storage/operator-lists.ts';
import type { QuarantineCause } from '../storage/quarantines.ts';
import { numberText } from '../text/quantities.ts';
import type { InspectedSite } from './inspected-site.ts';

/** How a reader is told times, and texts of others. */
export interface Telling {
  readonly time: (instant: string) => string;
  readonly text: (text: string) => string;
}

/** The billing state and the marks beside it. */
export const stateText = ({
  etat,
  suspendu,
  a_activer: isToActivate,
  hors_ligne: off,
  efface_le,
}: Pick<ListedSite, 'etat' | 'suspendu' | 'a_activer' | 'hors_ligne' | 'efface_le'>): string =>
  [etat, suspendu && 'suspendu', isToActivate && 'à activer', off && 'hors ligne', efface_le !== null && 'à effacer']
    .filter(Boolean)
    .join(', ');

/** Where the code of a theme comes from. */
export function codeText({ origine, fichiers_propres: own }: NonNullable<InspectedSite['theme']>): string {
  if (origine === null) return 'code du site';
  if (own === null) return `venu du catalogue (${origine})`;
  if (own === 0) return `code du catalogue (${origine})`;
  return `venu du catalogue (${origine}), ${own} ${own === 1 ? 'fichier changé' : 'fichiers changés'}`;
}

/** The reasons for which a site is off, by their causes. */
export const reasonsOf = ({ hors_ligne: off }: Pick<ListedSite, 'hors_ligne'>) => Object.entries(off ?? {});

/** Who has taken a site off, by the cause; the others are accounts. */
const WHOSE: Readonly<Record<string, string>> = {
  site: '',
  [OWNERS_OWN]: ', par son propriétaire',
  [DELETED_BY_OWNER]: ', supprimé par son propriétaire',
};

export const offlineText = (whose: string, { genre, motif, le }: OfflineReason, { time, text }: Telling): string =>
  [
    `depuis ${time(le)}`,
    genre === 'loi' ? ', la loi le demande' : '',
    WHOSE[whose] ?? ', avec tous les sites d’un compte',
    ` : ${text(motif)}`,
  ].join('');

/** What visitors get. */
export function healthText(shown: InspectedSite, { time }: Telling): string {
  const { theme, quarantaines, echecs } = shown;
  const reasons = reasonsOf(shown).map(([, { genre }]) => genre);
  if (reasons.length > 0) return `hors ligne : ses visiteurs reçoivent ${reasons.includes('loi') ? 451 : 503}`;
  if (!theme) return 'sans thème publié';
  const ending = quarantaines.filter(({ en_cours, theme: of }) => en_cours && of === theme.id);
  const [last] = ending;
  if (last) return `en quarantaine jusqu’à ${time(last.jusqua)} : ses pages sont refusées (503)`;
  const present = echecs.filter(({ actuel }) => actuel);
  if (present.some(({ lieu }) => lieu in NO_PAGE || lieu.startsWith('layout/')))
    return 'des pages n’ont pas pu être rendues (503)';
  return present.length > 0 ? 'des sections échouent ; les pages sont rendues sans elles' : 'rien à signaler';
}

/** Why a theme is in quarantine. */
export const CAUSES: Readonly<Record<QuarantineCause, string>> = {
  limites: 'ses pages dépassent les limites',
  processus: 'ses pages arrêtent leur processus',
};

export function quarantineText(
  { theme, raison, instance, depuis, jusqua, levee_le, en_cours }: InspectedSite['quarantaines'][number],
  published: string | undefined,
  { time }: Telling,
): string {
  const what = theme === published ? 'le thème publié' : 'un aperçu, une répétition ou un profil, ou un thème d’avant';
  const end =
    levee_le !== null ? `levée à la main ${time(levee_le)}` : en_cours ? `jusqu’à ${time(jusqua)}` : 'terminée';
  return `${what}, dans ${instance} : ${CAUSES[raison]}, depuis ${time(depuis)}, ${end}`;
}

/** Sentences for failures that have no file: there was no page. */
const NO_PAGE: Readonly<Record<string, string>> = {
  temps: 'une page dépasse le temps de rendu',
  objets: 'une page dépasse le nombre d’objets',
  sortie: 'une page est trop longue',
  arret: 'une page arrête son processus',
};

export function failureText(
  { lieu, ligne, colonne, message, nombre, premier_le, dernier_le, actuel }: InspectedSite['echecs'][number],
  { time, text }: Telling,
): string {
  const place = [text(lieu), ligne, colonne].filter((part) => part !== null).join(':');
  const what = NO_PAGE[lieu] ?? `${place} : ${text(message)}`;
  const when = `${numberText(nombre)} fois depuis ${time(premier_le)}, la dernière ${time(dernier_le)}`;
  return `${what} (${when}${actuel ? '' : ', dans un état d’avant'})`;
}
