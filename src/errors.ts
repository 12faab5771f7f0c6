import { QueueFull } from '../concurrency/queue-full.ts';
import { FOR_PROGRAMS, wrongField } from './text/sentences.ts';

/**
 * The catalogue of refusals: the only place that defines a code, its status and its sentence (docs/decisions/error-bodies.md).
 * A sentence is there only where the code alone is not enough.
 */
export const ERRORS = {
  unauthorized: { status: 401, message: 'Clé ou session absente, inconnue ou expirée.' },
  portee_insuffisante: { status: 403, message: 'La portée de cette clé ne permet pas cette opération.' },
  portee_reservee: { status: 403, message: 'Cette portée est réservée aux partenaires et à l’agence.' },
  partenaire_requis: { status: 403, message: 'Cette opération est réservée aux partenaires et à l’agence.' },
  role_insuffisant: { status: 403, message: 'Votre rôle sur ce site ne permet pas cette opération.' },
  site_interdit: { status: 403, message: 'Le site désigné n’existe pas ou ne vous est pas accessible.' },
  origine_refusee: { status: 403, message: 'Cette modification ne vient pas d’une page de ce service.' },
  mot_de_passe_incorrect: { status: 403, message: 'Le mot de passe actuel est incorrect.' },
  second_facteur_requis: {
    status: 401,
    message: 'Le mot de passe est juste. Ce compte demande aussi un second facteur.',
  },
  second_facteur_incorrect: { status: 403, message: 'Ce code ou cette clé d’accès n’a pas été accepté.' },
  second_facteur_exige: {
    status: 403,
    message: 'Ce service exige un second facteur de ce compte : ajoutez-en un à la page « Sécurité » de votre compte.',
  },
  preuve_requise: {
    status: 403,
    message:
      'Confirmez d’abord que c’est vous, par un second facteur, un code reçu par courriel ou le mot de passe, puis recommencez.',
  },
  passkeys_impossibles: {
    status: 409,
    message: 'Les navigateurs n’acceptent pas de clés d’accès à l’adresse de ce service.',
  },
  trop_de_passkeys: { status: 409, message: 'Ce compte a déjà vingt clés d’accès : retirez-en une.' },
  generateur_existe: {
    status: 409,
    message: 'Une application donne déjà les codes de ce compte : retirez-la d’abord.',
  },
  sans_second_facteur: {
    status: 409,
    message: 'Les codes de secours remplacent un second facteur : ajoutez d’abord une clé d’accès ou une application.',
  },
  inscription_fermee: { status: 403, message: 'Ici, un compte se crée sur invitation seulement.' },
  adresse_non_confirmee: {
    status: 403,
    message:
      'Confirmez d’abord l’adresse électronique de votre compte : le message qui vous l’a demandé contient un lien.',
  },
  lien_invalide: { status: 404, message: 'Ce lien a déjà servi, ou il est trop ancien.' },
  adresse_electronique_prise: { status: 409, message: 'Cette adresse électronique est celle d’un autre compte.' },
  trop_de_sites: { status: 409, message: 'Ce compte a déjà autant de sites qu’il peut en avoir.' },
  adresse_de_site_prise: { status: 409, message: 'Un autre site a déjà cette adresse, ou l’avait.' },
  domaine_refuse: { status: 400, message: 'Ce nom de domaine ne peut pas être celui d’un site.' },
  domaine_pris: { status: 409, message: 'Ce nom de domaine est celui d’un autre site.' },
  domaine_present: { status: 409, message: 'Ce site a déjà ce nom de domaine.' },
  domaine_non_prouve: {
    status: 409,
    message: 'L’enregistrement TXT demandé ne se voit pas encore : rien ne dit que ce nom est à vous.',
  },
  domaine_ailleurs: {
    status: 409,
    message:
      'Ce nom de domaine ne mène pas ici, ou pas entièrement : vos visiteurs n’y trouveraient pas le site. Faites-le mener ici d’abord.',
  },
  // No failure of this service: each owner can have a name whose servers never answer.
  dns_sans_reponse: {
    status: 409,
    message: 'Les serveurs de noms n’ont pas répondu : rien n’est changé. Réessayez dans quelques minutes.',
  },
  nom_different: { status: 400, message: 'Le nom tapé n’est pas celui du site : rien n’a été supprimé.' },
  dernier_proprietaire: {
    status: 409,
    message: 'Un site garde au moins un propriétaire : nommez-en d’abord un autre.',
  },
  deja_membre: { status: 409, message: 'Cette personne est déjà membre de ce site.' },
  trop_d_invitations: { status: 409, message: 'Trop d’invitations attendent déjà une réponse : annulez-en une.' },
  no_site: { status: 409, message: 'Ce compte n’a aucun site.' },
  trop_de_tentatives: { status: 429 },
  indisponible: { status: 503, message: FOR_PROGRAMS.indisponible },

  site_inactif: {
    status: 402,
    message: 'Le site est suspendu ou son essai est terminé : les modifications sont refusées.',
  },
  site_a_activer: { status: 402, message: 'Le site attend son premier paiement : les modifications sont refusées.' },

  invalid_input: { status: 400, message: FOR_PROGRAMS.invalid_input },
  introuvable: { status: 404, message: 'Cet objet n’existe pas sur ce site.' },
  fichier_introuvable: { status: 404, message: 'Ce fichier n’existe pas dans ce thème.' },
  sans_origine: { status: 404, message: 'Ce thème ne vient pas du catalogue.' },
  absent_de_l_original: { status: 404, message: 'Ce fichier n’existe pas dans le thème d’origine.' },
  composant_inconnu: { status: 404, message: 'Ce composant n’existe pas.' },
  theme_inconnu: { status: 400, message: 'Ce thème n’est pas au catalogue.' },
  theme_publie: { status: 409, message: 'Le thème publié ne peut pas être supprimé : publiez-en d’abord un autre.' },
  fichier_requis: {
    status: 409,
    message: 'Ce fichier est indispensable au thème : remplacez-le au lieu de le supprimer.',
  },
  fichier_existe: { status: 409, message: 'Un autre contenu existe déjà à ce chemin.' },
  version_introuvable: { status: 404, message: 'Cette version du thème n’existe pas, ou n’est plus conservée.' },
  original_inconnu: {
    status: 409,
    message: 'On ne sait pas de quel état du catalogue ce thème vient : il ne peut pas être mis à jour.',
  },
  brouillon_d_un_autre: {
    status: 409,
    message: 'Le brouillon de travail de ce site vient d’un autre thème : publiez-le ou supprimez-le d’abord.',
  },
  aucun_theme: { status: 409, message: 'Ce site n’a aucun thème publié dont faire un brouillon.' },
  aucun_precedent: { status: 409, message: 'Aucun autre thème de ce site n’a été publié avant celui-ci.' },
  adresse_prise: { status: 409, message: 'Cette adresse est déjà prise sur ce site.' },
  adresse_immediate: {
    status: 409,
    message: 'Une adresse et un blog changent tout de suite, jamais à une date prévue : publiez-les d’abord.',
  },
  sans_blog: { status: 409, message: 'Ce site n’a plus de blog où remettre cet article : ajoutez d’abord un blog.' },
  pas_publie: {
    status: 409,
    message: 'Ce texte n’est pas publié : une modification ne se prévoit que pour un texte publié.',
  },
  depart_refuse: { status: 400, message: 'Cette adresse ne peut pas être redirigée.' },
  adresse_reservee: {
    status: 400,
    message: 'Cette adresse sert au site lui-même : elle ne peut pas être redirigée.',
  },
  cible_refusee: { status: 400, message: 'Une redirection ne peut pas mener à cette adresse.' },
  boucle_de_redirections: {
    status: 409,
    message: 'Les visiteurs tourneraient en rond : cette adresse d’arrivée ramène à l’adresse de départ.',
  },
  trop_de_cles: { status: 409, message: 'Ce compte a déjà vingt clés valides : révoquez-en une.' },
  autre_site: { status: 409, message: 'Le site courant n’est plus celui de la lecture : rien n’a été écrit.' },
  modifie_entre_temps: { status: 409, message: 'L’objet a changé depuis sa lecture : rien n’a été écrit.' },

  traversee: { status: 400, message: 'Le chemin ne doit ni commencer par « / » ni contenir « .. » ou « \\ ».' },
  hors_dossier: {
    status: 400,
    message: 'Le chemin doit être « dossier/fichier », dans l’un des six dossiers d’un thème.',
  },
  nom: {
    status: 400,
    message:
      'Le nom du fichier commence par une lettre sans accent ou un chiffre, et ne contient que des lettres sans accent, des chiffres, des points, des tirets et « _ ».',
  },
  extension: { status: 400, message: 'Cette extension n’est pas admise dans ce dossier.' },
  syntaxe: { status: 400, message: 'Le fichier contient une erreur de syntaxe.' },
  trop_de_fichiers: { status: 400, message: 'Un thème contient au plus 120 fichiers.' },
  fichier_trop_gros: { status: 400, message: 'Un fichier dépasse 524288 caractères.' },
  chemin_invalide: { status: 400, message: 'Le chemin d’un fichier n’est pas admis.' },
  fichier_requis_manquant: { status: 400, message: 'Il manque l’un des trois fichiers indispensables à un thème.' },
  vide: { status: 400, message: 'L’archive ne contient aucun fichier.' },
  archive_invalide: {
    status: 400,
    message: 'Ce n’est pas une archive de thème de ce service, ou pas de la version 1.',
  },
  lot_refuse: { status: 400, message: 'Le lot contient des fichiers refusés : rien n’a été écrit.' },
  creation_impossible: { status: 400, message: 'Le thème n’a pas pu être créé.' },
  ecriture_impossible: { status: 400, message: 'Les fichiers n’ont pas pu être écrits : rien n’a été créé.' },

  type_refuse: {
    status: 400,
    message: 'Ce fichier n’est ni une image JPEG, PNG, WebP, AVIF, GIF ou SVG, ni un document PDF.',
  },
  media_illisible: { status: 400, message: 'Ce fichier est abîmé ou incomplet : il ne peut pas être lu.' },
  trop_lourd: { status: 400, message: 'Ce fichier pèse plus de 40 Mo : réduisez-le, puis renvoyez-le.' },
  trop_de_pixels: {
    status: 400,
    message: 'Cette image a plus de 100 millions de pixels, toutes ses vues comptées : réduisez-la, puis renvoyez-la.',
  },
  quota_atteint: {
    status: 409,
    message: 'La bibliothèque de ce site est pleine : supprimez des fichiers qui ne servent plus.',
  },
  media_existe: { status: 409, message: 'Ce fichier est déjà dans la bibliothèque.' },
  media_utilise: { status: 409, message: 'Ce fichier sert encore sur ce site.' },

  save_failed: { status: 500, message: 'L’écriture a échoué. Réessayez.' },
  load_failed: { status: 500, message: 'La lecture a échoué. Réessayez.' },
  publication_impossible: { status: 500, message: 'La publication n’a pas abouti. Réessayez.' },
} as const satisfies Record<string, { status: number; message?: string }>;

