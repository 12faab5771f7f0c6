/** Deployments through the public API. */
import { Written } from '../../contract/files.ts';
import type { ThemeRole } from '../../contract/shared.ts';
import { Made, ThemeList } from '../../contract/themes.ts';
import { BODY_BYTES } from '../../http/api/bodies/limits.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { filesOf, type Remote } from '../remote/remote.ts';

/** @returns the id of the theme that a deployment has under its name, or null */
export async function findDeployed(remote: Remote, name: string): Promise<string | null> {
  const path = `/api/themes?deploiement=${encodeURIComponent(name)}`;
  const { themes } = await remote.ask(ThemeList, { method: 'GET', path, repeatable: true });
  return themes[0]?.id ?? null;
}

/** What the draft of a deployment begins with. */
export type Beginning =
  | { readonly id: string }
  | { readonly fichiers: Readonly<Record<string, string>>; readonly version?: string };

/**
 * Gives the draft of a deployment, made where there is none. There is one at most, so that asking twice makes no second one.
 * @throws RemoteRefusal `modifie_entre_temps` when another job has published or made it meanwhile
 */
export async function openDraft(
  remote: Remote,
  name: string,
  beginning: Beginning,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const body = { action: 'deployer', nom: name, ...beginning } as const;
  assertFits(body, 'Importez le dossier une fois, puis déployez-y par « --theme ».');
  const { themeId, reutilise } = await remote.act(Made, body);
  return { id: themeId, isNew: !reutilise };
}

/** A compared deployment: the service writes it only if the theme is still the same. */
export interface DeploymentToSend {
  /** Content by path: all that differs in the folder. */
  readonly write: ReadonlyMap<string, string>;
  readonly remove: readonly string[];
  /** Files that keep what they have. */
  readonly keep: readonly string[];
  /** Content by path of files in which both changes were merged. */
  readonly merged: ReadonlyMap<string, string>;
  /** Fingerprint that the service must have now, null for no file. */
  readonly expected: ReadonlyMap<string, string | null>;
  readonly role: ThemeRole;
  /** The version that the theme must have now; null where it has none yet. */
  readonly number: number | null;
}

/** @returns the number of the version that the theme then has @throws RemoteRefusal `modifie_entre_temps` */
export async function sendDeployment(
  remote: Remote,
  themeId: string,
  { write, remove, keep, merged, expected, role, number }: DeploymentToSend,
): Promise<number> {
  const lot = {
    ecrire: Object.fromEntries(write),
    supprimer: remove,
    siEmpreinte: Object.fromEntries(expected),
    siRole: role,
    ...(number !== null && { siNumero: number }),
    deploiement: { garder: keep, fusionner: Object.fromEntries(merged) },
  };
  const body = { lot };
  assertFits(body, 'Déployez ces changements en plusieurs commits.');
  const question = { method: 'PUT', path: filesOf(themeId), body, repeatable: true } as const;
  return (await remote.ask(Written.required({ numero: true }), question)).numero;
}

/** @param instead advice in the refusal of a body that is too long */
function assertFits(body: object, instead: string): void {
  if (Buffer.byteLength(JSON.stringify(body)) <= BODY_BYTES) return;
  throw new CommandRefusal(
    `Ce qui change fait plus de 4 Mio, plus qu’un déploiement n’en prend en une fois : rien n’a été envoyé. ${instead}`,
    { code: 'lot_trop_gros' },
  );
}
