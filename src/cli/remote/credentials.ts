/** Keys that `connexion` keeps, each for its own address. */
import { open } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { whileLocked } from '../workspace/lock.ts';
import { isAbsence, makeFolders, replaceWhole } from '../workspace/whole-file.ts';
import { serviceAddress } from './address.ts';
import type { Access } from './request.ts';

const Kept = z.object({
  version: z.literal(1),
  /** The keys by address; the address of the last connection comes first. */
  connexions: z.array(z.object({ adresse: z.string(), cle: z.string() })),
});
type Kept = z.output<typeof Kept>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The form of the service's keys; the client never sends a text of another form. */
const KEY = /^svc_[A-Za-z0-9_-]{43}$/;

const folderOf = ({ XDG_CONFIG_HOME: configured, HOME: home = homedir() }: Environment) =>
  join(configured?.startsWith('/') ? configured : join(home, '.config'), 'vitrine');
const fileOf = (environment: Environment) => join(folderOf(environment), 'connexions.json');

/** @param what the name of the value, for the refusal @throws CommandRefusal when it is not a key */
export function apiKey(text: string, what = 'Ce'): string {
  const key = text.trim();
  if (!KEY.test(key)) {
    throw new CommandRefusal(`${what} n’est pas une clé : elle commence par svc_ et compte 47 caractères.`, {
      code: 'cle',
      exit: EXIT.usage,
    });
  }
  return key;
}

/** Stores a key for its address, and makes this address the one of later commands. @returns the file with the keys */
export async function keepKey(environment: Environment, address: string, key: string): Promise<string> {
  const folder = folderOf(environment);
  await makeFolders(folder, 0o700);
  const handle = await open(folder);
  await handle.chmod(0o700).finally(() => handle.close());
  await whileLocked(folder, new AbortController().signal, async (aside) => {
    const { connexions } = await readKept(environment);
    const others = connexions.filter(({ adresse }) => adresse !== address);
    const kept: Kept = { version: 1, connexions: [{ adresse: address, cle: key }, ...others] };
    await replaceWhole(fileOf(environment), `${JSON.stringify(kept, null, 2)}\n`, aside, 0o600);
  });
  return fileOf(environment);
}

/**
 * Finds the address and the key: from `VITRINE_ADRESSE` and `VITRINE_CLE`, which come first and need each other, or from `connexion`.
 * @param wanted the address that a folder or an option names
 * @throws CommandRefusal when there is no key for the address
 */
export async function findAccess(environment: Environment, wanted?: string): Promise<Omit<Access, 'site'>> {
  const address = environment.VITRINE_ADRESSE ? serviceAddress(environment.VITRINE_ADRESSE) : undefined;
  const key = environment.VITRINE_CLE ? apiKey(environment.VITRINE_CLE, 'VITRINE_CLE') : undefined;
  if (key !== undefined && address === undefined) {
    throw new CommandRefusal('VITRINE_CLE vaut pour une adresse : donnez aussi VITRINE_ADRESSE.', { exit: EXIT.usage });
  }
  if (address !== undefined && wanted !== undefined && wanted !== address) {
    throw new CommandRefusal(
      `VITRINE_ADRESSE est ${address}, mais il s’agit ici de ${wanted} : retirez cette variable ou changez-la.`,
      { code: 'autre_adresse' },
    );
  }
  const target = wanted ?? address;
  if (address !== undefined && key !== undefined) return { address, key };
  const { connexions } = await readKept(environment);
  const found = target === undefined ? connexions[0] : connexions.find(({ adresse }) => adresse === target);
  if (!found) {
    const whereTo = target === undefined ? '' : ` à ${target}`;
    throw new CommandRefusal(`Vous n’êtes pas connecté${whereTo} : lancez « vitrine connexion ».`, {
      code: 'sans_cle',
    });
  }
  return { address: serviceAddress(found.adresse), key: apiKey(found.cle) };
}

async function readKept(environment: Environment): Promise<Kept> {
  const path = fileOf(environment);
  const text = await readPrivate(path).catch((error) => {
    if (isAbsence(error)) return null;
    throw error;
  });
  if (text === null) return { version: 1, connexions: [] };
  try {
    return Kept.parse(JSON.parse(text));
  } catch {
    throw new CommandRefusal(`Le fichier ${path} est illisible : supprimez-le, puis lancez « vitrine connexion ».`);
  }
}

/** @throws CommandRefusal when other users than its owner may read the file */
async function readPrivate(path: string): Promise<string> {
  const handle = await open(path);
  try {
    const { mode, uid } = await handle.stat();
    const isOurs = process.getuid === undefined || uid === process.getuid();
    if (process.platform !== 'win32' && (!isOurs || (mode & 0o077) !== 0)) {
      throw new CommandRefusal(
        `D’autres que vous peuvent lire les clés de ${path} : lancez « chmod 600 ${path} », et changez ces clés si la machine est partagée.`,
        { code: 'cle_lisible' },
      );
    }
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}
