import type { ListQuery } from './props.ts';

/** Address of a list. @param site of the site’s page in the studio @param after where the list begins */
export function listAddress(
  site: string,
  { genre, q, tri, etat, blog }: ListQuery,
  after: string | null = null,
): string {
  const fields = new URLSearchParams({
    ...(genre !== 'pages' && { genre }),
    ...(q !== '' && { q }),
    ...(tri !== 'modif' && { tri }),
    ...(etat && { etat }),
    ...(blog && { blog }),
    ...(after !== null && { apres: after }),
  }).toString();
  return `${site}/contenu${fields && `?${fields}`}`;
}

/** A list without search and filters. */
export const allOf = (genre: ListQuery['genre']): ListQuery => ({ genre, q: '', tri: 'modif', etat: null, blog: null });
