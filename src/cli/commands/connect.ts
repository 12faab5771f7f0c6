import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { serviceAddress } from '../remote/address.ts';
import { apiKey, keepKey } from '../remote/credentials.ts';
import { Remote } from '../remote/remote.ts';
import { waitingTold } from '../remote/waiting.ts';
import { visible } from '../terminal.ts';
import type { Context } from './context.ts';

export interface ConnectOptions {
  readonly adresse?: string;
  /** Only `-`, for the standard input: other users of the machine could read a key on the command line. */
  readonly cle?: string;
}

/**
 * `vitrine connexion`: asks for missing values, tries the key, then keeps it.
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
  const address = await addressOf(terminal, options.adresse ?? VITRINE_ADRESSE);
  // The key from the environment is only used with the address from the environment.
  const told = VITRINE_ADRESSE && serviceAddress(VITRINE_ADRESSE) === address ? VITRINE_CLE : undefined;
  const given = options.cle === '-' ? await terminal.readInput() : told;
  const key = given === undefined ? await terminal.askSecret(KEY) : apiKey(given);
  const waits = waitingTold(address, terminal.warn);
  const { site, themes } = await new Remote({ address, key, waits }, signal).themes();
  const file = await keepKey(environment, address, key);
  terminal.say(
    `Connecté à ${address}, site « ${visible(site.nom)} » (${themes.length} thème${themes.length > 1 ? 's' : ''}).`,
  );
  terminal.say(`La clé est gardée dans ${file}, lisible de vous seul.`);
  terminal.say(
    themes.length === 0
      ? 'Ensuite : « vitrine init <catalogue> » installe un thème du catalogue (« vitrine init --aide » les nomme), « vitrine importer » en fait un d’un dossier.'
      : 'Ensuite : « vitrine lister » montre les thèmes, « vitrine recuperer --theme <thème> » en amène un, « vitrine init vela » en installe un du catalogue, « vitrine importer » en fait un d’un dossier.',
  );
  terminal.result({ adresse: address, site, fichier: file });
}

const KEY = {
  question: 'Quelle est la clé d’API ?',
  instead: '« --cle - » la lit à l’entrée.',
  read: (answer: string) => apiKey(answer),
};

const addressOf = async (terminal: Context['terminal'], given: string | undefined): Promise<string> =>
  given === undefined
    ? terminal.ask({
        question: 'Quelle est l’adresse du service (celle du tableau de bord) ?',
        instead: 'Donnez-la par « --adresse <adresse> ».',
        read: serviceAddress,
      })
    : serviceAddress(given);
