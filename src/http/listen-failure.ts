import { createServer } from 'node:net';
import type { Config } from '../config.ts';
import { StartupError } from '../startup-error.ts';

/** @returns a StartupError for what the operator can correct, else the error itself */
export function listenFailure(error: Error & { code?: string }, { port, host }: Pick<Config, 'port' | 'host'>): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartupError(`Le port ${port} est déjà pris sur ${host} : choisissez-en un autre avec PORT.`);
    case 'EACCES':
      return new StartupError(`Le port ${port} est réservé : choisissez-en un autre avec PORT.`);
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartupError(`HOST (${host}) n’est pas une adresse de cette machine.`);
    default:
      return error;
  }
}

/**
 * Listens for a moment on a free port of `host`, and not on the configured one: the running service may have that.
 * @returns null where that works
 */
export async function findListenFailure(host: string): Promise<Error | null> {
  const server = createServer();
  const failure = await new Promise<Error | null>((resolve) => {
    server.once('error', resolve);
    server.listen({ port: 0, host }, () => resolve(null));
  });
  if (failure !== null) return listenFailure(failure, { port: 0, host });
  await new Promise((resolve) => server.close(resolve));
  return null;
}
