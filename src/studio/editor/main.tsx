import './code/short-slices.ts';
import { render } from 'preact';
import { Api } from '../api/client.ts';
import { startOf } from '../theme/start.ts';
import { ThemeStore } from '../theme/theme-store.ts';
import { IndexedDbShelf } from '../unsaved/indexed-db-shelf.ts';
import { joinOpenPages } from '../unsaved/open-pages.ts';
import { followPage } from '../unsaved/page-life.ts';
import { keepTabs, keptTabs } from './kept-tabs.ts';
import type { EditorProps } from './props.ts';
import { Editor } from './state/editor.ts';
import { EditorPage } from './view/page.tsx';

const { data, nonce, root } = startOf<EditorProps>();
const { compte, site, theme } = data;
const api = new Api(site.id);
const store = new ThemeStore(api, theme.id, theme.role);
const editor = new Editor({ data, api, store, shelf: new IndexedDbShelf(compte), pages: await joinOpenPages() });
root.replaceChildren();
render(<EditorPage editor={editor} nonce={nonce} />, root);
followPage(editor.work, () => void editor.look());
addEventListener('pagehide', () => keepTabs(editor));
editor.language.follow();

async function open(): Promise<void> {
  try {
    await editor.open(keptTabs(theme.id));
    editor.notices.hide('ouverture');
  } catch (error) {
    editor.notices.show('ouverture', 'error', (error as Error).message, {
      actions: [{ label: 'Réessayer', run: () => void open() }],
    });
  }
}
await open();
