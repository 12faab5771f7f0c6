import { isolated } from '../../../text/names.ts';
import { Api } from '../../api/client.ts';
import { KEEPING_SITE } from '../../api/refusals.ts';
import { shown } from '../../live/live.tsx';
import type { SiteEnds } from './props.ts';

export const DELETION = '/api/site/suppression';

/** Keeps a site that waits for its deletion. */
export async function keepSite({ id, name }: SiteEnds['site']): Promise<void> {
  await new Api(id).send(DELETION, { act: KEEPING_SITE, method: 'DELETE' });
  await shown(`« ${isolated(name)} » est gardé.`);
}
