import { isRecord } from '../text/json.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Lays an edition over what `config/settings_data.json` holds: settings of the theme, of its sections and of the blocks that
 * these have. All else would be structure, which an edition never sets, and is left out.
 */
export function layEditionOver(data: Values, edition: Values): Values {
  const { sections, ...values } = recordOf(edition.current);
  const { sections: present, ...before } = recordOf(data.current);
  const current = deepMerge(before, values) as Values;
  const laid = layEach(recordOf(present), recordOf(sections), laySection);
  return { ...data, current: { ...current, ...(Object.keys(laid).length > 0 && { sections: laid }) } };
}

function laySection(base: Values, over: Values): Values {
  const blocks = recordOf(base.blocks);
  const known = Object.entries(recordOf(over.blocks)).filter(([id]) => Object.hasOwn(blocks, id));
  return {
    ...laySettings(base, over),
    ...(known.length > 0 && { blocks: layEach(blocks, Object.fromEntries(known), laySettings) }),
  };
}

const laySettings = (base: Values, { settings }: Values): Values =>
  isRecord(settings) ? { ...base, settings: deepMerge(base.settings, settings) } : base;

function layEach(base: Values, over: Values, lay: (base: Values, over: Values) => Values): Values {
  const laid = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(over)) laid.set(key, lay(recordOf(laid.get(key)), recordOf(value)));
  return Object.fromEntries(laid);
}

/** Objects are merged key by key; any other value replaces the old one. */
export function deepMerge(base: unknown, over: unknown): unknown {
  if (!isRecord(base) || !isRecord(over)) return over;
  const merged = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(over)) merged.set(key, deepMerge(merged.get(key), value));
  return Object.fromEntries(merged);
}

const recordOf = (value: unknown): Values => (isRecord(value) ? value : {});
