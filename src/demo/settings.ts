import type { ThemeFiles } from '../../engine/index.ts';
import { parseJsonFile } from '../../engine/json/commented-json.ts';
import { deepMerge } from '../themes/edition-values.ts';
import type { DemoSite } from './demo-site.ts';

/** Lays the values of a demo site over the data files of its theme. */
export function withSettings(files: ThemeFiles, settings: NonNullable<DemoSite['reglages']>): ThemeFiles {
  const laid = Object.entries(settings).map(([path, values]) => {
    const merged = deepMerge(parseJsonFile(files[path] ?? '{}'), values);
    return [path, `${JSON.stringify(merged, null, 2)}\n`];
  });
  return { ...files, ...Object.fromEntries(laid) };
}
