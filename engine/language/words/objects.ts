type Words = Readonly<Record<string, string>>;

const under = (owner: string, words: Words): Words =>
  Object.fromEntries(Object.entries(words).map(([name, says]) => [`${owner}.${name}`, says]));

const REFERENCE: Words = {
  titre: 'Titre du blog.',
  description: 'Description du blog, en texte ; peut être vide.',
  adresse: 'Chemin de la liste des articles du blog.',
};

const SUMMARY: Words = {
  titre: 'Titre de l’article.',
  extrait: 'Résumé de l’article, en texte ; peut être vide.',
  adresse: 'Chemin de la page de l’article.',
  image: 'Image de l’article, ou un texte vide ; « image_tag » l’affiche.',
  date: 'Date de parution, pour le filtre « date ».',
  modifie: 'Moment où l’article a changé pour la dernière fois, pour le filtre « date ».',
  blog: 'Blog de l’article.',
};

const TURN: Words = {
  index: 'Numéro du tour, à partir de 1.',
  index0: 'Numéro du tour, à partir de 0.',
  rindex: 'Nombre de tours qui restent, celui-ci compris.',
  rindex0: 'Nombre de tours qui restent après celui-ci.',
  first: 'Vrai au premier tour.',
  last: 'Vrai au dernier tour.',
  length: 'Nombre de tours de la boucle.',
};

const ENTRY: Words = {
  titre: 'Texte de l’entrée.',
  url: 'Adresse de l’entrée.',
  enfants: 'Entrées sous celle-ci, quand il y en a.',
};

const HOURS: Words = {
  ferme: 'Vrai quand c’est fermé toute la journée.',
  plages: 'Heures d’ouverture de la journée.',
  texte: 'Les heures en toutes lettres, comme « 9 h – 12 h 30, 14 h – 18 h » ou « Fermé ».',
};

/**
 * The words of each object, by name, and of its properties, by path (`engine/language/objects.ts`). A list has the properties of its
 * elements. One sentence each.
 */
export const OBJECT_WORDS: Words = {
  site: 'Le site.',
  ...under('site', {
    nom: 'Nom du site.',
    slug: 'Identifiant du site.',
    description: 'Ce que le site dit de lui-même, en une phrase ou deux ; peut être vide.',
    adresse: 'Adresse principale du site, sans barre oblique à la fin.',
    telephone: 'Téléphone ; vide si le site n’en a pas.',
    courriel: 'Adresse de courriel que les visiteurs voient ; peut être vide.',
    adresse_postale: 'Adresse postale ; vide si le site n’en a pas.',
    horaires: 'Jours de la semaine avec leurs horaires, à partir de lundi ; vide si le site n’en dit rien.',
    exceptions: 'Jours qui ont d’autres horaires que ceux de la semaine ; peut être vide.',
    reseaux: 'Réseaux sociaux du site ; peut être vide.',
    activite: 'Type de schema.org, comme « Restaurant ».',
    image: 'Image des liens partagés ; peut être vide.',
  }),
  ...under('site.adresse_postale', {
    rue: 'Numéro et rue.',
    complement: 'Bâtiment, étage.',
    code_postal: 'Code postal.',
    ville: 'Ville.',
    pays: 'Pays.',
    texte: 'L’adresse entière, en plusieurs lignes.',
  }),
  ...under('site.horaires', {
    jour: 'Jour, comme « Lundi ».',
    schema: 'Jour de schema.org, comme « Monday ».',
    ...HOURS,
  }),
  ...under('site.horaires.plages', { de: 'Ouverture, comme « 09:00 ».', a: 'Fermeture, comme « 18:30 ».' }),
  ...under('site.exceptions', {
    libelle: 'Nom, comme « Noël » ; peut être vide.',
    du: 'Premier jour, comme « 2026-12-24 ».',
    au: 'Dernier jour, comme « 2026-12-26 ».',
    dates: 'Les jours en toutes lettres, comme « du 24 au 26 décembre 2026 ».',
    ...HOURS,
  }),
  ...under('site.reseaux', {
    id: 'Identifiant du réseau, comme « instagram ».',
    nom: 'Nom du réseau, comme « Instagram ».',
    adresse: 'Adresse du site dans ce réseau.',
  }),
  menus: 'Menus du site, par leur clé : chacun est une liste d’entrées.',
  ...under('menus', ENTRY),
  settings: 'Réglages du thème, que config/settings_schema.json déclare.',
  page: 'La page demandée.',
  ...under('page', {
    titre: 'Titre de la page, de la liste ou de l’article.',
    slug: 'Dernière partie de l’adresse ; vide sur l’accueil.',
    contenu: 'HTML de la page, qui s’affiche tel quel ; vide sur l’accueil.',
    seo_titre: 'Titre de la page pour les moteurs de recherche.',
    description: 'Description de la page pour les moteurs de recherche.',
    image: 'Image de la page ; peut être vide.',
    genre: 'Ce que la page est : « accueil », « page », « blog », « article » ou « introuvable ».',
    adresse: 'Adresse entière de la page, qui commence par celle du site ; vide pour une page introuvable.',
    demande: '« merci » ou « erreur » après l’envoi d’un formulaire de contact, sinon vide.',
    instant:
      'Moment où la page est faite, en millisecondes depuis 1970 : un formulaire de contact le renvoie par « _instant ».',
  }),
  article: 'L’article, sur sa page seulement.',
  ...under('article', { ...SUMMARY, contenu: 'HTML de l’article, qui s’affiche tel quel.' }),
  ...under('article.blog', REFERENCE),
  blog: 'La liste d’articles, sur les pages de liste seulement.',
  ...under('blog', {
    ...REFERENCE,
    flux: 'Chemin du flux Atom de la liste.',
    articles: 'Articles de cette page de la liste, les plus récents d’abord.',
    blogs: 'Tous les blogs du site.',
    pagination: 'Place de cette page dans la liste.',
  }),
  ...under('blog.articles', SUMMARY),
  ...under('blog.pagination', {
    page: 'Numéro de la page, à partir de 1.',
    pages: 'Nombre de pages de la liste.',
    precedente: 'Adresse des articles plus récents ; vide sur la première page.',
    suivante: 'Adresse des articles plus anciens ; vide sur la dernière page.',
  }),
  nonce: 'Nonce de cette réponse : il permet un <script> ou un <style> du thème.',
  template: 'Nom du gabarit JSON affiché, comme « index » ou « page ».',
  section: 'La section, dans son fichier seulement.',
  ...under('section', {
    id: 'Clé de la section dans son gabarit.',
    type: 'Nom du fichier de la section.',
    settings: 'Réglages de la section, que son schéma déclare.',
    blocks: 'Blocs de la section, dans leur ordre.',
  }),
  content_for_layout: 'Les sections de la page, dans leur ordre ; dans layout/theme.liquid seulement.',
  forloop: 'Le tour de la boucle « for ».',
  ...under('forloop', {
    ...TURN,
    name: 'Nom de la boucle : sa variable et sa liste.',
    parentloop: 'Le tour de la boucle qui entoure celle-ci.',
  }),
  tablerowloop: 'Le tour de la boucle « tablerow ».',
  ...under('tablerowloop', {
    ...TURN,
    row: 'Numéro de la ligne, à partir de 1.',
    col: 'Numéro de la cellule dans sa ligne, à partir de 1.',
    col0: 'Numéro de la cellule dans sa ligne, à partir de 0.',
    col_first: 'Vrai à la première cellule de la ligne.',
    col_last: 'Vrai à la dernière cellule de la ligne.',
  }),
  block: 'Un bloc de la section, dans une boucle sur « section.blocks ».',
  ...under('block', {
    id: 'Clé du bloc dans le gabarit.',
    type: 'Type du bloc, que le schéma de la section déclare.',
    settings: 'Réglages du bloc, que le schéma de la section déclare.',
  }),
};

