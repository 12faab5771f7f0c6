import type { Message } from '../mail/message.ts';
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
