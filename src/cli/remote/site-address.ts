/** The public address of a site, through the public API. */
import { ThemeList } from '../../contract/themes.ts';
import { CommandRefusal } from '../command-refusal.ts';
import type { Remote } from './remote.ts';

/** Where visitors see the site. @throws CommandRefusal when the service is too old to say so */
export async function siteAddress(remote: Remote): Promise<string> {
  const { site } = await remote.ask(ThemeList, { method: 'GET', path: '/api/themes?adresse', repeatable: true });
  if (site.adresse !== undefined) return new URL(site.adresse).href;
  throw new CommandRefusal('Ce service est d’une version qui ne dit pas l’adresse du site : elle est dans le studio.', {
    code: 'sans_adresse',
  });
}
