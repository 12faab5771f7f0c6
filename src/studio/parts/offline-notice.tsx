import type { Offline } from '../frame/props.ts';
import { dayWords } from './day-words.ts';
import { Time } from './time.tsx';

/** What the members of a site read that is off. */
export const OfflineNotice = ({ since, reasons, goesAt, ownPage }: Offline) => (
  <p class="notice off">
    {goesAt === null ? (
      <>
        Ce site est hors ligne depuis le <Time at={since} /> : ses visiteurs voient une page qui le dit, et ses
        formulaires ne reçoivent rien.
      </>
    ) : (
      <>
        Ce site est supprimé : ses visiteurs voient une page qui le dit hors ligne, et il s’efface le{' '}
        <time dateTime={goesAt}>{dayWords(goesAt)}</time> avec tout ce qu’il a.
      </>
    )}{' '}
    {[...new Set(reasons.map(sentenceOf))].join(' ')} Vous pouvez continuer à y travailler.
    {ownPage !== null && goesAt !== null && (
      <>
        {' '}
        <a href={`${ownPage}#suppression`}>Garder ce site</a>
      </>
    )}
    {ownPage !== null && goesAt === null && reasons.some(({ isOwners }) => isOwners) && (
      <>
        {' '}
        <a href={`${ownPage}#hors-ligne`}>Remettre en ligne</a>
      </>
    )}
  </p>
);

const sentenceOf = ({ kind, words, isOwners }: Offline['reasons'][number]): string =>
  `${isOwners ? 'Motif donné par un propriétaire' : kind === 'loi' ? 'Motif légal' : 'Motif'} : ${words}${/[.!?…]$/.test(words) ? '' : '.'}`;
