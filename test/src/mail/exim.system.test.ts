/** Debian's exim4 takes what the program sends, and has of it what the server has that stands for it in the other tests. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../support/database.ts';
import { startExim } from '../../support/exim.ts';
import { startMailServer, type TestMailServer } from '../../support/mail-server.ts';
import { needs } from '../../support/needs.ts';
import { printedByAdmin } from '../../support/operator.ts';

/** Headers that are another message's, or that exim4 writes. */
const OTHER = ['date', 'message-id', 'return-path', 'envelope-to', 'received'];

describe('a message of the program', needs('exim4'), () => {
  let servers: TestMailServer[];
  beforeAll(async () => {
    servers = await Promise.all([startExim(), startMailServer()]);
  });
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  it('comes to exim4 as it comes to the server of other tests', async () => {
    const [databaseUrl, to] = [await freshDatabase(), 'moi@exemple.fr'];
    const taken = [];
    for (const { environment, messageTo } of servers) {
      const said = await printedByAdmin(databaseUrl, ['courriel', 'essayer', to], environment);
      const { headers, text, html, envelopeTo } = await messageTo(to, 'Message d’essai');
      const own = headers
        .filter(([name]) => !OTHER.includes(name))
        .map(([name, value]) => `${name}: ${value.replace(/boundary=.*/, '')}`);
      taken.push({ said: said.replace(/250 .*/s, '250'), own, text, html, envelopeTo });
    }
    const [ofExim, ofOther] = taken;
    expect(ofExim).toEqual(ofOther);
    expect(ofExim).toMatchObject({ said: `Le serveur a pris le message pour ${to} : 250`, envelopeTo: [to] });
    expect(ofExim?.html).toContain('<');
  });
});
