import type { ClientBase } from 'pg';
import type { ActName } from '../journal/acts.ts';
import { OPERATOR } from '../journal/doers.ts';
import { record } from '../journal/record.ts';
import { lockSite, touchContent } from '../storage/content.ts';
import type { Doer } from '../storage/journal.ts';
import { findSettings, touchSettings, updateAccessCode, updateHidden } from '../storage/settings.ts';
import type { Queryable } from '../storage/statement.ts';
import { transaction } from '../storage/transaction.ts';

/** Who may see a site; fields that are absent stay as they are. */
export interface Visibility {
  readonly hidden?: boolean | undefined;
  /** Salted hash of the code; null for none. */
  readonly codeHash?: string | null | undefined;
}

/** Changes who may see a site, in a transaction of the caller that holds the site's row. The record tells what has become different. */
export async function setVisibility(
  db: Queryable,
  siteId: string,
  { hidden, codeHash }: Visibility,
  by: Doer,
): Promise<void> {
  const before = await findSettings(db, siteId, 'acces');
  const tell = (act: 'site_masque' | 'site_montre' | CodeAct) => record(db, { siteId, act, by, details: {} });
  if (hidden !== undefined) {
    await updateHidden(db, siteId, hidden);
    if (before?.masque !== hidden) await tell(hidden ? 'site_masque' : 'site_montre');
  }
  if (codeHash === undefined) return;
  await updateAccessCode(db, siteId, codeHash);
  const had = before?.protege === true;
  if (codeHash !== null) await tell(had ? 'code_change' : 'code_pose');
  else if (had) await tell('code_retire');
}

type CodeAct = Extract<ActName, `code_${string}`>;

/**
 * The same for an operator, in a transaction of its own. The settings tabs that show the fields get new versions, so that guarded writes notice the
 * change.
 */
export function changeVisibility(client: ClientBase, siteId: string, visibility: Visibility): Promise<void> {
  return transaction(client, async () => {
    await lockSite(client, siteId);
    await setVisibility(client, siteId, visibility, OPERATOR);
    if (visibility.hidden !== undefined) await touchSettings(client, siteId, 'seo');
    if (visibility.codeHash !== undefined) await touchSettings(client, siteId, 'acces');
    await touchContent(client, siteId);
  });
}
