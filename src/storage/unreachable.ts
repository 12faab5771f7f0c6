import { isStandby } from './out-of-reach.ts';

/** Three limits have the same code; the words that tell them apart are in the server's language. */
export const NO_CONNECTIONS =
  'pas de connexion libre (à voir : CONNECTION LIMIT de la base, celle du compte, et max_connections du serveur)';

/** Why a database does not answer, as a part of a sentence. Never the server's own words, which may repeat a password that somebody typed. */
export function reasonOf(thrown: unknown): string {
  const error = thrown as NodeJS.ErrnoException & { address?: unknown };
  if (isStandby(error)) return 'ce serveur est un réplica, qui ne prend pas d’écritures';
  const unread = unreadFile(error);
  if (unread !== null) return unread;
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'connexion refusée';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'machine inconnue';
    case '28P01':
    case '28000':
      return 'compte ou mot de passe refusé';
    case '3D000':
      return 'cette base n’existe pas';
    case '42501':
      return 'ce compte n’a pas le droit de s’y connecter (« GRANT CONNECT ON DATABASE … TO … »)';
    case '55000':
      return 'cette base ne prend pas de connexions';
    case '53300':
      return `il n’y a ${NO_CONNECTIONS}`;
    case '08P01':
      return `le serveur ou PgBouncer dit « ${error.message} »`;
    case '57P03':
      return 'le serveur démarre ou s’arrête';
    default:
      return error.message.includes('timeout') ? 'délai dépassé' : (error.code ?? 'échec de la connexion');
  }
}

/** A file of the address that cannot be used: a certificate, a key, a socket; null where the fault is another. */
function unreadFile({ code, syscall, path, address }: NodeJS.ErrnoException & { address?: unknown }): string | null {
  if (syscall === 'open') return `le fichier ${path}, que l’adresse nomme, ne se lit pas (${code})`;
  // The error has no name: the path is a folder, which can be opened.
  if (syscall === 'read' && code === 'EISDIR')
    return 'sslrootcert, sslcert ou sslkey, dans l’adresse, nomme un dossier';
  const isSocket = syscall === 'connect' && typeof address === 'string' && address.startsWith('/');
  return isSocket ? `le socket ${address} ne s’ouvre pas (${code})` : null;
}
