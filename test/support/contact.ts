import { insertTheme, publishTheme } from '../../src/storage/themes.ts';
import { transaction } from '../../src/storage/transaction.ts';
import { onDatabase } from './database.ts';
import type { Answer, Question } from './http.ts';
import { createTenant, MINIMAL_THEME, type Tenant, type TestProgram } from './program.ts';
import { BY_NOBODY } from './stored-files.ts';

export const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' };

/** What a visitor sends, as the API tells it. */
export interface Received {
  readonly page: string;
  readonly champs: Record<string, unknown>;
}

/** A site whose published theme shows `page.demande` on its home page. */
export interface ContactSite extends Tenant {
  readonly host: string;
  /** On its host. */
  ask(question: Omit<Question, 'port' | 'host'>): Promise<Answer>;
  /** Posts a form, each from an address of its own unless the headers name one: the program believes `X-Forwarded-For`. */
  send(body: unknown, headers?: Record<string, string>, through?: TestProgram): Promise<Answer>;
  /** What is stored, the newest first. */
  received(): Promise<Received[]>;
}

let clients = 0;
const freshAddress = () => `10.${++clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`;

/** Names and values as a browser writes them; a list comes in its order. */
export const encoded = (fields: Record<string, string> | [string, string][]): string =>
  new URLSearchParams(fields).toString();

/** A site of a program that believes `X-Forwarded-For`. */
export async function publishContactSite(vitrine: TestProgram): Promise<ContactSite> {
  const tenant = await createTenant(vitrine.databaseUrl);
  const { key, slug, siteId } = tenant;
  const files = { ...MINIMAL_THEME, 'layout/theme.liquid': '[{{ page.demande }}]' };
  await onDatabase(vitrine.databaseUrl, (client) =>
    transaction(client, async () => {
      const id = await insertTheme(client, {
        siteId,
        name: 'Essai',
        version: '1.0.0',
        origin: null,
        authorship: BY_NOBODY,
        files,
      });
      await publishTheme(client, siteId, id);
    }),
  );
  const host = `${slug}.localhost`;
  return {
    ...tenant,
    host,
    ask: (question) => vitrine.ask({ host, ...question }),
    send: (body, headers = {}, through = vitrine) =>
      through.ask({
        host,
        method: 'POST',
        path: '/contact',
        headers: { ...URLENCODED, 'x-forwarded-for': freshAddress(), ...headers },
        body,
      }),
    received: async () => {
      const answer = await vitrine.ask({ path: '/api/demandes?limite=200', key, besideSession: true });
      return answer.json().demandes.map(({ page, champs }: Received) => ({ page, champs }));
    },
  };
}
