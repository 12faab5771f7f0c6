import type { Offline } from '../frame/props.ts';
import { Time } from './time.tsx';

/** What the members of a site read that an operator has taken off. */
export const OfflineNotice = ({ since, reasons }: Offline) => (
  <p class="notice off">
    Ce site est hors ligne depuis le <Time at={since} /> : ses visiteurs voient une page qui le dit, et ses formulaires
    ne reçoivent rien. {[...new Set(reasons.map(sentenceOf))].join(' ')} Vous pouvez continuer à y travailler.
  </p>
);

const sentenceOf = ({ kind, words }: Offline['reasons'][number]): string =>
  `${kind === 'loi' ? 'Motif légal' : 'Motif'} : ${words}${/[.!?…]$/.test(words) ? '' : '.'}`;
