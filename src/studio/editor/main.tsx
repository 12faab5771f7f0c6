import './code/short-slices.ts';
import { render } from 'preact';
import { Api } from '../api/client.ts';
import { type EditorPageData, startOf } from '../theme/start.ts';
import { IndexedDbShelf } from '../unsaved/indexed-db-shelf.ts';
import { joinOpenPages } from '../unsaved/open-pages.ts';
import { followPage, keptTabs } from './page-life.ts';
import { Editor } from './state/editor.ts';
import { openEditor } from './state/opening.ts';
import { EditorPage } from './view/page.tsx';

const { data, nonce, root } = startOf<EditorPageData>();
const { page, isOpen } = await joinOpenPages();
const editor = new Editor({ data, api: new Api(data.site.id), shelf: new IndexedDbShelf(data.compte), page });
root.replaceChildren();
render(<EditorPage editor={editor} nonce={nonce} />, root);
followPage(editor);
editor.language.follow();

async function open(): Promise<void> {
  try {
    await openEditor(editor, keptTabs(data.theme.id), isOpen);
  } catch (error) {
    editor.notices.show('ouverture', 'error', (error as Error).message, {
      actions: [{ label: 'Réessayer', run: () => void open() }],
    });
    editor.tell();
    return;
  }
  editor.notices.hide('ouverture');
  editor.tell();
}
await open();