/** Other sentences of `indisponible`: when the database cannot be reached, and when too many requests are in progress. */
const ANALYSIS_BUSY = 'Trop de fichiers attendent leur analyse. Réessayez dans un instant.';
const LOGIN_BUSY = 'Trop de connexions attendent leur tour. Réessayez dans un instant.';
const TRANSFERS_BUSY = 'Trop d’imports, d’exports ou de longues requêtes sont en cours. Réessayez dans un instant.';
const PREVIEWS_BUSY = 'Trop d’aperçus sont en cours. Réessayez dans un instant.';
const PROFILES_BUSY = 'Trop de profils sont en cours. Réessayez dans un instant.';
const REHEARSALS_BUSY = 'Une répétition de ce site, ou trop d’autres, sont en cours. Réessayez dans un instant.';
const UPLOADS_BUSY = 'Trop d’envois sont en cours. Réessayez dans un instant.';
const HOST_QUESTIONS_BUSY = 'Trop de questions sur des noms sont en cours. Réessayez dans un instant.';
const STOPPING = 'Cette instance s’arrête. Réessayez dans un instant.';
const VARIANT_NOT_MADE = 'Cette image ne peut pas être préparée pour le moment. Réessayez dans un instant.';
const DATABASE_AWAY = 'La base de données est momentanément injoignable. Réessayez dans un instant.';
const DATABASE_SLOW = 'La base de données met trop de temps à répondre. Réessayez dans un instant.';
const MEDIA_STORE_AWAY =
  'Les fichiers de la bibliothèque sont momentanément hors d’atteinte. Réessayez dans un instant.';
