import type { RequestsQuery } from './props.ts';

/** Address of a list. @param site of the site’s page in the studio @param cursor where the list begins */
export function listAddress(
  site: string,
  { classement, q, nonLues }: RequestsQuery,
  cursor: string | null = null,
): string {
  const fields = new URLSearchParams({
    ...(classement !== 'recue' && { classement }),
    ...(q !== '' && { q }),
    ...(nonLues && { non_lues: '1' }),
    ...(cursor !== null && { avant: cursor }),
  }).toString();
  return `${site}/demandes${fields && `?${fields}`}`;
}
