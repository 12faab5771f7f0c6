import type { ListedText, TextGenre } from '../../storage/content-lists.ts';

/** What visitors see of a text and what becomes of it, in words. @param moment words of an instant */
export function stateWords(
  genre: TextGenre,
  { etat, en_travail, publie_le, retire_le, prevu_le }: ListedText,
  moment: (instant: string) => string,
): readonly string[] {
  const e = genre === 'pages' ? 'e' : '';
  if (etat === 'brouillon') return ['Brouillon'];
  if (etat === 'retire') return [`Retiré${e}`];
  return [
    etat === 'prevu' && publie_le !== null ? `Prévu${e} pour le ${moment(publie_le)}` : `Publié${e}`,
    ...(en_travail ? ['Modifications non publiées'] : []),
    ...(prevu_le === null ? [] : [`Changement prévu le ${moment(prevu_le)}`]),
    ...(retire_le === null ? [] : [`Jusqu’au ${moment(retire_le)}`]),
  ];
}
