/** What people read of each type of setting (`engine/language/setting-types.ts`), and of the words between settings. One sentence. */
export const SETTING_TYPE_WORDS: Readonly<Record<string, string>> = {
  text: 'Un texte d’une ligne.',
  textarea: 'Un texte de plusieurs lignes : « lignes » en garde les fins de ligne.',
  richtext: 'Un texte mis en forme, qui est du HTML : il s’affiche tel quel, sans « escape ».',
  number: 'Un nombre ; nil quand le champ est vide.',
  range: 'Un nombre choisi entre « min » et « max », de « step » en « step ».',
  checkbox: 'Une case : true ou false.',
  select: 'Un choix dans un menu : la « value » de l’une de ses « options ».',
  radio: 'Un choix entre des boutons : la « value » de l’une de ses « options ».',
  color: 'Une couleur, écrite comme en CSS ; ses canaux sont des propriétés (red, green, blue, alpha…).',
  image_picker:
    'Une image de la médiathèque, d’assets/ ou d’ailleurs : « image_tag » l’affiche ; « alt » et « width » en sont des propriétés.',
  url: 'Une adresse : http, https, mailto, tel, un chemin ou une ancre.',
  menu_picker: 'Un menu du site : une liste d’entrées, chacune avec « titre », « url » et parfois « enfants ».',
  video_url: 'L’adresse d’une vidéo YouTube ou Vimeo : « type » et « id » la nomment.',
  font_picker: 'Une police du catalogue, par son identifiant, ou « systeme » : « font_famille » l’écrit pour le CSS.',
  header: 'Un titre entre les champs de « Personnaliser » : il n’a pas de valeur.',
  paragraph: 'Un texte entre les champs de « Personnaliser » : il n’a pas de valeur.',
};

type Keys = Readonly<Record<string, string>>;

/** Keys of one setting of a schema. */
const SETTING: Keys = {
  type: 'Type du réglage.',
  id: 'Nom par lequel le code lit le réglage, unique dans sa liste.',
  label: 'Nom du champ dans « Personnaliser ».',
  default: 'Valeur tant que personne n’en a choisi une autre.',
  info: 'Explication sous le champ.',
  placeholder: 'Exemple montré dans le champ vide.',
  options: 'Choix possibles : une liste de « value » et « label ».',
  min: 'Plus petite valeur.',
  max: 'Plus grande valeur.',
  step: 'Écart entre deux valeurs.',
  unit: 'Unité écrite après la valeur, comme « px ».',
  content: 'Texte d’un titre (« header ») ou d’un paragraphe (« paragraph »).',
};

/** The keys of the JSON that a theme holds, by what they stand in. One sentence each. */
export const KEY_WORDS = {
  setting: SETTING,
  option: {
    value: 'Valeur que le code lit quand ce choix est fait.',
    label: 'Nom du choix dans « Personnaliser ».',
    group: 'Titre sous lequel le choix se range.',
  },
  schema: {
    name: 'Nom de la section dans « Personnaliser ».',
    settings: 'Réglages de la section, que le code lit par « section.settings ».',
    blocks: 'Types de blocs que la section peut contenir.',
    max_blocks: 'Nombre de blocs au plus : les suivants ne s’affichent pas.',
    presets: 'Sections prêtes à ajouter dans « Personnaliser » ; les pages ne les lisent pas.',
    enabled_on: 'Gabarits auxquels « Personnaliser » peut ajouter la section.',
    disabled_on: 'Gabarits auxquels « Personnaliser » ne peut pas ajouter la section.',
  },
  where: { templates: 'Noms de gabarits, comme « index » ou « page » ; « * » les nomme tous.' },
  block: {
    type: 'Type du bloc, que le code lit par « block.type ».',
    name: 'Nom du bloc dans « Personnaliser ».',
    settings: 'Réglages du bloc, que le code lit par « block.settings ».',
    limit: 'Nombre de blocs de ce type au plus, dans « Personnaliser ».',
  },
  preset: {
    name: 'Nom sous lequel la section se propose.',
    settings: 'Valeurs de départ de ses réglages.',
    blocks: 'Blocs de départ, chacun avec son « type ».',
  },
  group: {
    name: 'Nom du groupe dans « Personnaliser ».',
    settings: 'Réglages du thème, que le code lit par « settings ».',
  },
  template: {
    sections: 'Sections de la page, chacune sous une clé libre.',
    order: 'Clés des sections, dans l’ordre de la page : celles qui n’y sont pas ne s’affichent pas.',
  },
  placed: {
    type: 'Type de la section : le nom de son fichier sections/<type>.liquid.',
    settings: 'Valeurs des réglages que le schéma de la section déclare.',
    blocks: 'Blocs de la section, chacun sous une clé libre.',
    block_order: 'Clés des blocs, dans leur ordre : ceux qui n’y sont pas ne s’affichent pas.',
    disabled: 'Avec true, cache la section sans la retirer.',
  },
  placedBlock: {
    type: 'Type du bloc, que le schéma de la section déclare.',
    settings: 'Valeurs des réglages du bloc.',
    disabled: 'Avec true, cache le bloc sans le retirer.',
  },
  data: {
    current: 'Valeurs des réglages du thème, ou le nom du préréglage qui les contient.',
    presets: 'Jeux de valeurs, par leur nom.',
  },
  current: { sections: 'Valeurs des sections que la balise « section » affiche, par leur type.' },
  image: {
    src: 'Adresse de l’image, ou nom d’un fichier d’assets/.',
    alt: 'Texte qui décrit l’image à qui ne la voit pas.',
    width: 'Largeur de l’image, en pixels.',
    height: 'Hauteur de l’image, en pixels.',
  },
} satisfies Record<string, Keys>;

export type KeyOwner = keyof typeof KEY_WORDS;
