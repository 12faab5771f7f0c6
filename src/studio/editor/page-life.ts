import { lookElsewhere } from './state/catch-up.ts';
import type { Editor } from './state/editor.ts';

/** Time between two looks for changes made elsewhere, milliseconds. */
const LOOK_MS = 4_000;

const tabsKey = (themeId: string) => `vitrine-onglets-${themeId}`;

/** The files that were open here last, the active one first; one that the address names comes before them. */
export function keptTabs(themeId: string): readonly string[] {
  const named = decodeURIComponent(location.hash.slice(1));
  const kept: unknown = JSON.parse(sessionStorage.getItem(tabsKey(themeId)) ?? '[]');
  return [...(named === '' ? [] : [named]), ...(Array.isArray(kept) ? kept.map(String) : [])];
}

/** Follows the browser page: keeps drafts when it is hidden, looks for changes when it is seen, asks before changes without a draft are lost. */
export function followPage(editor: Editor): void {
  const look = () => {
    if (document.visibilityState === 'visible') void lookElsewhere(editor);
  };
  setInterval(look, LOOK_MS);
  addEventListener('focus', look);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keepNow();
    else look();
  });
  const keepNow = () => {
    editor.takeTyped();
    void editor.drafts.write();
  };
  addEventListener('pagehide', () => {
    keepNow();
    const { open, active } = editor.tabs;
    const kept = [...(active === null ? [] : [active]), ...open.filter((path) => path !== active)];
    sessionStorage.setItem(tabsKey(editor.data.theme.id), JSON.stringify(kept));
  });
  addEventListener('beforeunload', (event) => {
    keepNow();
    if (editor.drafts.hasFailed && editor.edits.size > 0) event.preventDefault();
  });
}
