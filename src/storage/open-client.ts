import pg from 'pg';
import { clientSettings, connectionSettings, DIRECT, PATIENT, settingsOf } from './connection.ts';
import { PooledClient } from './pooled-client.ts';

/** SQLSTATE of a pooler that does not take the settings that a connection begins with. */
const PROTOCOL_VIOLATION = '08P01';

/**
 * Opens a connection with all rights of the address. A pooler needs no configuration, because it shows itself: it refuses the settings that a
 * connection begins with, or does not pass them on.
 */
export async function openClient(url: string): Promise<pg.Client> {
  return (await openDirect(url)) ?? open(new PooledClient(clientSettings(url, PATIENT), settingsOf(null, PATIENT)));
}

/** Whether a pooler stands between this connection and the server. */
export const isPooled = (client: pg.ClientBase): boolean => client instanceof PooledClient;

/** @returns null when the settings have not reached the server */
async function openDirect(url: string): Promise<pg.Client | null> {
  const client = new pg.Client(connectionSettings(url, null));
  const [name, value] = DIRECT;
  try {
    await open(client);
    const { rows } = await client.query(`SELECT current_setting('${name}', true) AS value`);
    if (rows[0].value === value) return client;
  } catch (error) {
    if ((error as { code?: unknown }).code !== PROTOCOL_VIOLATION) throw error;
  }
  await client.end();
  return null;
}

async function open(client: pg.Client): Promise<pg.Client> {
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