/** Another sentence of `type_refuse`, for the photographs of telephones. */
const HEIC =
  'Cette photo est au format HEIC, que les navigateurs n’affichent pas : enregistrez-la en JPEG, ou choisissez « Le plus compatible » dans les ' +
  'réglages de l’appareil photo (Réglages, Appareil photo, Formats), puis renvoyez-la.';
/** Another sentence of `type_refuse`, for a replacement. */
const OTHER_KIND = 'Une image se remplace par une image, et un document PDF par un document PDF.';
/** Another sentence of `trop_lourd`. */
const DRAWING_TOO_LONG = 'Ce dessin SVG pèse plus de 2 Mo : simplifiez-le, ou enregistrez-le en PNG, puis renvoyez-le.';
/** Another sentence of `introuvable`. */
const UNKNOWN_HOST = 'Aucun site ne répond à ce nom.';
/** Other sentences of `unauthorized`. */
const UNKNOWN_ROUTE = 'Aucune route de l’API ne répond à cette adresse et à cette méthode.';
const FOR_SESSIONS = 'Aucune clé n’ouvre cette opération : elle demande la session d’un navigateur.';

/** Another sentence of `domaine_non_prouve`. */
const OTHER_TEXT =
  'Un enregistrement TXT est bien à cet endroit, mais sa valeur n’est pas celle qui est demandée : corrigez-la chez votre bureau d’enregistrement.';
