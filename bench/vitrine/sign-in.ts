import { randomBytes } from 'node:crypto';
import { withConnection } from '../../src/storage/database.ts';
import { fingerprintOf } from '../../src/text/fingerprint.ts';

/** Gives the owner of a site a session. @param slug of the site @returns the value of the session's cookie, and the site's id */
export async function signIn(databaseUrl: string, slug: string): Promise<{ cookie: string; siteId: string }> {
  const cookie = randomBytes(32).toString('base64url');
  const siteId = await withConnection('DATABASE_URL', databaseUrl, async (client) => {
    const { rows } = await client.query(
      'SELECT s.id, m.compte_id FROM sites s JOIN membres m ON m.site_id = s.id WHERE s.slug = $1',
      [slug],
    );
    await client.query(
      "INSERT INTO sessions (compte_id, empreinte, expire_le) VALUES ($1, $2, now() + interval '1 day')",
      [rows[0].compte_id, fingerprintOf(cookie)],
    );
    return rows[0].id as string;
  });
  return { cookie, siteId };
}
