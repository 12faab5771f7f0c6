import { announceMail } from '../mail/arrivals.ts';
import type { Message, MessageKind } from '../mail/message.ts';
import type { Queryable } from './statement.ts';

/** Lets a message wait until a mail server takes it, in the transaction of what it is about. */
export async function enqueueMail(client: Queryable, message: Message): Promise<void> {
  const { kind, to, accountId, siteId, invitationId, data } = {
    ...{ accountId: null, siteId: null, invitationId: null, data: {} },
    ...message,
  };
  await client.query(
    // The begin of the transaction: what the message tells of is not older.
    `INSERT INTO courriels (genre, destinataire, compte_id, site_id, invitation_id, donnees, cree_le)
     VALUES ($1, $2, $3, $4, $5, $6, now())`,
    [kind, to, accountId, siteId, invitationId, JSON.stringify(data)],
  );
  announceMail();
}

export type Enqueue = typeof enqueueMail;

/** Lets messages wait where mail goes out; elsewhere nothing waits. */
export const enqueueWhere = (isMailed: boolean): Enqueue => (isMailed ? enqueueMail : async () => undefined);

/** When a message about requests that was given up is tried again, at the next request; minutes. */
const NEXT_TRY_MINUTES = 60;

/**
 * Lets the message about a site's requests wait, before the request is stored: one message waits at most, and tells of all. Until the end of the
 * transaction nobody else tells of this site's requests, so that none is passed over.
 */
export async function enqueueRequestMail(client: Queryable, siteId: string): Promise<void> {
  await client.query({
    name: 'enqueue-request-mail',
    text: `INSERT INTO courriels (genre, destinataire, site_id, donnees)
           VALUES ('demandes', '', $1, jsonb_build_object('depuis', statement_timestamp()))
           ON CONFLICT (site_id) WHERE genre = 'demandes' DO UPDATE SET
             cree_le = CASE WHEN courriels.a_envoyer_le IS NULL THEN EXCLUDED.cree_le ELSE courriels.cree_le END,
             a_envoyer_le = coalesce(courriels.a_envoyer_le, EXCLUDED.a_envoyer_le + make_interval(mins => $2))`,
    values: [siteId, NEXT_TRY_MINUTES],
  });
  announceMail();
}

/** Whether the reader of an address is about to be asked to take a site's messages, or could not be. */
export async function isContactMailWaiting(client: Queryable, siteId: string, address: string): Promise<boolean> {
  const { rows } = await client.query(
    "SELECT id FROM courriels WHERE site_id = $1 AND genre = 'contact' AND destinataire = $2",
    [siteId, address],
  );
  return rows.length > 0;
}

/** Lets mail of these kinds to an account, which waits still, go unsent. @param since only what waits since then, ISO 8601 */
export async function dropMail(
  client: Queryable,
  accountId: string,
  kinds: readonly MessageKind[],
  since: string | null = null,
): Promise<void> {
  await client.query(
    `DELETE FROM courriels
     WHERE compte_id = $1 AND genre = ANY ($2::text[]) AND ($3::timestamptz IS NULL OR cree_le >= $3)`,
    [accountId, kinds, since],
  );
}
