import type { ErrorCode } from '../../errors.ts';
import { FOR_PROGRAMS, isForPrograms, READER } from '../../text/sentences.ts';

/** What a person was doing in the studio when the platform refused. */
export const ACTS = [
  'read',
  'save',
  'preview',
  'profile',
  'restore',
  'publish',
  'goBack',
  'rename',
  'duplicate',
  'draft',
  'export',
  'remove',
  'install',
  'import',
  'upgrade',
  'rehearse',
  'removeRequest',
  'changePassword',
  'endSessions',
  'createKey',
  'revokeKey',
] as const;
export type Act = (typeof ACTS)[number];

/** The platform’s own sentence says it to this reader, too. */
const AS_IT_IS = 'as it is';
/** No page of the studio can meet it: what it is about is asked for by programs, or not from here. */
const NEVER = 'never';

type ByAct = { readonly else: string } & Partial<Readonly<Record<Act, string>>>;

/** What each code of the catalogue (`src/errors.ts`) says to who reads the studio; programs read the catalogue’s own sentences. */
const SENTENCES: Readonly<Record<ErrorCode, string | ByAct>> = {
  unauthorized: 'Votre session est terminée : reconnectez-vous.',
  // A session may do what the role of its account allows.
  portee_insuffisante: NEVER,
  portee_reservee: AS_IT_IS,
  partenaire_requis: 'Ceci est réservé aux partenaires et à l’agence.',
  role_insuffisant: READER,
  site_interdit: 'Ce site n’existe plus, ou votre compte n’y a plus accès.',
  origine_refusee: 'Votre navigateur n’a pas dit que ceci vient du studio : rechargez la page, puis recommencez.',
  mot_de_passe_incorrect: AS_IT_IS,
  no_site: 'Votre compte n’a plus aucun site.',
  trop_de_tentatives: {
    changePassword: 'Trop d’essais avec un mot de passe incorrect : recommencez dans un quart d’heure.',
    else: 'Trop d’essais en peu de temps : recommencez dans un quart d’heure.',
  },
  indisponible: 'Le service n’est pas disponible pour le moment. Réessayez dans un instant.',
  site_inactif: AS_IT_IS,
  site_a_activer: AS_IT_IS,
  invalid_input: {
    save: 'Un de vos textes ne peut pas être enregistré : il contient un caractère qui n’est pas admis, ou il est trop long.',
    preview:
      'Cette page ne peut pas être montrée : un texte contient un caractère qui n’est pas admis, ou il est trop long.',
    rename: 'Un thème a un nom de 1 à 80 caractères, qui ne sont pas tous des blancs.',
    install: 'Ce thème ou cette édition n’est plus au catalogue : rechargez la page pour voir ce qui y est.',
    import:
      'Ce fichier ne peut pas être lu. Une archive de thème est un fichier .json de 200 Mio au plus, tel que « Exporter » le donne.',
    changePassword: 'Le nouveau mot de passe compte de 10 à 200 caractères.',
    createKey: 'Le nom d’une clé compte 80 caractères au plus, et son dernier jour de validité est à venir.',
    else: 'Le service n’a pas compris ce que cette page lui a envoyé : rechargez-la, puis recommencez.',
  },
  introuvable: {
    read: 'Ce thème n’existe plus : il a été supprimé ailleurs.',
    save: 'Ce thème n’existe plus : il a été supprimé ailleurs, et rien ne peut plus y être enregistré. Ce que vous avez écrit reste dans cette page.',
    preview: 'Ce thème n’existe plus : il a été supprimé ailleurs, et l’aperçu ne peut plus le montrer.',
    profile: 'Ce thème n’existe plus : il a été supprimé ailleurs, et ses pages ne peuvent plus être mesurées.',
    goBack: 'Ce site n’a plus de thème publié : rechargez la page pour voir ses thèmes.',
    remove: 'Ce thème est déjà supprimé.',
    removeRequest: 'Cette demande est déjà supprimée.',
    revokeKey: 'Cette clé n’existe plus.',
    else: 'Ce thème n’existe plus : il a été supprimé ailleurs.',
  },
  fichier_introuvable: 'Ce fichier n’existe plus dans ce thème : il a été supprimé ailleurs.',
  sans_origine: AS_IT_IS,
  absent_de_l_original: AS_IT_IS,
  composant_inconnu: NEVER,
  theme_inconnu: 'Ce thème n’est plus au catalogue : rechargez la page pour voir ceux qui y sont.',
  theme_publie: AS_IT_IS,
  fichier_requis: AS_IT_IS,
  fichier_existe: 'Un fichier existe déjà à ce chemin, avec un autre texte.',
  version_introuvable: AS_IT_IS,
  original_inconnu: AS_IT_IS,
  brouillon_d_un_autre: AS_IT_IS,
  aucun_theme: AS_IT_IS,
  aucun_precedent: AS_IT_IS,
  adresse_prise: AS_IT_IS,
  trop_de_cles: AS_IT_IS,
  // Of menus and settings, which the studio does not write.
  autre_site: NEVER,
  modifie_entre_temps: {
    save: 'Ce thème a été modifié ailleurs entre-temps : rien n’est enregistré, et rien n’est perdu. Enregistrez de nouveau.',
    else: 'Ceci a été modifié ailleurs entre-temps, et rien n’a été fait : rechargez la page pour le voir.',
  },
  traversee: AS_IT_IS,
  hors_dossier: AS_IT_IS,
  nom: AS_IT_IS,
  extension: AS_IT_IS,
  syntaxe: AS_IT_IS,
  trop_de_fichiers: AS_IT_IS,
  fichier_trop_gros: AS_IT_IS,
  chemin_invalide: AS_IT_IS,
  fichier_requis_manquant: AS_IT_IS,
  vide: AS_IT_IS,
  archive_invalide: 'Ce fichier n’est pas une archive de thème, telle que « Exporter » la donne.',
  lot_refuse: 'Des fichiers sont refusés : rien n’est enregistré.',
  creation_impossible: AS_IT_IS,
  ecriture_impossible: AS_IT_IS,
  save_failed: AS_IT_IS,
  load_failed: AS_IT_IS,
  publication_impossible: AS_IT_IS,
};

/** An answer of which nothing is known: of a proxy, of another program at this address. */
const UNKNOWN = 'Le service n’a pas répondu comme prévu. Réessayez dans un instant.';

/**
 * What a refusal says to the person who was doing something.
 * @param code as the platform answered; anything where something else answered
 * @param told the platform’s own sentence
 */
export function sentenceFor(act: Act, code: unknown, told: unknown): string {
  const own = typeof told === 'string' && told !== '' ? told : null;
  if (!isKnown(code)) return own ?? UNKNOWN;
  if (own !== null && code in FOR_PROGRAMS && !isForPrograms(own)) return own;
  const entry = SENTENCES[code];
  const sentence = typeof entry === 'string' ? entry : (entry[act] ?? entry.else);
  return sentence === AS_IT_IS || sentence === NEVER ? (own ?? UNKNOWN) : sentence;
}

/** Whether no page of the studio can meet a refusal. */
export const isNeverMet = (code: ErrorCode): boolean => SENTENCES[code] === NEVER;

const isKnown = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(SENTENCES, code);
