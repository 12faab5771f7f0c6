import { jsonValueOf } from '../../../engine/json/plain-json.ts';
import { keepItem, keptItem } from '../kept-items.ts';
import type { Editor } from './state/editor.ts';

const keyOf = (themeId: string) => `vitrine-onglets-${themeId}`;

/** The files that were open here last, the active one first; one that the address names comes before them. */
export function keptTabs(themeId: string): readonly string[] {
  const kept = jsonValueOf(keptItem('sessionStorage', keyOf(themeId)) ?? '');
  return [...namedFile(), ...(Array.isArray(kept) ? kept.map(String) : [])];
}

/** The file that the address names; none where it names none. */
function namedFile(): readonly string[] {
  try {
    return [decodeURIComponent(location.hash.slice(1))].filter((path) => path !== '');
  } catch {
    return [];
  }
}

/** Keeps which files are open, for when the page is loaded again. */
export function keepTabs({ data, tabs: { open, active } }: Editor): void {
  const kept = [...(active === null ? [] : [active]), ...open.filter((path) => path !== active)];
  keepItem('sessionStorage', keyOf(data.theme.id), JSON.stringify(kept));
}
