import type { ClientBase } from 'pg';
import { lockSite, touchContent } from '../storage/content.ts';
import { touchSettings, updateAccessCode, updateHidden } from '../storage/settings.ts';
import { transaction } from '../storage/transaction.ts';

/** An operator's change of who may see a site; fields that are absent stay as they are. */
export interface Visibility {
  readonly hidden?: boolean | undefined;
  /** Salted hash of the code; null for none. */
  readonly codeHash?: string | null | undefined;
}

/** Makes the whole change or none. The settings tabs that show the fields get new versions, so that guarded writes notice the change. */
export function changeVisibility(client: ClientBase, siteId: string, { hidden, codeHash }: Visibility): Promise<void> {
  return transaction(client, async () => {
    await lockSite(client, siteId);
    if (hidden !== undefined) {
      await updateHidden(client, siteId, hidden);
      await touchSettings(client, siteId, 'seo');
    }
    if (codeHash !== undefined) {
      await updateAccessCode(client, siteId, codeHash);
      await touchSettings(client, siteId, 'acces');
    }
    await touchContent(client, siteId);
  });
}
