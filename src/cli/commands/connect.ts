import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { serviceAddress } from '../remote/address.ts';
import { apiKey, keepKey } from '../remote/credentials.ts';
import { Remote } from '../remote/remote.ts';
import { visible } from '../terminal.ts';
import type { Context } from './context.ts';

export interface ConnectOptions {
  readonly adresse?: string;
  /** Only `-`: from the standard input; a key on the command line would be read by others. */
  readonly cle?: string;
}

/**
 * `vitrine connexion`: asks what is not given, tries the key, then keeps it.
 * @throws CommandRefusal, RemoteRefusal, Unreachable; nothing is kept then
 */
export async function connect({ terminal, environment, signal }: Context, options: ConnectOptions): Promise<void> {
  const { VITRINE_ADRESSE, VITRINE_CLE } = environment;
  if (options.cle !== undefined && options.cle !== '-') {
    throw new CommandRefusal(
      'Une clé ne se donne pas en argument, d’autres la liraient : « --cle - » la lit à l’entrée.',
      {
        exit: EXIT.usage,
      },
    );
  }
  const address = serviceAddress(options.adresse ?? VITRINE_ADRESSE ?? (await terminal.ask('Adresse du service')));
  // A key of the environment is for the address of the environment.
  const told = VITRINE_ADRESSE && serviceAddress(VITRINE_ADRESSE) === address ? VITRINE_CLE : undefined;
  const key = apiKey(
    options.cle === '-' ? await terminal.readInput() : (told ?? (await terminal.askSecret('Clé d’API'))),
  );
  const { site, themes } = await new Remote({ address, key }, signal).themes();
  const file = await keepKey(environment, address, key);
  terminal.say(
    `Connecté à ${address}, site « ${visible(site.nom)} » (${themes.length} thème${themes.length > 1 ? 's' : ''}).`,
  );
  terminal.say(`La clé est gardée dans ${file}, lisible de vous seul.`);
  terminal.result({ adresse: address, site, fichier: file });
}
