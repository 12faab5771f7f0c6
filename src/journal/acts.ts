/** What the record of a site tells (docs/journal.md): its acts, each with its sentence. Pure: schemas are made of them. */

/** The groups of acts, in the order in which people choose among them. */
export const ACT_GROUPS = {
  publications: 'Publications',
  membres: 'Membres et invitations',
  adresses: 'Nom et adresses du site',
  acces: 'Accès des visiteurs',
  cles: 'Clés d’API',
  suppressions: 'Suppressions',
  exports: 'Exports',
  exploitation: 'Exploitation',
} as const;
export type ActGroup = keyof typeof ACT_GROUPS;

interface Act {
  readonly groupe: ActGroup;
  /**
   * What somebody did, after the name of who did it. In braces the details of the act: `compte` is the id of another account, what ends with `_le` an
   * instant, `role` the role of a member; all others are texts, shown between quotation marks.
   */
  readonly phrase: string;
}

const act = <Phrase extends string>(groupe: ActGroup, phrase: Phrase) => ({ groupe, phrase }) as const;

/** All acts. The names stay: rows of a year have them. */
export const ACTS = {
  theme_publie: act('publications', 'a publié le thème {nom}'),
  theme_remis: act('publications', 'a remis en ligne le thème d’avant, {nom}'),
  theme_retabli: act('publications', 'a redonné au thème publié {nom} les fichiers d’une version d’avant'),
  page_publiee: act('publications', 'a publié la page {titre}'),
  page_programmee: act('publications', 'a changé les dates de la page {titre}'),
  page_retiree: act('publications', 'a retiré la page {titre}'),
  page_rendue: act('publications', 'a récupéré la page supprimée {titre}'),
  article_publie: act('publications', 'a publié l’article {titre}'),
  article_programme: act('publications', 'a changé les dates de l’article {titre}'),
  article_retire: act('publications', 'a retiré l’article {titre}'),
  article_rendu: act('publications', 'a récupéré l’article supprimé {titre}'),
  blog_ajoute: act('publications', 'a ajouté le blog {titre}'),
  blog_change: act('publications', 'a changé le blog {titre}'),
  blog_rendu: act('publications', 'a récupéré le blog supprimé {titre}'),

  membre_invite: act('membres', 'a invité une personne, avec le rôle {role}'),
  invitation_annulee: act('membres', 'a annulé une invitation'),
  membre_arrive: act('membres', 'a accepté une invitation, avec le rôle {role}'),
  membre_role: act('membres', 'a donné à {compte} le rôle {role}'),
  membre_retire: act('membres', 'a retiré {compte} du site'),
  membre_parti: act('membres', 'a quitté le site'),
  site_transmis: act('membres', 'a transmis le site à {compte}'),
  compte_supprime: act('membres', 'a supprimé son compte, et quitté le site'),
  compte_retire: act('membres', 'a supprimé le compte d’un membre, qui a quitté le site'),

  site_cree: act('adresses', 'a créé le site {nom}'),
  nom_change: act('adresses', 'a donné au site le nom {nom}'),
  slug_change: act('adresses', 'a donné au site l’adresse {slug}'),
  domaine_ajoute: act('adresses', 'a ajouté le nom de domaine {hote}'),
  domaine_retire: act('adresses', 'a retiré le nom de domaine {hote}'),
  adresse_principale: act('adresses', 'a fait de {hote} l’adresse principale'),
  adresse_du_service: act('adresses', 'a redonné au site l’adresse du service comme adresse principale'),

  code_pose: act('acces', 'a protégé le site par un code'),
  code_change: act('acces', 'a changé le code du site'),
  code_retire: act('acces', 'a retiré le code du site'),
  site_masque: act('acces', 'a masqué le site aux moteurs de recherche'),
  site_montre: act('acces', 'a montré le site aux moteurs de recherche'),
  site_ferme: act('acces', 'a fermé le site à ses visiteurs : {motif}'),
  site_rouvert: act('acces', 'a rouvert le site à ses visiteurs'),

  cle_creee: act('cles', 'a créé une clé d’API, {nom}'),
  cle_revoquee: act('cles', 'a révoqué une clé d’API, {nom}'),
  cles_revoquees: act('cles', 'a révoqué toutes ses clés d’API'),

  theme_supprime: act('suppressions', 'a supprimé le thème {nom}'),
  page_supprimee: act('suppressions', 'a supprimé la page {titre}'),
  article_supprime: act('suppressions', 'a supprimé l’article {titre}'),
  blog_supprime: act('suppressions', 'a supprimé le blog {titre} et ses articles'),
  media_supprime: act('suppressions', 'a supprimé le fichier {nom} de la bibliothèque'),
  demandes_supprimees: act('suppressions', 'a supprimé {nombre} des demandes de visiteurs'),
  site_supprime: act('suppressions', 'a supprimé le site, qui s’en va le {efface_le}'),
  site_garde: act('suppressions', 'a gardé le site, qui attendait d’être supprimé'),

  export_site: act('exports', 'a pris l’archive de tout le site'),
  export_theme: act('exports', 'a pris l’archive du thème {nom}'),
  export_demandes: act('exports', 'a pris le tableau des demandes de visiteurs'),
  export_redirections: act('exports', 'a pris le tableau des redirections'),
  export_journal: act('exports', 'a pris le tableau du journal'),

  site_suspendu: act('exploitation', 'a suspendu le site'),
  site_repris: act('exploitation', 'a levé la suspension du site'),
  etat_change: act('exploitation', 'a changé l’état de l’abonnement du site'),
  /** What an operator looks at that is the site's own: its texts, or the requests of its visitors. */
  regard_exploitant: act('exploitation', 'a regardé {objet} : {raison}'),
} as const satisfies Readonly<Record<string, Act>>;

export type ActName = keyof typeof ACTS;

/** The names in braces of a sentence. */
type Named<Phrase extends string> = Phrase extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never;

/** What the sentence of an act names, and the id of what it was done to: nothing else is written down, so nothing secret is. */
export type ActDetails<Name extends ActName> = Readonly<Record<Named<(typeof ACTS)[Name]['phrase']>, string>> & {
  readonly id?: string;
};

/** The acts of a group. */
export const actsOf = (group: ActGroup): ActName[] =>
  (Object.keys(ACTS) as ActName[]).filter((name) => ACTS[name].groupe === group);
