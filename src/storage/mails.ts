import type { Message, MessageKind } from '../mail/message.ts';
import type { Queryable } from './statement.ts';

/** Lets a message wait until a mail server takes it, in the transaction of what it is about. */
export async function enqueueMail(client: Queryable, message: Message): Promise<void> {
  const { kind, to, accountId, siteId, invitationId, data } = {
    ...{ accountId: null, siteId: null, invitationId: null, data: {} },
    ...message,
  };
  await client.query(
    `INSERT INTO courriels (genre, destinataire, compte_id, site_id, invitation_id, donnees) VALUES ($1, $2, $3, $4, $5, $6)`,
    [kind, to, accountId, siteId, invitationId, JSON.stringify(data)],
  );
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
