/** For each type of setting the values that authors do not think of. Pure. */
import { fontFamilies } from '../../../engine/fonts/families.ts';
import type { Values } from '../../../engine/json/values.ts';
import { isSettingType, optionsOf, type SettingType } from '../../../engine/language/setting-types.ts';
import { markedAddress, markedText } from './marks.ts';

export interface OddValue {
  /** Undefined for no value: the default counts. */
  readonly value: unknown;
  /** What is odd about the value, for people. */
  readonly label: string;
}

/** Length of a long text, UTF-16 code units; it has no blank in which a line could break. */
const LONG_UNITS = 5_000;

const one = (label: string, value: unknown): OddValue => ({ label, value });

const LONG = one(`${LONG_UNITS} caractères sans blanc`, 'X'.repeat(LONG_UNITS));
const OTHER_SCRIPTS = one(
  'émojis, et écriture de droite à gauche',
  '👩‍👩‍👧‍👦 🏳️‍🌈 مرحبا بالعالم שלום e\u0301 \u202eabc',
);
const NOTHING = one('aucune valeur', undefined);
const EMPTY = one('texte vide', '');

const plainTexts = (mark: number): readonly OddValue[] => [
  EMPTY,
  one('1 caractère', 'a'),
  LONG,
  one('HTML et guillemets', markedText(mark)),
  OTHER_SCRIPTS,
  one('blancs seulement', ' \n\t '),
  one('plusieurs lignes', 'une\n\ndeux\r\ntrois'),
  one('un nombre', 0),
  NOTHING,
];

const RICH_TEXTS: readonly OddValue[] = [
  EMPTY,
  one('un paragraphe', '<p>a</p>'),
  one(LONG.label, `<p>${LONG.value}</p>`),
  one(
    'titres, listes et tableau',
    '<h2>a</h2><ul><li>b</li></ul><table><tbody><tr><td>c</td></tr></tbody></table><p><a href="/">d</a></p>',
  ),
  one('texte sans balise', 'a & b'),
  one(OTHER_SCRIPTS.label, `<p>${OTHER_SCRIPTS.value}</p>`),
  NOTHING,
];

const numbers = ({ min, max }: Values): readonly OddValue[] => [
  one('zéro', 0),
  one('négatif', -1),
  one('très grand', 999_999_999_999),
  one('décimal', 0.333_333_333),
  ...(typeof min === 'number' ? [one('min', min)] : []),
  ...(typeof max === 'number' ? [one('max', max)] : []),
  EMPTY,
  NOTHING,
];

const ranges = ({ min, max }: Values): readonly OddValue[] => [
  ...(typeof min === 'number' ? [one('min', min), one('moins que min', min - 1)] : []),
  ...(typeof max === 'number' ? [one('max', max), one('plus que max', max + 1)] : []),
  one('zéro', 0),
  NOTHING,
];

const choices = (declaration: Values): readonly OddValue[] => [
  ...optionsOf(declaration).map(({ value }) => one('l’une des options', value)),
  one('aucune des options', 'vitrine-inconnue'),
  NOTHING,
];

/** A picture may be an object with more than its address. */
const pictures = (mark: number): readonly OddValue[] => [
  EMPTY,
  one('image qui n’existe pas', 'vitrine-absente.svg'),
  one('adresse avec « & »', 'https://exemple.fr/une%20image.jpg?l=1&h=2'),
  one('adresse avec guillemets', markedAddress(mark)),
  one('description avec HTML', { src: 'vitrine-absente.svg', alt: markedText(mark), width: 1, height: 4_000 }),
  one('image sans description', { src: 'vitrine-absente.svg' }),
  one('data:', 'data:image/gif;base64,R0lGODlhAQABAAAAACw='),
  NOTHING,
];

const links = (mark: number): readonly OddValue[] => [
  EMPTY,
  one('ancre', '#'),
  one('accueil', '/'),
  one('adresse avec « & »', 'https://exemple.fr/?a=1&b=2#c'),
  one('courriel', 'mailto:a@exemple.fr'),
  one('adresse avec guillemets', markedAddress(mark)),
  one('longue adresse', `/${LONG.value}`),
  one('adresse refusée', 'javascript:alert(1)'),
  NOTHING,
];

const OF_TYPE: Readonly<Record<SettingType, (declaration: Values, mark: number) => readonly OddValue[]>> = {
  text: (_, mark) => plainTexts(mark),
  textarea: (_, mark) => plainTexts(mark),
  richtext: () => RICH_TEXTS,
  number: numbers,
  range: ranges,
  checkbox: () => [one('coché', true), one('décoché', false), NOTHING],
  select: choices,
  radio: choices,
  color: () => [
    EMPTY,
    one('noir', '#000'),
    one('transparent', 'transparent'),
    one('sans canaux', 'var(--vitrine-absente)'),
    one('translucide', 'rgb(255 255 255 / 50%)'),
    one('pas une couleur', 'red;} body{display:none'),
    NOTHING,
  ],
  image_picker: (_, mark) => pictures(mark),
  url: (_, mark) => links(mark),
  menu_picker: (_, mark) => [
    EMPTY,
    one('menu qui n’existe pas', 'vitrine-absent'),
    one('menu principal', 'principal'),
    one('HTML et guillemets', markedText(mark)),
    NOTHING,
  ],
  video_url: (_, mark) => [
    EMPTY,
    one('YouTube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'),
    one('Vimeo', 'https://vimeo.com/76979871'),
    one('autre hébergeur', 'https://exemple.fr/film.mp4?a=1&b=2'),
    one('adresse avec guillemets', markedAddress(mark)),
    NOTHING,
  ],
  font_picker: () => [
    EMPTY,
    one('police du système', 'systeme'),
    ...Object.keys(fontFamilies())
      .slice(0, 2)
      .map((id) => one('police du catalogue', id)),
    one('police qui n’existe pas', 'vitrine-absente'),
    NOTHING,
  ],
};

/**
 * The odd values of a setting, always in the same order.
 * @param mark number of the setting among those of its section
 */
export function oddValuesOf(declaration: Values, mark: number): readonly OddValue[] {
  const { type } = declaration;
  return isSettingType(type) ? OF_TYPE[type](declaration, mark) : [EMPTY, LONG, one('un nombre', 0), NOTHING];
}
