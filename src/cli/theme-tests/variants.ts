/** What a section or a theme is rendered with to see whether it bears odd settings: always the same for the same schema. Pure. */
import { isRecord, type Values } from '../../../engine/json/values.ts';
import { declaredIn } from '../../../engine/language/setting-types.ts';
import { type OddValue, oddValuesOf } from './odd-values.ts';
import { placedSection } from './placed-section.ts';

/** A setting of a section, of one of its blocks, or of the theme. */
export interface Setting {
  readonly id: string;
  /** Type of the block whose setting it is. */
  readonly block?: string;
  /** The number in its marks (`marks.ts`). */
  readonly mark: number;
  readonly values: readonly OddValue[];
}

/** A value that a variant gives to a setting. */
export interface Given {
  readonly setting: Setting;
  readonly odd: OddValue;
}

/** One way to fill a section. */
export interface Variant {
  /** For people. */
  readonly label: string;
  readonly given: readonly Given[];
  /** Types of its blocks, in their order. */
  readonly blocks: readonly string[];
}

/** What can be filled. */
export interface Fillable {
  readonly settings: readonly Setting[];
  /** Types of blocks that its schema declares. */
  readonly blocks: readonly string[];
  readonly maxBlocks: number | undefined;
}

/** Variants with values by chance, and the seed of the chance. */
const BY_CHANCE = 12;
const SEED = 0x5eed;
/** Settings of a file, types of blocks of a section, and values of a setting that are tried: a schema may have thousands. */
const SETTINGS = 200;
const BLOCK_TYPES = 50;
const KINDS = 60;
/** More blocks than an author tries. */
const MANY_BLOCKS = 50;

/** @param schema of a section, parsed */
export function fillableOf(schema: Values): Fillable {
  const settings = settingsOf(schema.settings, undefined, 0);
  const blocks = new Map<string, unknown>();
  for (const block of Array.isArray(schema.blocks) ? schema.blocks : []) {
    const isNew = isRecord(block) && typeof block.type === 'string' && !blocks.has(block.type);
    if (isNew && blocks.size < BLOCK_TYPES) blocks.set(block.type as string, block.settings);
  }
  for (const [type, list] of blocks) settings.push(...settingsOf(list, type, settings.length));
  const { max_blocks: most } = schema;
  return {
    settings: settings.slice(0, SETTINGS),
    blocks: [...blocks.keys()],
    maxBlocks: typeof most === 'number' && most >= 0 ? most : undefined,
  };
}

/** @param list a schema's list of settings @param first the mark of the first one */
export function settingsOf(list: unknown, block: string | undefined, first: number): Setting[] {
  return [...declaredIn(list)].slice(0, SETTINGS).map(([id, { declaration }], place) => {
    const mark = first + place + 1;
    return { id, mark, values: oddValuesOf(declaration, mark).slice(0, KINDS), ...(block !== undefined && { block }) };
  });
}

/** The variants, the one without any value first. */
export function variantsOf({ settings, blocks, maxBlocks }: Fillable): readonly [Variant, ...Variant[]] {
  const most = Math.min(maxBlocks ?? MANY_BLOCKS, MANY_BLOCKS);
  const each = blocks.length === 0 ? [] : Array.from({ length: blocks.length }, (_, place) => blocks[place] ?? '');
  const repeated = (count: number) => Array.from({ length: count }, (_, place) => blocks[place % blocks.length] ?? '');
  const plain = (label: string, types: readonly string[]): Variant => ({ label, given: [], blocks: types });
  const variants: [Variant, ...Variant[]] = [plain('réglages par défaut, sans bloc', [])];
  if (blocks.length > 0) {
    variants.push(...each.map((type) => plain(`un bloc « ${type} »`, [type])));
    variants.push(plain(`${most} blocs`, repeated(most)), plain(`${MANY_BLOCKS} blocs`, repeated(MANY_BLOCKS)));
  }
  const kinds = Math.max(0, ...settings.map(({ values }) => values.length));
  for (let kind = 0; kind < kinds; kind++) {
    const given = settings.flatMap((setting): Given[] => {
      const odd = setting.values[kind % setting.values.length];
      return odd ? [{ setting, odd }] : [];
    });
    // No more blocks than the section takes, another one first each time.
    const turned = each.map((_, place) => each[(place + kind) % each.length] ?? '');
    variants.push({ label: `toutes les valeurs nº ${kind + 1}`, given, blocks: turned });
  }
  if (settings.length > 0) variants.push(...byChance(settings, blocks));
  return [...variants, plain('un bloc de type inconnu', ['vitrine-inconnu'])];
}

function byChance(settings: readonly Setting[], blocks: readonly string[]): Variant[] {
  const chance = chanceOf(SEED);
  const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(chance() * list.length)];
  return Array.from({ length: BY_CHANCE }, (_, turn) => {
    const given = settings.flatMap((setting): Given[] => {
      const odd = oneOf(setting.values);
      return odd ? [{ setting, odd }] : [];
    });
    const count = blocks.length === 0 ? 0 : Math.floor(chance() * 4);
    const types = Array.from({ length: count }, () => oneOf(blocks) ?? '');
    return { label: `valeurs au hasard nº ${turn + 1}`, given, blocks: types };
  });
}

/** Numbers from 0 up to 1 by a seed, which are the same everywhere (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Variants that give one of the values alone, to find the one that does the harm. */
export const apartFrom = ({ given, blocks }: Variant): readonly Variant[] =>
  given.map((one) => {
    const { block } = one.setting;
    const types = block === undefined ? blocks.slice(0, 1) : [block];
    return { label: '', given: [one], blocks: types };
  });

/** What a variant gives to the section itself, or to blocks of a type. */
export const valuesFor = ({ given }: Variant, block?: string): Values =>
  Object.fromEntries(
    given.flatMap(({ setting, odd }) =>
      setting.block === block && odd.value !== undefined ? [[setting.id, odd.value] as const] : [],
    ),
  );

/** The section as a JSON template holds it. */
export const filledSection = (type: string, variant: Variant): Values =>
  placedSection(
    type,
    valuesFor(variant),
    variant.blocks.map((block) => ({ type: block, settings: valuesFor(variant, block) })),
  );
