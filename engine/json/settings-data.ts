/**
 * Where `config/settings_data.json` holds the values that count: under `current`, or, where `current` is the name of a preset, under
 * that name in `presets`.
 * @param current what stands under `current`
 */
export const currentPath = (current: unknown): readonly string[] =>
  typeof current === 'string' ? ['presets', current] : ['current'];
