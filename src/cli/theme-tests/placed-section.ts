import type { Values } from '../../../engine/json/values.ts';

/** A section as a JSON template holds it. */
export function placedSection(
  type: string,
  settings: Values,
  blocks: readonly { readonly type: string; readonly settings: Values }[],
): Values {
  const keys = blocks.map((_, place) => `bloc-${place + 1}`);
  return {
    type,
    settings,
    blocks: Object.fromEntries(blocks.map((block, place) => [keys[place], block])),
    block_order: keys,
  };
}
