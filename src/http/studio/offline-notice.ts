import type { OfflineReason } from '../../storage/offline-sites.ts';
import type { MemberSite } from '../../storage/sites.ts';
import { escapeHtml } from '../../text/escape.ts';
import { timeElement } from './french.ts';

/** What the members of a site read that an operator has taken off, with the reasons; nothing where it answers. */
export function offlineNotice({ hors_ligne }: Pick<MemberSite, 'hors_ligne'>): string {
  const reasons = Object.values(hors_ligne ?? {}).sort((a, b) => (a.le < b.le ? -1 : 1));
  const [first] = reasons;
  if (!first) return '';
  const why = [...new Set(reasons.map(reasonOf))].join(' ');
  return `<p class="notice off">Ce site est hors ligne depuis le ${timeElement(first.le)} : ses visiteurs voient une page qui le dit, et ses formulaires ne reçoivent rien. ${why} Vous pouvez continuer à y travailler.</p>`;
}

const reasonOf = ({ genre, motif }: OfflineReason): string =>
  `${genre === 'loi' ? 'Motif légal' : 'Motif'} : ${escapeHtml(motif)}${/[.!?…]$/.test(motif) ? '' : '.'}`;
