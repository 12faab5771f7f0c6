import { deleteNextDueAccount } from '../../src/accounts/due-accounts.ts';
import type { MediaStore } from '../../src/media/store/media-store.ts';
import { enqueueMail } from '../../src/storage/mails.ts';
import type { RolePools } from '../../src/storage/role-pools.ts';
import { openPools, query } from './database.ts';

/** Thirty days pass for an account that waits for its deletion, and for the sites that wait with it. */
export const letAccountDayCome = (databaseUrl: string, accountId: string) =>
  query(
    databaseUrl,
    `WITH sites_du_compte AS (
       UPDATE sites SET efface_le = efface_le - interval '31 days'
       WHERE id IN (SELECT site_id FROM membres WHERE compte_id = $1 AND role = 'proprietaire'))
     UPDATE comptes SET efface_le = efface_le - interval '31 days', efface_demande_le = efface_demande_le - interval '31 days'
     WHERE id = $1`,
    [accountId],
  );

/** One round of an upkeep through the accounts that are due. @returns what it warned of */
export async function sweepAccounts(
  service: RolePools,
  store: MediaStore,
  witness: string | undefined = undefined,
): Promise<readonly object[]> {
  const warnings: object[] = [];
  const log = { warn: (details: object) => void warnings.push(details) };
  for (let after: string | null = ''; after !== null; ) {
    after = await deleteNextDueAccount({ service, store, witness, enqueue: enqueueMail, log }, after);
  }
  return warnings;
}

/** Nothing is stored there. */
const EMPTY = { remove: async () => undefined, list: () => [] } as unknown as MediaStore;

/** An upkeep takes the accounts that are due. @returns whether this one is gone */
export async function deleteDueAccount(databaseUrl: string, accountId: string): Promise<boolean> {
  const service = openPools(databaseUrl, 'vitrine_service');
  try {
    await sweepAccounts(service, EMPTY);
  } finally {
    await service.end();
  }
  return (await query(databaseUrl, 'SELECT id FROM comptes WHERE id = $1', [accountId])).rows.length === 0;
}
