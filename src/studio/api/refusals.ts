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

/** Codes of which the platform’s own sentence says it to this reader, too. */
type AsItIs =
  | 'portee_reservee'
  | 'mot_de_passe_incorrect'
  | 'site_inactif'
  | 'site_a_activer'
  | 'sans_origine'
  | 'absent_de_l_original'
  | 'theme_publie'
  | 'fichier_requis'
  | 'version_introuvable'
  | 'original_inconnu'
  | 'brouillon_d_un_autre'
  | 'aucun_theme'
  | 'aucun_precedent'
  | 'adresse_prise'
  | 'trop_de_cles'
  | 'traversee'
  | 'hors_dossier'
  | 'nom'
  | 'extension'
  | 'syntaxe'
  | 'trop_de_fichiers'
  | 'fichier_trop_gros'
  | 'chemin_invalide'
  | 'fichier_requis_manquant'
  | 'vide'
  | 'creation_impossible'
  | 'ecriture_impossible'
  | 'save_failed'
  | 'load_failed'
  | 'publication_impossible';

/**
 * Codes that no page of the studio can meet: a session may do what the role of its account allows, and components, menus and settings are
 * not written from here.
 */
export const NEVER_MET = ['portee_insuffisante', 'composant_inconnu', 'autre_site'] as const;

type ByAct = { readonly else: string } & Partial<Readonly<Record<Act, string>>>;

type Reworded = Exclude<ErrorCode, AsItIs | (typeof NEVER_MET)[number]>;

/** What each other code of the catalogue (`src/errors.ts`) says to who reads the studio; programs read the catalogue’s own sentences. */
const SENTENCES: Readonly<Record<Reworded, string | ByAct>> = {
  unauthorized: 'Votre session est terminée : reconnectez-vous.',
  partenaire_requis: 'Ceci est réservé aux partenaires et à l’agence.',
  role_insuffisant: READER,
  site_interdit: 'Ce site n’existe plus, ou votre compte n’y a plus accès.',
  origine_refusee: 'Votre navigateur n’a pas dit que ceci vient du studio : rechargez la page, puis recommencez.',
  no_site: 'Votre compte n’a plus aucun site.',
  trop_de_tentatives: {
    changePassword: 'Trop d’essais avec un mot de passe incorrect : recommencez dans un quart d’heure.',
    else: 'Trop d’essais en peu de temps : recommencez dans un quart d’heure.',
  },
  indisponible: 'Le service n’est pas disponible pour le moment. Réessayez dans un instant.',
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
  theme_inconnu: 'Ce thème n’est plus au catalogue : rechargez la page pour voir ceux qui y sont.',
  fichier_existe: 'Un fichier existe déjà à ce chemin, avec un autre texte.',
  modifie_entre_temps: {
    save: 'Ce thème a été modifié ailleurs entre-temps : rien n’est enregistré, et rien n’est perdu. Enregistrez de nouveau.',
    else: 'Ceci a été modifié ailleurs entre-temps, et rien n’a été fait : rechargez la page pour le voir.',
  },
  archive_invalide: 'Ce fichier n’est pas une archive de thème, telle que « Exporter » la donne.',
  lot_refuse: 'Des fichiers sont refusés : rien n’est enregistré.',
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
  if (!isReworded(code)) return own ?? UNKNOWN;
  if (own !== null && code in FOR_PROGRAMS && !isForPrograms(own)) return own;
  const entry = SENTENCES[code];
  return typeof entry === 'string' ? entry : (entry[act] ?? entry.else);
}

const isReworded = (code: unknown): code is Reworded => typeof code === 'string' && Object.hasOwn(SENTENCES, code);
