import { pullCommand } from '../../src/cli/commands/pull.ts';
import { type Client, createClient } from './client.ts';
import { MINIMAL_THEME, type TestProgram } from './program.ts';
import { createThemeAuthor, type ThemeAuthor } from './theme-author.ts';

/** A site with one draft, and an author who has brought it into the folder `t`. */
export interface FollowedTheme {
  readonly client: Client;
  readonly author: ThemeAuthor;
  readonly themeId: string;
}

/** @param address of the service, as the author names it */
export async function followTheme(
  vitrine: TestProgram,
  files: Readonly<Record<string, string>> = MINIMAL_THEME,
  address = `http://127.0.0.1:${vitrine.port}`,
): Promise<FollowedTheme> {
  const client = await createClient(vitrine);
  const archive = { format: 'service-theme', format_version: 1, nom: 'Essai', fichiers: files };
  const made = await client.ask({ method: 'POST', path: '/api/themes/importer', body: archive });
  const author = await createThemeAuthor({ VITRINE_ADRESSE: address, VITRINE_CLE: client.tenant.key });
  const { themeId } = made.json();
  await author.run((context) => pullCommand(context, themeId.slice(0, 8), { dossier: 't' }));
  return { client, author, themeId };
}
