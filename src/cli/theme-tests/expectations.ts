/** What a test expects of its HTML: the schema of an entry of `attendu`, and whether the HTML is so. */
import { selectAll } from 'css-select';
import { z } from 'zod';
import { type HtmlElement, type HtmlNode, type HtmlTree, misfitsIn, oneBlank, textOf } from './html-tree.ts';

/** Longest text or selector of an expectation, UTF-16 code units. */
const TEXT_UNITS = 10_000;
const SELECTOR_UNITS = 1_000;

const count = z.number().int().min(0);
const Bounds = z.strictObject({ min: count.optional(), max: count.optional() });
const text = z.string().min(1).max(TEXT_UNITS);

export const Expectation = z
  .strictObject({
    texte: text.optional(),
    sans_texte: text.optional(),
    selecteur: z.string().min(1).max(SELECTOR_UNITS).optional(),
    nombre: z.union([count, Bounds], { error: 'un nombre, ou { "min", "max" }' }).optional(),
    attribut: z.string().min(1).max(200).optional(),
    valeur: z.string().max(TEXT_UNITS).optional(),
    octets: z.union([count, Bounds], { error: 'un nombre, ou { "min", "max" }' }).optional(),
    statut: z.literal([200, 404], { error: '200 ou 404' }).optional(),
    erreurs: z.union([count, Bounds], { error: 'un nombre, ou { "min", "max" }' }).optional(),
    bien_forme: z.literal(true).optional(),
  })
  .superRefine(({ selecteur, ...rest }, context) => {
    const refuse = (key: string, message: string) =>
      context.addIssue({ code: 'custom', path: key === '' ? [] : [key], message });
    const given = Object.keys(rest).filter((key) => rest[key as keyof typeof rest] !== undefined);
    if (selecteur === undefined && given.length === 0) refuse('', 'rien n’est attendu ici');
    for (const key of ['nombre', 'attribut'] as const) {
      if (selecteur === undefined && rest[key] !== undefined) refuse(key, `« ${key} » va avec « selecteur »`);
    }
    if (rest.valeur !== undefined && rest.attribut === undefined) refuse('valeur', '« valeur » va avec « attribut »');
    if (isNone(rest.nombre) && (rest.texte ?? rest.sans_texte ?? rest.attribut) !== undefined) {
      refuse('nombre', 'd’un élément qui n’est pas là, rien d’autre n’est attendu');
    }
  });

export type Expectation = z.output<typeof Expectation>;
type Bounds = number | { readonly min?: number | undefined; readonly max?: number | undefined } | undefined;

const isNone = (bounds: Bounds): boolean => bounds === 0 || (typeof bounds === 'object' && bounds.max === 0);

/** What an expectation is compared with. */
export interface Expected {
  readonly tree: HtmlTree;
  readonly bytes: number;
  readonly status: number;
  /** Messages of what failed while the HTML was rendered. */
  readonly errors: readonly string[];
}

/** The sentences of what is not as expected; none where all of it is. */
export function disappointments(expectation: Expectation, expected: Expected): string[] {
  const { selecteur, texte, sans_texte, octets, statut, erreurs, bien_forme } = expectation;
  const { tree, bytes, status, errors } = expected;
  const found: string[] = [];
  if (statut !== undefined && statut !== status) found.push(`le statut est ${status}, et non ${statut}`);
  if (octets !== undefined && !isWithin(bytes, octets))
    found.push(`${counted(bytes, 'octet')}, et non ${written(octets)}`);
  if (erreurs !== undefined && !isWithin(errors.length, erreurs)) {
    found.push(`${counted(errors.length, 'erreur')}, et non ${written(erreurs)}${errors[0] ? ` : ${errors[0]}` : ''}`);
  }
  if (bien_forme) {
    for (const { tag, kind, line } of misfitsIn(tree))
      found.push(`${sentenceOfMisfit(tag, kind)} (ligne ${line} du HTML)`);
  }
  if (selecteur !== undefined) return [...found, ...ofSelected({ ...expectation, selecteur }, tree.root)];
  if (texte === undefined && sans_texte === undefined) return found;
  const shown = textOf(tree.root);
  if (texte !== undefined && !shown.includes(oneBlank(texte))) found.push(`le texte « ${texte} » n’y est pas`);
  if (sans_texte !== undefined && shown.includes(oneBlank(sans_texte))) found.push(`le texte « ${sans_texte} » y est`);
  return found;
}

/** A clause about an element that is not closed, or an end tag that closes nothing. @param tag as it is written */
export const sentenceOfMisfit = (tag: string, kind: 'open' | 'stray'): string =>
  kind === 'open' ? `${tag} n’est pas fermé` : `${tag} ne ferme rien`;

function ofSelected(
  { selecteur, nombre, texte, sans_texte, attribut, valeur }: Expectation & { readonly selecteur: string },
  root: HtmlNode,
): string[] {
  let selected: HtmlElement[];
  try {
    selected = selectAll<HtmlNode, HtmlElement>(selecteur, root);
  } catch {
    return [`« ${selecteur} » n’est pas un sélecteur CSS que « vitrine tester » comprend`];
  }
  const found: string[] = [];
  if (!isWithin(selected.length, nombre ?? { min: 1 })) {
    found.push(`« ${selecteur} » : ${counted(selected.length, 'élément')}, et non ${written(nombre ?? { min: 1 })}`);
  }
  if (selected.length === 0) return found;
  const texts = texte === undefined && sans_texte === undefined ? [] : selected.map(textOf);
  if (texte !== undefined && !texts.some((one) => one.includes(oneBlank(texte)))) {
    found.push(`« ${selecteur} » : le texte « ${texte} » n’y est pas, mais « ${short(texts[0] ?? '')} »`);
  }
  if (sans_texte !== undefined && texts.some((one) => one.includes(oneBlank(sans_texte)))) {
    found.push(`« ${selecteur} » : le texte « ${sans_texte} » y est`);
  }
  if (attribut === undefined) return found;
  const values = selected.flatMap(({ attribs }) => (Object.hasOwn(attribs, attribut) ? [attribs[attribut] ?? ''] : []));
  if (values.length === 0) found.push(`« ${selecteur} » n’a pas d’attribut « ${attribut} »`);
  else if (valeur !== undefined && !values.includes(valeur)) {
    found.push(`« ${selecteur} » : « ${attribut} » vaut « ${short(values[0] ?? '')} », et non « ${valeur} »`);
  }
  return found;
}

function isWithin(number: number, bounds: Exclude<Bounds, undefined>): boolean {
  if (typeof bounds === 'number') return number === bounds;
  const { min = 0, max = Number.POSITIVE_INFINITY } = bounds;
  return number >= min && number <= max;
}

function written(bounds: Exclude<Bounds, undefined>): string {
  if (typeof bounds === 'number') return String(bounds);
  const { min, max } = bounds;
  if (min !== undefined && max !== undefined) return `de ${min} à ${max}`;
  return max === undefined ? `${min ?? 0} au moins` : `${max} au plus`;
}

/** In French, nothing is singular. */
const counted = (number: number, word: string): string => `${number} ${word}${number > 1 ? 's' : ''}`;

/** How much of a text a sentence quotes, UTF-16 code units. */
const QUOTED = 120;
const short = (quoted: string): string =>
  quoted.length > QUOTED ? `${quoted.slice(0, QUOTED).toWellFormed()}…` : quoted;
