import { controlsShown } from '../text/controls.ts';

/** `erreur`: something is not shown or is shown wrongly; `avertissement`: worth a check. */
export type Gravity = 'erreur' | 'avertissement';

const erreur = (message: string) => ({ gravite: 'erreur', message }) as const;
const avertissement = (message: string) => ({ gravite: 'avertissement', message }) as const;

/**
 * Every diagnostic: the only place that defines its code, its gravity and its sentence; `docs/diagnostics.md` lists
 * them. Words in braces are names out of the theme.
 */
export const CODES = {
  fichier_requis_manquant: erreur('Ce fichier est indispensable au thème et n’y est pas.'),
  gabarit_manquant: avertissement('Le thème n’a pas ce gabarit : {suite}.'),
  liquid_invalide: erreur('Ce fichier ne peut pas être lu, car {raison}{conseil}'),
  liquid_tolere: avertissement(
    '« {texte} » n’est pas écrit comme la langue le veut : ce qui n’y est pas compris est ignoré{conseil}',
  ),
  json_invalide: erreur('Ce JSON ne peut pas être lu : {raison}.'),
  json_commente: avertissement(
    'Ce JSON contient {nombre} commentaire(s), que le site passe : un enregistrement les refuse, car le JSON n’en admet pas.',
  ),
  marque_passee: avertissement('Ce fichier commence par une marque d’ordre des octets (BOM), que le site passe.'),
  json_trop_profond: avertissement('Ce JSON s’imbrique trop pour être analysé.'),

  commentaire_sans_effet: avertissement('Ce commentaire ne change rien : {raison}.'),
  exception_inutile: avertissement(
    'Ce commentaire n’ignore rien : aucun diagnostic « {code} » n’est trouvé après lui.',
  ),
  verification_inconnue: avertissement('Aucune vérification ne s’appelle « {code} »{conseil}'),
  verification_imposee: avertissement('La vérification « {code} » ne se règle pas : elle est toujours faite.'),

  objet_attendu: erreur('« {nom} » n’est pas un objet : rien n’en est lu.'),
  liste_attendue: erreur('« {nom} » n’est pas une liste : rien n’en est lu.'),
  cle_ignoree: avertissement('La liste « {nom} » ne contient que des clés : ce qui n’est pas un texte est ignoré.'),

  sections_absentes: erreur('Ce gabarit n’a pas d’objet « sections » : il n’affiche rien.'),
  ordre_absent: erreur('Ce gabarit n’a pas de liste « order » : il n’affiche rien.'),
  gabarit_vide: avertissement('Ce gabarit n’a pas de section : il n’affiche rien.'),
  section_desactivee: avertissement('La section « {cle} » est désactivée (« disabled ») : elle ne s’affiche pas.'),
  section_mal_formee: erreur('La section « {cle} » n’est pas un objet qui nomme son « type » : elle ne s’affiche pas.'),
  section_absente: erreur('« order » nomme la section « {cle} », que ce gabarit ne déclare pas{conseil}'),
  section_hors_ordre: avertissement('La section « {cle} » n’est pas dans « order » : elle ne s’affiche pas.'),
  section_inconnue: erreur('Le type de section « {type} » n’existe pas{conseil}'),
  valeurs_sans_section: avertissement('Ces valeurs sont celles d’une section « {type} » qui n’existe pas{conseil}'),

  prereglage_absent: erreur(
    '« current » nomme le préréglage « {nom} », que « presets » n’a pas : aucune valeur n’est lue.',
  ),

  bloc_desactive: avertissement('Le bloc « {cle} » est désactivé (« disabled ») : il ne s’affiche pas.'),
  bloc_mal_forme: erreur('Le bloc « {cle} » n’est pas un objet qui nomme son « type » : il ne s’affiche pas.'),
  bloc_non_declare: avertissement(
    'Le schéma de la section « {section} » ne déclare pas de bloc de type « {type} »{conseil}',
  ),
  bloc_absent: erreur('« block_order » nomme le bloc « {cle} », que cette section n’a pas{conseil}'),
  bloc_hors_ordre: avertissement('Le bloc « {cle} » n’est pas dans « block_order » : il ne s’affiche pas.'),
  trop_de_blocs: erreur(
    'La section « {section} » a au plus {nombre} bloc(s) : le bloc « {cle} » et les suivants ne s’affichent pas.',
  ),

  reglage_non_declare: avertissement('Aucun schéma ne déclare le réglage « {id} »{conseil}'),
  valeur_inadaptee: avertissement('La valeur du réglage « {id} », de type {type}, devrait être {attendu}.'),

  schema_en_double: erreur('Une section a un seul schéma : celui-ci n’est pas lu.'),
  schema_mal_forme: erreur('Un schéma de section est un objet : rien n’est lu de celui-ci.'),
  groupes_attendus: erreur(
    'Les réglages d’un thème se déclarent dans une liste de groupes : rien n’est lu de ce fichier.',
  ),
  groupe_mal_forme: erreur('Un groupe de réglages est un objet : celui-ci n’est pas lu.'),
  reglage_mal_forme: erreur('Un réglage est un objet : celui-ci n’est pas lu.'),
  reglage_sans_id: erreur('Ce réglage n’a pas d’« id » : sa valeur ne peut être lue nulle part.'),
  reglage_sans_type: avertissement('Le réglage « {id} » n’a pas de « type ».'),
  reglage_en_double: erreur('Le réglage « {id} » est déclaré deux fois : la dernière valeur par défaut l’emporte.'),
  type_inconnu: avertissement('Le type de réglage « {type} » n’existe pas{conseil}'),
  options_absentes: avertissement(
    'Le réglage « {id} », de type {type}, n’a pas de liste « options » : il ne laisse rien à choisir.',
  ),
  option_en_double: avertissement('L’option « {valeur} » est écrite deux fois : choisir l’une choisit l’autre.'),
  option_sans_valeur: avertissement('Cette option n’a pas de « value » : elle ne peut pas être choisie.'),
  borne_absente: avertissement('Le réglage « {id} » n’a pas de « {cle} » : son curseur {suite}.'),
  borne_invalide: erreur('« {cle} » doit être un nombre : ce qui est écrit ici ne compte pas.'),
  bornes_inversees: erreur('« min » dépasse « max » : aucune valeur ne convient au réglage « {id} ».'),
  pas_invalide: avertissement('« step » doit être un nombre positif qui mène de « min » à « max » : {raison}.'),
  cle_en_double: erreur('La clé « {cle} » est écrite deux fois dans cet objet : seule la dernière compte.'),
  cle_inconnue: avertissement('La clé « {cle} » n’est lue nulle part{conseil}'),
  reglage_inutile: avertissement('Aucun fichier ne lit le réglage « {id} » : le modifier ne change rien à la page.'),
  bloc_sans_type: erreur('Un bloc déclaré est un objet qui nomme son « type ».'),
  bloc_en_double: erreur('Le bloc de type « {type} » est déclaré deux fois : seule la première déclaration compte.'),
  max_blocks_invalide: avertissement(
    '« max_blocks » doit être un nombre positif : ce qui est écrit ici ne limite rien.',
  ),

  contenu_absent: erreur(
    'Cette enveloppe n’affiche pas « content_for_layout » : aucune section des gabarits ne se voit.',
  ),
  extrait_manquant: erreur('L’extrait « {nom} » n’existe pas{conseil}'),
  extrait_inutile: avertissement('Aucun fichier n’appelle cet extrait.'),
  ressource_manquante: erreur('Le fichier assets/{nom} n’existe pas{conseil}'),
  ressource_avec_dossier: erreur(
    'asset_url prend le seul nom du fichier, sans « assets/ » : l’adresse de « {nom} » ne mène nulle part.',
  ),
  image_sans_tailles: avertissement(
    'Cette image n’a ni tailles ni place réservée : affichez « {lecture} » par les filtres image_url et image_tag, sans écrire <img>.',
  ),
  media_absent: erreur('La médiathèque du site n’a pas ce média : rien ne s’affiche à sa place.'),
  filtre_inconnu: erreur('Le filtre « {nom} » n’existe pas{conseil}'),
  filtre_mal_appele: erreur('Le filtre « {nom} » prend {attendu}, et non {nombre} : l’affichage échoue ici.'),
  filtre_sans_effet: erreur('Le filtre « {nom} » attend {attendu} et reçoit {recu} : il n’en fait rien d’utile.'),

  objet_inconnu: erreur('« {nom} » n’existe pas ici{conseil}'),
  objet_absent_ici: erreur('« {nom} » n’existe pas {ici}.'),
  objet_hors_boucle: erreur('« {nom} » n’existe que dans sa boucle : rien ne s’affiche ici.'),
  lecture_avant_affectation: erreur('« {nom} » ne reçoit sa valeur que plus loin : rien ne s’affiche ici.'),
  propriete_inconnue: erreur('« {lecture} » n’existe pas{conseil}'),
  lecture_non_declaree: erreur('Aucun schéma ne déclare « {lecture} »{conseil}'),
  variable_inutile: avertissement('« {nom} » n’est lu nulle part{conseil}'),
  comparaison_impossible: avertissement('« {lecture} » ne vaut jamais « {valeur} »{conseil}'),
  boucle_couteuse: avertissement(
    'Une boucle sur tous les articles ou tous les blogs en contient une autre : la page ralentit avec le contenu du site.',
  ),

  parametre_jamais_passe: avertissement('Aucun appel de cet extrait ne lui passe « {nom} »{conseil}'),
  parametre_inconnu: avertissement('L’extrait « {snippet} » ne lit pas « {nom} »{conseil}'),
  parametre_inutile: avertissement('Cet extrait annonce « {nom} » et ne le lit nulle part{conseil}'),
  parametre_manquant: erreur('L’extrait « {snippet} » attend « {nom} », que cet appel ne lui passe pas.'),
  parametre_en_double: erreur('« {nom} » est passé deux fois : une seule valeur compte.'),

  element_ouvert: erreur('L’élément <{nom}> n’est jamais fermé : {suite}.'),
  fin_sans_debut: erreur('La balise </{nom}> ne ferme rien : {suite}.'),
  elements_croises: erreur('La balise </{nom}> vient avant celle qui ferme <{autre}> : ces éléments se croisent.'),
  fin_omise: avertissement('L’élément <{nom}> n’a pas de balise de fin : le navigateur le ferme de lui-même.'),
  attribut_en_double: erreur('L’attribut « {nom} » est écrit deux fois dans cette balise : seul le premier compte.'),
  guillemet_ouvert: erreur('Le guillemet qui ouvre la valeur de « {nom} » n’est jamais refermé.'),
  guillemet_perdu: erreur('Ce guillemet de <{nom}> n’ouvre ni ne ferme la valeur d’un attribut.'),
  balise_ouverte: erreur('La balise <{nom} n’est pas fermée par « > ».'),
  nonce_absent: erreur('Sans nonce, les navigateurs bloquent ce <{nom}> : {suite} nonce="{{ nonce }}".'),
  evenement_bloque: erreur(
    'Les navigateurs bloquent « {nom} » : écoutez l’événement dans un <script nonce="{{ nonce }}">, par addEventListener.',
  ),
  adresse_bloquee: erreur('Les navigateurs bloquent cette adresse : {raison}.'),
  commentaire_ouvert: erreur('Ce commentaire n’est jamais fermé par « --> » : tout ce qui le suit est caché.'),

  analyse_interrompue: erreur('L’analyse de ce thème dépasse le temps ou la mémoire permis : elle a été interrompue.'),
  autres_diagnostics: avertissement('Seuls les {nombre} premiers diagnostics sont montrés : il y en a d’autres.'),
};

