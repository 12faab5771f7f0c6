import { randomBytes } from 'node:crypto';
import { SESSION_TERM } from '../../src/accounts/sessions.ts';
import { fingerprintOf } from '../../src/text/fingerprint.ts';
import { query } from './database.ts';

/** @returns the cookie of a new session */
export async function insertSession(databaseUrl: string, accountId: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await query(
    databaseUrl,
    'INSERT INTO sessions (empreinte, compte_id, expire_le) VALUES ($1, $2, now() + make_interval(secs => $3))',
    [fingerprintOf(secret), accountId, SESSION_TERM.lifeSeconds],
  );
  return `vitrine_session=${secret}`;
}

const besideKeys = new Map<string, Promise<string>>();

/** The cookie of a live session of a key's account: one for each key, as long as it lives. */
export function sessionOfKey(databaseUrl: string, key: string): Promise<string> {
  const made = async () => {
    const { rows } = await query(databaseUrl, 'SELECT compte_id FROM cles WHERE empreinte = $1', [fingerprintOf(key)]);
    return insertSession(databaseUrl, rows[0].compte_id);
  };
  const cookie = besideKeys.get(key) ?? made();
  besideKeys.set(key, cookie);
  return cookie;
}