/** Another sentence of `adresse_de_site_prise`. */
const RESERVED_SLUG = 'Cette adresse est réservée : choisissez-en une autre.';

export type ErrorCode = keyof typeof ERRORS;

/** Why one file of a lot is refused. */
export interface FileRefusal {
  readonly chemin: string;
  readonly error: ErrorCode;
  readonly message: string;
  /** Only `syntaxe`, 1-based, in the whole file. */
  readonly ligne?: number;
  readonly colonne?: number;
}

/** The fields that three codes add to `error` and `message`. */
export interface RefusalDetails {
  readonly message?: string;
  /** Only `site_inactif`. */
  readonly etat?: string;
  /** Only `syntaxe`, 1-based, in the whole file. */
  readonly ligne?: number;
  readonly colonne?: number;
  /** Only `lot_refuse`. */
  readonly refus?: readonly FileRefusal[];
}

/** A request that is refused, with the code that its answer carries. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  readonly details: RefusalDetails;

  /** @param options `cause`: the internal error; it is logged and never sent */
  constructor(code: ErrorCode, details: RefusalDetails = {}, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  /** The body of the answer. */
  get body(): { error: ErrorCode } & RefusalDetails {
    const { message }: { status: number; message?: string } = ERRORS[this.code];
    return { error: this.code, ...(message && { message }), ...this.details };
  }
}

/** A refusal of a request that can succeed when it is sent again a little later. */
export class MomentaryRefusal extends Refusal {
  override name = 'MomentaryRefusal';

  constructor(message: string) {
    super('indisponible', { message });
  }
}

/** The refusal of a request that needs the database while it cannot be reached. */
export const databaseAway = (): MomentaryRefusal => new MomentaryRefusal(DATABASE_AWAY);

/** The refusal of a request whose statement the database has not finished in time: most often another write holds what it needs. */
export const databaseSlow = (): MomentaryRefusal => new MomentaryRefusal(DATABASE_SLOW);

/** The refusal of a request that needs the bytes of a library while their store does not work. */
export const mediaStoreAway = (): MomentaryRefusal => new MomentaryRefusal(MEDIA_STORE_AWAY);

/** The answer to a health check of an instance that is about to stop, so that a proxy sends it no more requests. */
export const stopping = (): MomentaryRefusal => new MomentaryRefusal(STOPPING);

/** The answer to a proxy that asks whether a host name is one of this service. */
export const unknownHost = (): Refusal => new Refusal('introuvable', { message: UNKNOWN_HOST });

/** The refusal of a request with a session where the API has no route. */
export const unknownRoute = (): Refusal => new Refusal('unauthorized', { message: UNKNOWN_ROUTE });

/** The refusal of a request with a bearer token by a route for sessions. Nobody looks the token up: the sentence is the same for all. */
export const forSessionsOnly = (): Refusal => new Refusal('unauthorized', { message: FOR_SESSIONS });

