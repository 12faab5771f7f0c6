import type { Editor } from './state/editor.ts';

const keyOf = (themeId: string) => `vitrine-onglets-${themeId}`;

/** The files that were open here last, the active one first; one that the address names comes before them. */
export function keptTabs(themeId: string): readonly string[] {
  const named = decodeURIComponent(location.hash.slice(1));
  const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(themeId)) ?? '[]');
  return [...(named === '' ? [] : [named]), ...(Array.isArray(kept) ? kept.map(String) : [])];
}

/** Keeps which files are open, for when the page is loaded again. */
export function keepTabs({ data, tabs: { open, active } }: Editor): void {
  const kept = [...(active === null ? [] : [active]), ...open.filter((path) => path !== active)];
  sessionStorage.setItem(keyOf(data.theme.id), JSON.stringify(kept));
}
