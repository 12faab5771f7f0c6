/** What becomes of a page or an article, in words. Pure: browsers load this too. */

/** What visitors see of a text now, and later. Instants are ISO 8601. */
export interface TextState {
  /** Not shown yet; shown once and no longer; published, and shown from `publie_le` on; shown. */
  readonly etat: 'brouillon' | 'retire' | 'prevu' | 'publie';
  /** Whether there is work in progress. */
  readonly en_travail: boolean;
  readonly publie_le: string | null;
  readonly retire_le: string | null;
  readonly prevu_le: string | null;
}

/** What decides what visitors see of a text. */
interface Published {
  readonly isPublished: boolean;
  /** Whether it was published before. */
  readonly wasShown: boolean;
  /** When visitors begin and cease to see it, ISO 8601; null for no such plan. */
  readonly from: string | null;
  readonly until: string | null;
}

/** What visitors see of a text at an instant, ms since 1970; lists ask the database for the same (`src/storage/content-lists.ts`). */
export function stateAt({ isPublished, wasShown, from, until }: Published, now: number): TextState['etat'] {
  if (!isPublished || (until !== null && Date.parse(until) <= now))
    return isPublished || wasShown ? 'retire' : 'brouillon';
  return from !== null && Date.parse(from) > now ? 'prevu' : 'publie';
}

/**
 * What visitors see of a text and what becomes of it; the first says whether they see it.
 * @param isPage of a page, else of an article
 * @param moment tells an instant in words
 */
export function stateWords(
  isPage: boolean,
  { etat, en_travail, publie_le, retire_le, prevu_le }: TextState,
  moment: (instant: string) => string,
): readonly string[] {
  const e = isPage ? 'e' : '';
  if (etat === 'brouillon') return ['Brouillon'];
  if (etat === 'retire') return [`Retiré${e}`];
  return [
    etat === 'prevu' && publie_le !== null ? `Prévu${e} pour le ${moment(publie_le)}` : `Publié${e}`,
    ...(en_travail ? ['Modifications non publiées'] : []),
    ...(prevu_le === null ? [] : [`Changement prévu le ${moment(prevu_le)}`]),
    ...(retire_le === null ? [] : [`Jusqu’au ${moment(retire_le)}`]),
  ];
}
