import { PublishedQuestion } from '../../parts/published-question.tsx';
import type { Editor } from '../state/editor.ts';
import { NewFileDialog, RemoveDialog, RenameDialog } from './file-dialogs.tsx';
import { ReferencesDialog, RenameNameDialog } from './name-dialogs.tsx';
import { QuickOpen } from './quick-open.tsx';

/** What the editor asks or shows above the page. */
export function Questions({ editor }: { readonly editor: Editor }) {
  const { question } = editor;
  const asked = { editor, onClose: () => editor.ask(null) };
  switch (question?.kind) {
    case undefined:
      return null;
    case 'new':
      return <NewFileDialog {...asked} />;
    case 'open':
      return <QuickOpen {...asked} />;
    case 'move':
      return <RenameDialog {...asked} path={question.path} />;
    case 'remove':
      return <RemoveDialog {...asked} path={question.path} />;
    case 'rename':
      return <RenameNameDialog {...asked} question={question} />;
    case 'references':
      return <ReferencesDialog {...asked} question={question} />;
    case 'published':
      return <PublishedDialog editor={editor} />;
  }
}

/** Asks before a save changes a theme that was published while it was edited. */
function PublishedDialog({ editor }: { readonly editor: Editor }) {
  const end = () => {
    editor.ask(null);
    editor.announce('Rien n’a été enregistré.');
  };
  return <PublishedQuestion onAgree={() => void editor.saveToPublished()} onClose={end} />;
}