export type DiagnosticCode = keyof typeof CODES;

/** A text that takes the place of another one in a file; UTF-16 code units from the start of the file. */
export interface Correction {
  readonly debut: number;
  readonly fin: number;
  readonly texte: string;
}

/** A problem of a theme; lines and columns are 1-based and count in the whole file. */
export interface ThemeDiagnostic {
  /** Empty for what concerns the whole theme. */
  readonly chemin: string;
  readonly ligne?: number;
  readonly colonne?: number;
  /** The place behind the last character, where the end is known. */
  readonly ligne_fin?: number;
  readonly colonne_fin?: number;
  readonly code: DiagnosticCode;
  readonly gravite: Gravity;
  readonly message: string;
  /** What makes it right, where only one thing does. */
  readonly correction?: Correction;
}

/** The names in a sentence, by the word in braces. */
export type Names = Readonly<Record<string, string | number>>;

/** A longer name is cut. */
const NAME_UNITS = 80;
/** Words in braces that stand for a clause, which may name something besides. */
const CLAUSES: ReadonlySet<string> = new Set(['raison', 'conseil', 'suite']);
const CLAUSE_UNITS = 240;

/** A diagnostic with its sentence. */
export function diagnostic(
  code: DiagnosticCode,
  chemin: string,
  place: Pick<ThemeDiagnostic, 'ligne' | 'colonne' | 'ligne_fin' | 'colonne_fin' | 'correction'> = {},
  names: Names = {},
): ThemeDiagnostic {
  const { gravite, message } = CODES[code];
  const { correction, ...at } = place;
  const sentence = message.replace(/\{(\w+)\}/g, (_braces, word: string) =>
    shortened(String(names[word] ?? ''), CLAUSES.has(word) ? CLAUSE_UNITS : NAME_UNITS),
  );
  return { chemin, ...at, code, gravite, message: sentence, ...(correction && { correction }) };
}

const shortened = (name: string, most: number): string =>
  controlsShown(name.length > most ? `${name.slice(0, most - 1)}…` : name).toWellFormed();
