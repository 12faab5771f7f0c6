/** What people read of a filter. */
export interface FilterWords {
  /** One sentence. */
  readonly says: string;
  /** What each of its arguments is, in the order of `takes` (`engine/language/filters.ts`). */
  readonly takes: readonly string[];
}

const words = (says: string, ...takes: readonly string[]): FilterWords => ({ says, takes });

const PROPERTY = 'nom de la propriété des éléments ; sans elle, les éléments eux-mêmes';
const KEY = 'nom de la propriété des éléments';
const WANTED = 'valeur cherchée ; sans elle, toute valeur vraie convient';
const PATTERN = 'texte cherché';
const REPLACEMENT = 'texte mis à sa place';

/** The words of each filter (`engine/language/filters.ts`), for editors. */
export const FILTER_WORDS: Readonly<Record<string, FilterWords>> = {
  abs: words('Donne la valeur absolue d’un nombre.'),
  append: words('Ajoute un texte à la fin.', 'texte ajouté'),
  asset_url: words('Donne l’adresse d’un fichier du dossier assets/, dont on écrit le seul nom, ou celle d’une image.'),
  at_least: words('Donne le nombre, ou le minimum s’il est plus petit.', 'plus petite valeur donnée'),
  at_most: words('Donne le nombre, ou le maximum s’il est plus grand.', 'plus grande valeur donnée'),
  base64_decode: words('Lit un texte écrit en base64 ; l’affichage échoue s’il ne l’est pas.'),
  base64_encode: words('Écrit un texte en base64.'),
  base64_url_safe_decode: words(
    'Lit un texte écrit en base64 pour les adresses ; l’affichage échoue s’il ne l’est pas.',
  ),
  base64_url_safe_encode: words('Écrit un texte en base64 pour les adresses, avec « - » et « _ ».'),
  capitalize: words('Met la première lettre en majuscule et les autres en minuscules.'),
  ceil: words('Arrondit un nombre à l’entier supérieur.'),
  compact: words('Retire d’une liste les éléments absents (nil).', PROPERTY),
  concat: words('Met une seconde liste à la suite de la première.', 'seconde liste'),
  date: words(
    'Écrit une date selon un format : « %d/%m/%Y » donne 05/10/2026. « now » est l’instant présent, en UTC.',
    'format, comme « %d/%m/%Y »',
  ),
  default: words(
    'Donne une autre valeur à la place de nil, de false et de ce qui est vide.',
    'valeur donnée à la place',
    'garde aussi « false »',
  ),
  divided_by: words(
    'Divise un nombre ; entre entiers, le résultat est arrondi vers le bas. Diviser par 0 échoue.',
    'diviseur',
  ),
  downcase: words('Met un texte en minuscules.'),
  escape: words('Rend un texte sûr dans du HTML : « < », « > », « & » et les guillemets deviennent des entités.'),
  escape_once: words('Rend un texte sûr dans du HTML, sans toucher aux entités qui s’y trouvent déjà.'),
  find: words('Donne le premier élément dont la propriété a cette valeur.', KEY, WANTED),
  find_index: words(
    'Donne la position, à partir de 0, du premier élément dont la propriété a cette valeur.',
    KEY,
    WANTED,
  ),
  first: words('Donne le premier élément d’une liste.'),
  floor: words('Arrondit un nombre à l’entier inférieur.'),
  font_face: words('Écrit les règles @font-face d’une police du catalogue, pour un <style>.'),
  font_famille: words('Donne la police et ses polices de secours, pour la propriété CSS font-family.'),
  font_precharge: words('Écrit le <link> qui charge d’avance une police du catalogue, pour le <head>.'),
  h: words('Rend un texte sûr dans du HTML, comme « escape ».'),
  has: words('Dit si un élément de la liste a une propriété de cette valeur.', KEY, WANTED),
  image_tag: words(
    'Écrit l’<img> d’une image, avec ses tailles, son texte et sa place ; tout autre attribut se donne par son nom.',
    'largeurs proposées au navigateur ; celles qui conviennent sans elles',
    'largeur à l’écran, comme l’attribut « sizes »',
    'description à la place de celle de l’image ; vide pour un décor',
    'classe CSS',
    '« eager » ou « lazy » ; hors de la première section, « lazy » sans lui',
    'priorité, « high » ou « low »',
    'charge l’image avant les autres',
  ),
  image_url: words(
    'Donne l’adresse d’une image à la taille voulue, ou à la taille proposée la plus proche.',
    'largeur en pixels',
    'hauteur en pixels ; avec une largeur, l’image est recadrée autour de son point d’intérêt',
    'n’est pas lu : le recadrage suit le point d’intérêt',
    'format imposé (« jpg », « png », « webp », « avif ») ; le navigateur choisit sans lui',
  ),
  join: words('Écrit les éléments d’une liste à la suite.', 'texte mis entre eux ; une espace sans lui'),
  json: words('Écrit une valeur en JSON, sûr dans un <script>.'),
  last: words('Donne le dernier élément d’une liste.'),
  lignes: words('Rend un texte sûr dans du HTML et écrit <br> à chaque fin de ligne.'),
  lstrip: words('Retire les blancs au début d’un texte.'),
  map: words('Donne la liste des valeurs d’une propriété.', KEY),
  minus: words('Soustrait un nombre.', 'nombre soustrait'),
  modulo: words('Donne le reste de la division par un nombre.', 'diviseur'),
  newline_to_br: words('Met <br /> devant chaque fin de ligne, sans rendre le texte sûr : préférez « lignes ».'),
  placeholder_svg_tag: words(
    'Écrit un dessin à la place d’une image pas encore choisie, d’un nom comme « image » ou « product-1 ».',
    'classe CSS du dessin ; « placeholder-svg » sans elle',
  ),
  plus: words('Ajoute un nombre.', 'nombre ajouté'),
  prepend: words('Met un texte au début.', 'texte mis devant'),
  reject: words('Retire d’une liste les éléments dont la propriété a cette valeur.', KEY, WANTED),
  remove: words('Retire un texte partout où il se trouve.', PATTERN),
  remove_first: words('Retire un texte là où il se trouve d’abord.', PATTERN),
  remove_last: words('Retire un texte là où il se trouve en dernier.', PATTERN),
  replace: words('Remplace un texte partout où il se trouve.', PATTERN, REPLACEMENT),
  replace_first: words('Remplace un texte là où il se trouve d’abord.', PATTERN, REPLACEMENT),
  replace_last: words('Remplace un texte là où il se trouve en dernier.', PATTERN, REPLACEMENT),
  reverse: words('Inverse l’ordre d’une liste.'),
  round: words('Arrondit un nombre au plus proche.', 'nombre de décimales gardées ; aucune sans lui'),
  rstrip: words('Retire les blancs à la fin d’un texte.'),
  size: words('Compte les caractères d’un texte ou les éléments d’une liste.'),
  slice: words(
    'Donne une partie d’un texte ou d’une liste.',
    'première position, à partir de 0 ; négative, elle compte depuis la fin',
    'nombre de caractères ou d’éléments ; 1 sans lui',
  ),
  sort: words('Trie une liste, les majuscules avant les minuscules.', PROPERTY),
  sort_natural: words('Trie une liste sans distinguer majuscules et minuscules.', PROPERTY),
  split: words('Coupe un texte en liste ; les parties vides de la fin sont retirées.', 'texte où couper'),
  squish: words('Retire les blancs aux deux bouts et n’en garde qu’une espace entre les mots.'),
  strip: words('Retire les blancs aux deux bouts d’un texte.'),
  strip_html: words('Retire les balises HTML d’un texte, et le contenu de ses scripts et de ses styles.'),
  strip_newlines: words('Retire les fins de ligne d’un texte.'),
  stylesheet_tag: words('Écrit le <link> d’une feuille de style, dont on donne l’adresse.', 'n’est pas lu'),
  sum: words('Additionne les éléments d’une liste.', PROPERTY),
  teinte: words(
    'Éclaircit ou assombrit une couleur hexadécimale.',
    'ce qui s’ajoute à chaque canal, de -255 à 255 ; positif, vers le blanc',
  ),
  times: words('Multiplie par un nombre.', 'multiplicateur'),
  truncate: words(
    'Raccourcit un texte.',
    'longueur, fin comprise ; 50 sans elle',
    'texte mis à la fin ; « ... » sans lui',
  ),
  truncatewords: words(
    'Raccourcit un texte à un nombre de mots.',
    'nombre de mots ; 15 sans lui',
    'texte mis à la fin ; « ... » sans lui',
  ),
  uniq: words('Retire d’une liste les éléments répétés.', PROPERTY),
  upcase: words('Met un texte en majuscules.'),
  url_decode: words('Lit un texte qui est écrit pour une adresse.'),
  url_encode: words('Écrit un texte pour qu’il puisse entrer dans une adresse.'),
  where: words('Garde d’une liste les éléments dont la propriété a cette valeur.', KEY, WANTED),
};