/** The refusal of such a question that comes while too many are under way. */
export const hostQuestionsBusy = (): MomentaryRefusal => new MomentaryRefusal(HOST_QUESTIONS_BUSY);

/** The refusal of a request for one of its fields, where no schema judges the field. @param field with the fields around it: `garde.majLe` */
export const wrongInput = (field: string): Refusal => new Refusal('invalid_input', { message: wrongField(field) });

/** The refusal of a picture in a size that cannot be made at the moment. */
export const variantNotMade = (): MomentaryRefusal => new MomentaryRefusal(VARIANT_NOT_MADE);

/** The refusal of one more object than a site holds. @param objects their name, plural */
export const siteFull = (limit: number, objects: string): Refusal =>
  new Refusal('invalid_input', { message: `Un site compte au plus ${limit} ${objects}.` });

/** The refusal of an address of a site that no owner can choose. */
export const reservedSlug = (): Refusal => new Refusal('adresse_de_site_prise', { message: RESERVED_SLUG });

/** The refusal of a name that no owner can claim. @param why a sentence for people */
export const refusedDomain = (why: string): Refusal => new Refusal('domaine_refuse', { message: why });

/** The refusal of a name that another site has still. @param day from when on the name may change hands */
export const nameOfAnother = (day: string): Refusal =>
  new Refusal('domaine_pris', {
    message: `Ce nom de domaine est encore celui d’un autre site. Votre preuve est là et la sienne n’y est plus : ce site a été prévenu. Si sa preuve ne revient pas, le nom sera à vous à partir du ${day} : laissez l’enregistrement en place, et vérifiez-le alors de nouveau.`,
  });

/** The refusal of a name where another text stands than the one that would prove it. */
export const otherProof = (): Refusal => new Refusal('domaine_non_prouve', { message: OTHER_TEXT });

/** The sentence for a secret of blanks or invisible characters only. @param secret its name, with its article */
export const blankSentence = (secret: string): string =>
  `${secret} ne peut pas être fait que d’espaces ou de caractères invisibles.`;

/** The refusal of such a secret. */
export const blankSecret = (secret: string): Refusal =>
  new Refusal('invalid_input', { message: blankSentence(secret) });

/** The refusal of a file whose analysis would have to wait for too many others. */
export const analysisBusy = (): MomentaryRefusal => new MomentaryRefusal(ANALYSIS_BUSY);

/** The refusal of a login whose password would have to wait for too many others. */
export const loginBusy = (): MomentaryRefusal => new MomentaryRefusal(LOGIN_BUSY);

/** The refusal of an upload that would have to wait for too many others. */
export const uploadsBusy = (): MomentaryRefusal => new MomentaryRefusal(UPLOADS_BUSY);

/** The refusal of a photograph in the format of a telephone. */
export const heicRefused = (): Refusal => new Refusal('type_refuse', { message: HEIC });

/** The refusal of a document in the place of a picture, which pages show, and the reverse. */
export const otherKind = (): Refusal => new Refusal('type_refuse', { message: OTHER_KIND });

/** The refusal of a drawing that is too long to be cleaned. */
export const drawingTooLong = (): Refusal => new Refusal('trop_lourd', { message: DRAWING_TOO_LONG });

/** The refusal of a preview that comes while others of the account, or too many of all, are under way. */
export const previewsBusy = (): MomentaryRefusal => new MomentaryRefusal(PREVIEWS_BUSY);

/** The refusal of a profile that comes while others of the account, or too many of all, are under way. */
export const profilesBusy = (): MomentaryRefusal => new MomentaryRefusal(PROFILES_BUSY);

/** The refusal of a rehearsal that comes while another of its site, or too many of all, are under way. */
export const rehearsalsBusy = (): MomentaryRefusal => new MomentaryRefusal(REHEARSALS_BUSY);

/** The refusal of an import, an export or a long body that comes while too many others are under way. */
export const transfersBusy = (): MomentaryRefusal => new MomentaryRefusal(TRANSFERS_BUSY);

/** For `.catch`: turns `QueueFull` into this refusal, rethrows every other error. */
export const fullAs =
  (refusal: () => MomentaryRefusal) =>
  (error: unknown): never => {
    throw error instanceof QueueFull ? refusal() : error;
  };
