/** The service's refusals as sentences that say what to do. */
import { type FileRefusal, RefusalAnswer } from '../../contract/refusals.ts';
import type { ErrorCode } from '../../errors.ts';
import { CATALOG_IDS } from '../../themes/catalog-ids.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { visibleAnswer } from './visible-answer.ts';

/** Sentences that say what to do, added to the service's own. */
const ADVICE: Readonly<Partial<Record<ErrorCode, string>>> = {
  portee_insuffisante: 'Il faut une clé de portée « themes » : créez-la, puis donnez-la à « vitrine connexion ».',
  role_insuffisant: 'Demandez au propriétaire du site le rôle d’éditeur.',
  site_interdit: 'Vérifiez le nom donné à --site.',
  no_site: 'Créez d’abord un site dans le tableau de bord.',
  trop_de_tentatives:
    'Cette clé a été essayée trop souvent sans être valable : attendez une heure ou prenez-en une autre.',
  indisponible: 'Relancez la même commande dans un instant.',
  site_inactif: 'Réglez l’abonnement du site, puis relancez la même commande.',
  site_a_activer: 'Le site doit d’abord être activé par son premier paiement.',
  introuvable: 'Ce thème n’existe pas, ou plus, sur ce site : « vitrine lister » montre ceux qui y sont.',
  theme_inconnu: `Les thèmes du catalogue : ${CATALOG_IDS.join(', ')}.`,
  version_introuvable: '« vitrine versions » montre celles qui sont gardées.',
  aucun_theme: 'Publiez d’abord un thème : « vitrine publier --theme <thème> ».',
  invalid_input: 'Mettez cette commande et le service à la même version.',
  save_failed: 'Relancez la même commande.',
  load_failed: 'Relancez la même commande.',
  publication_impossible: 'Relancez la même commande.',
};

/** Sentences that replace the service's own. */
const INSTEAD: Readonly<Partial<Record<ErrorCode, string>>> = {
  unauthorized:
    'Cette clé est inconnue du service, ou n’est plus valable. Créez une clé dans le tableau de bord, puis donnez-la à « vitrine connexion ».',
  lot_refuse: 'Rien n’a été envoyé : corrigez, puis relancez la même commande.',
};

/** The service refused the request; `code` is the code of its answer. */
export class RemoteRefusal extends CommandRefusal {
  override name = 'RemoteRefusal';
  readonly status: number;
  /** Only `lot_refuse`. */
  readonly files: readonly FileRefusal[];

  constructor(status: number, code: string, sentence: string, files: readonly FileRefusal[]) {
    super(sentence, {
      code,
      exit: status >= 500 ? EXIT.unavailable : EXIT.refused,
      details: files.length > 0 ? { refus: files } : {},
    });
    this.status = status;
    this.files = files;
  }
}

/** The service gave no usable answer: nobody knows whether the request was carried out. */
export class Unreachable extends CommandRefusal {
  override name = 'Unreachable';

  constructor(sentence: string) {
    super(sentence, { code: 'injoignable', exit: EXIT.unavailable });
  }
}

/**
 * Adds a sentence to the failure of a request that is never repeated: the sentence says what the service may have done.
 * @param sentence added to the sentence of the failure
 * @throws Unreachable with both sentences, or the error unchanged when the service has done nothing
 */
export const orUnsure =
  (sentence: string) =>
  (error: unknown): never => {
    const isUnknown = error instanceof Unreachable || (error instanceof RemoteRefusal && error.status >= 500);
    throw isUnknown ? new Unreachable(`${error.message} ${sentence}`) : error;
  };

const known = (sentences: typeof ADVICE, code: string): string | undefined =>
  Object.hasOwn(sentences, code) ? sentences[code as ErrorCode] : undefined;

/** @param answer the body of an answer that is not 2xx */
export function refusalOf(address: string, status: number, answer: unknown): CommandRefusal {
  const parsed = RefusalAnswer.safeParse(answer);
  if (!parsed.success) return strangeAnswer(address, status);
  const { error, message, refus = [] } = visibleAnswer(parsed.data);
  const sentence =
    known(INSTEAD, error) ??
    ([message, known(ADVICE, error)].filter(Boolean).join(' ') || `Le service refuse (${error}).`);
  return new RemoteRefusal(status, error, sentence, refus);
}

/** The refusal when another program than the service answers at this address, or a proxy. */
export const strangeAnswer = (address: string, status: number): Unreachable =>
  new Unreachable(
    `${address} ne répond pas comme le service (HTTP ${status}) : l’adresse du service est celle du tableau de bord.`,
  );
