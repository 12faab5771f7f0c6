import { useMemo, useState } from 'preact/hooks';
import { useShortcuts } from '../../live/use-shortcuts.ts';
import { ReasonNotice } from '../../parts/notice.tsx';
import { NoticeList } from '../../parts/notice-list.tsx';
import { useObservable } from '../../parts/use-observable.ts';
import { PreviewState } from '../../preview/preview-state.ts';
import { themeSource } from '../../preview/source.ts';
import { writePicturesBy } from '../../preview/write-pictures.ts';
import type { Editor } from '../state/editor.ts';
import { FileView } from './file-view.tsx';
import { FilesPanel } from './files-panel.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { Questions } from './questions.tsx';
import { SearchPanel } from './search-panel.tsx';
import { keptShare, Splitter } from './splitter.tsx';
import { Toolbar } from './toolbar.tsx';
import { Turns } from './turns.tsx';
import { usePanes } from './use-panes.ts';

export function EditorPage({ editor, nonce }: { readonly editor: Editor; readonly nonce: string }) {
  useObservable(editor);
  const preview = useMemo(() => previewOf(editor, nonce), [editor, nonce]);
  const panes = usePanes(editor.tabs);
  const [share, setShare] = useState(keptShare);

  useShortcuts((key, isShifted) => {
    if (key === 's' && !isShifted) return () => void editor.save();
    if (key === 'p' && !isShifted) return () => editor.ask({ kind: 'open' });
    return key === 'f' && isShifted ? panes.search : null;
  });

  const { turn, areFilesShown, isSearchShown, isPreviewShown } = panes;
  const hasSide = isSearchShown || areFilesShown;
  const shown =
    turn === null ? `${hasSide ? ' with-side' : ''}${isPreviewShown ? ' with-preview' : ''}` : ` at-${turn}`;
  return (
    <>
      <Toolbar editor={editor} panes={panes} />
      <ReasonNotice why={editor.data.lectureSeule} />
      <NoticeList notices={editor.notices} path={editor.tabs.active} onHide={() => editor.announce('')} />
      {turn === null ? null : <Turns {...panes} />}
      <div
        class={`panes${shown}`}
        style={{ '--share': `${share}%` }}
        {...(turn !== null && { id: 'tour', role: 'tabpanel', 'aria-labelledby': `tour-${turn}` })}
      >
        {isSearchShown ? <SearchPanel editor={editor} onClose={panes.toggleSearch} /> : null}
        {areFilesShown ? <FilesPanel editor={editor} /> : null}
        <FileView editor={editor} nonce={nonce} />
        {isPreviewShown && turn === null ? <Splitter share={share} onShare={setShare} /> : null}
        {isPreviewShown ? <PreviewPane editor={editor} state={preview} /> : null}
      </div>
      <Questions editor={editor} />
    </>
  );
}

/** A click in the page leads to the file of its section. */
function previewOf(editor: Editor, nonce: string): PreviewState {
  const { api, work, data } = editor;
  const preview = new PreviewState({
    ...{ api, nonce, source: themeSource(work), themeId: data.theme.id },
    pictures: writePicturesBy(data.scripts.pictures, data.adresses.site),
    takeKeystroke: () => editor.takeKeystroke(),
    onSignedOut: (refusal) => editor.note(refusal),
  });
  preview.onSection = ({ type }) => {
    const path = `sections/${type}.liquid`;
    if (work.paths.includes(path)) editor.show(path);
  };
  return preview;
}
