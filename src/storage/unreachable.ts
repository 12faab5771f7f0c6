import { isStandby } from './out-of-reach.ts';

/** Why a database does not answer, as a part of a sentence. Never the server's own words, which may have what was typed. */
export function reasonOf(thrown: unknown): string {
  const error = thrown as Error & { code?: string };
  if (isStandby(error)) return 'ce serveur est un réplica, qui ne prend pas d’écritures';
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
      return 'le serveur n’a plus de connexion libre (max_connections)';
    case '08P01':
      return `le serveur ou PgBouncer dit « ${error.message} »`;
    case '57P03':
      return 'le serveur démarre ou s’arrête';
    default:
      return error.message.includes('timeout') ? 'délai dépassé' : (error.code ?? 'échec de la connexion');
  }
}