/** Properties of the values that settings give (`docs/theme-format.md`), by what they give. */
export const VALUE_WORDS: Readonly<Record<'colour' | 'image' | 'video' | 'font', Words>> = {
  colour: {
    red: 'Rouge, de 0 à 255.',
    green: 'Vert, de 0 à 255.',
    blue: 'Bleu, de 0 à 255.',
    alpha: 'Opacité, de 0 à 1.',
    hue: 'Teinte, en degrés.',
    saturation: 'Saturation, en pour cent.',
    lightness: 'Clarté, en pour cent.',
  },
  image: {
    src: 'Adresse de l’image, ou nom du fichier d’assets/.',
    alt: 'Texte qui décrit l’image ; peut être vide.',
    width: 'Largeur en pixels, quand elle est connue.',
    height: 'Hauteur en pixels, quand elle est connue.',
    aspect_ratio: 'Largeur divisée par la hauteur, quand elles sont connues.',
    presentation: 'Comment montrer l’image : « focal_point » en est le point d’intérêt, « 50% 50% » au milieu.',
    couleur: 'Couleur dominante d’une image de la médiathèque, comme « #aa8866 » ; peut être vide.',
    apercu: 'Adresse « data: » d’une très petite image, à montrer en attendant ; peut être vide.',
  },
  video: {
    type: '« youtube » ou « vimeo » ; nil pour un autre hébergeur.',
    id: 'Identifiant de la vidéo chez son hébergeur.',
  },
  font: {
    nom: 'Nom de la police.',
    family: 'Nom de la police.',
    fallback: 'Polices de secours.',
  },
};

/** What is computed of values. */
export const COMPUTED_WORDS: Words = {
  size: 'Nombre d’éléments de la liste, ou de caractères du texte.',
  first: 'Premier élément de la liste.',
  last: 'Dernier élément de la liste.',
};

/** Words that are values (`CONSTANTS`). */
export const CONSTANT_WORDS: Words = {
  true: 'Vrai.',
  false: 'Faux.',
  nil: 'Rien : ce qui n’existe pas.',
  null: 'Rien : ce qui n’existe pas.',
  blank: 'Vide ou fait de blancs : nil, false, un texte ou une liste sans rien.',
  empty: 'Un texte ou une liste sans rien.',
};

/** Words that may stand in tags beside values (`words` of `engine/language/tags.ts`). */
export const WORD_WORDS: Words = {
  and: 'Les deux conditions sont vraies ; se lit de droite à gauche.',
  or: 'L’une des conditions est vraie ; se lit de droite à gauche.',
  contains: 'La liste, le texte ou l’objet contient la valeur.',
  in: 'Sépare la variable de la boucle de sa liste.',
  reversed: 'Parcourt la liste depuis la fin ; s’écrit juste après la liste.',
  limit: 'Nombre de tours au plus.',
  offset: 'Nombre d’éléments passés au début ; « continue » reprend où la dernière boucle s’est arrêtée.',
  continue: 'Avec « offset: » : reprend où la dernière boucle des mêmes noms s’est arrêtée.',
  cols: 'Nombre de cellules par ligne.',
  with: 'Passe une valeur à l’extrait.',
  for: 'Affiche l’extrait pour chaque élément d’une liste.',
  as: 'Donne un nom à la valeur passée.',
};
