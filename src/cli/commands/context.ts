/** What a command works with, made from what it was called with. */
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { serviceAddress } from '../remote/address.ts';
import { type Environment, findAccess } from '../remote/credentials.ts';
import { Remote } from '../remote/remote.ts';
import { waitingTold } from '../remote/waiting.ts';
import type { Terminal } from '../terminal.ts';
import type { WorkspaceState } from '../workspace/state.ts';

export interface Context {
  readonly terminal: Terminal;
  readonly environment: Environment;
  /** The folder from which the command was called. */
  readonly workingFolder: string;
  /** Aborts when the command is interrupted. */
  readonly signal: AbortSignal;
}

/** Options of every command that calls the service. */
export interface RemoteOptions {
  readonly adresse?: string;
  readonly site?: string;
}

/** Without `--site` and `--adresse`: the site of the theme that the folder follows. */
export const siteOf = (options: RemoteOptions, state: WorkspaceState | null): RemoteOptions =>
  state === null || options.adresse !== undefined
    ? options
    : { adresse: state.address, site: options.site ?? state.site.id };

/** @throws CommandRefusal when there is no key, or `--site` cannot be the name of a site */
export async function openRemote(context: Context, { adresse, site }: RemoteOptions): Promise<Remote> {
  const wanted = adresse === undefined ? undefined : serviceAddress(adresse);
  const access = await findAccess(context.environment, wanted);
  const waits = waitingTold(access.address, context.terminal.warn);
  return new Remote({ ...access, site: site === undefined ? undefined : siteName(site), waits }, context.signal);
}

/** A header takes no other characters. */
export function siteName(text: string): string {
  if (/^[A-Za-z0-9-]{1,64}$/.test(text)) return text;
  throw new CommandRefusal(`« ${text} » ne nomme pas un site : donnez son nom court, comme mon-site.`, {
    exit: EXIT.usage,
  });
}
