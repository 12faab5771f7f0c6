import type { JournalQuery } from './props.ts';

/** The fields of a query that say something. */
export const fieldsOf = ({ groupe, compte, depuis, jusqua }: JournalQuery): URLSearchParams =>
  new URLSearchParams({
    ...(groupe && { groupe }),
    ...(compte && { compte }),
    ...(depuis && { depuis }),
    ...(jusqua && { jusqua }),
  });

/** Address of a list. @param site of the site’s page in the studio @param cursor where the list begins */
export function listAddress(site: string, query: JournalQuery, cursor: string | null = null): string {
  const fields = fieldsOf(query);
  if (cursor !== null) fields.set('avant', cursor);
  const asked = fields.toString();
  return `${site}/journal${asked && `?${asked}`}`;
}
