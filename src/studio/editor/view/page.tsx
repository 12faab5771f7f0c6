import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Editor } from '../state/editor.ts';
import { PreviewState } from '../state/preview-state.ts';
import { saveAll, saveToPublished } from '../state/saving.ts';
import { Dialog } from './dialog.tsx';
import { NewFileDialog, RemoveDialog, RenameDialog } from './file-dialogs.tsx';
import { FileView } from './file-view.tsx';
import { FilesPanel } from './files-panel.tsx';
import { NameDialog } from './name-dialogs.tsx';
import { NoticeList } from './notice-list.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { QuickOpen } from './quick-open.tsx';
import { SearchPanel } from './search-panel.tsx';
import { keptShare, Splitter } from './splitter.tsx';
import { Toolbar } from './toolbar.tsx';
import { useEditor } from './use-editor.ts';

/** The question that is shown above the page. */
type Question = { readonly kind: 'new' | 'open' } | { readonly kind: 'rename' | 'remove'; readonly path: string };

/** Below this width code and preview take turns, CSS pixels; the style sheet has it too. */
const NARROW = '(max-width: 900px)';
/** Below this width the files, or what a search finds, take turns with both, CSS pixels; the style sheet has it too. */
const PHONE = '(max-width: 600px)';

export function EditorPage({ editor, nonce }: { readonly editor: Editor; readonly nonce: string }) {
  useEditor(editor);
  const preview = useMemo(() => new PreviewState(editor), [editor]);
  const [isPreviewShown, setPreviewShown] = useState(!matchMedia(NARROW).matches);
  const [isSearchShown, setSearchShown] = useState(false);
  const [areFilesShown, setFilesShown] = useState(true);
  const [question, setQuestion] = useState<Question | null>(null);
  const [share, setShare] = useState(keptShare);
  const close = () => setQuestion(null);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === 's' && !event.shiftKey) void saveAll(editor);
      else if (key === 'p' && !event.shiftKey) setQuestion({ kind: 'open' });
      else if (key === 'f' && event.shiftKey) setSearchShown(true);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  }, [editor]);

  const putSideAway = () => {
    setFilesShown(false);
    setSearchShown(false);
  };
  // On a narrow page, choosing a file shows its code.
  const { shows } = editor;
  useEffect(() => {
    if (shows > 0 && matchMedia(NARROW).matches) setPreviewShown(false);
    if (shows > 0 && matchMedia(PHONE).matches) putSideAway();
  }, [shows]);

  const ask = (kind: 'rename' | 'remove') => (path: string) => {
    if (!editor.isReadOnly) setQuestion({ kind, path });
  };
  const hasSide = isSearchShown || areFilesShown;
  const fileActs = { onRename: ask('rename'), onRemove: ask('remove') };
  return (
    <>
      <Toolbar
        editor={editor}
        isPreviewShown={isPreviewShown}
        isSearchShown={isSearchShown}
        areFilesShown={areFilesShown && !isSearchShown}
        onTogglePreview={() => {
          const isCovered = hasSide && matchMedia(PHONE).matches;
          if (isCovered) putSideAway();
          setPreviewShown(isCovered || !isPreviewShown);
        }}
        onToggleSearch={() => setSearchShown(!isSearchShown)}
        onToggleFiles={() => {
          // The search takes their place.
          setFilesShown(isSearchShown || !areFilesShown);
          setSearchShown(false);
        }}
        onQuickOpen={() => setQuestion({ kind: 'open' })}
      />
      {editor.data.lectureSeule === null ? null : (
        <p class={editor.data.site.role === 'lecteur' ? 'notice calm' : 'notice'}>{editor.data.lectureSeule}</p>
      )}
      <NoticeList editor={editor} />
      <div
        class={`panes${hasSide ? ' with-side' : ''}${isPreviewShown ? ' with-preview' : ''}`}
        style={{ '--share': `${share}%` }}
      >
        {isSearchShown ? (
          <SearchPanel editor={editor} onClose={() => setSearchShown(false)} />
        ) : areFilesShown ? (
          <FilesPanel editor={editor} onCreate={() => setQuestion({ kind: 'new' })} {...fileActs} />
        ) : null}
        <FileView editor={editor} nonce={nonce} {...fileActs} />
        {isPreviewShown ? <Splitter share={share} onShare={setShare} /> : null}
        {isPreviewShown ? <PreviewPane editor={editor} state={preview} nonce={nonce} /> : null}
      </div>
      {question?.kind === 'new' ? <NewFileDialog editor={editor} onClose={close} /> : null}
      {question?.kind === 'open' ? <QuickOpen editor={editor} onClose={close} /> : null}
      {question?.kind === 'rename' ? <RenameDialog editor={editor} path={question.path} onClose={close} /> : null}
      {question?.kind === 'remove' ? <RemoveDialog editor={editor} path={question.path} onClose={close} /> : null}
      {editor.nameQuestion ? <NameDialog editor={editor} question={editor.nameQuestion} /> : null}
      {editor.asksForPublished ? <PublishedQuestion editor={editor} /> : null}
    </>
  );
}

/** Asks before a save changes a theme that was published while it was edited. */
function PublishedQuestion({ editor }: { readonly editor: Editor }) {
  const end = () => {
    editor.asksForPublished = false;
    editor.announce('Rien n’a été enregistré.');
  };
  return (
    <Dialog title="Changer le site public ?" onClose={end}>
      <p>
        Ce thème a été publié depuis que vous l’avez ouvert : si vous enregistrez, les visiteurs voient la modification.
      </p>
      <p class="choices">
        <button type="button" class="primary" onClick={() => void saveToPublished(editor)}>
          Enregistrer sur le site public
        </button>
        <button type="button" onClick={end}>
          Ne pas enregistrer
        </button>
      </p>
    </Dialog>
  );
}
