/** Windows above the text: each is drawn when it is opened, and gives the keyboard back to the text. */
import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { type ComponentChild, render } from 'preact';
import { KeysDialog } from './keys-dialog.tsx';
import type { LibraryFiles } from './library-files.ts';
import { applyLink, linkWords, removeLink } from './link-acts.ts';
import { LinkDialog } from './link-dialog.tsx';
import type { LinkPlaces } from './link-places.ts';
import type { Windows } from './tools.tsx';
import { VideoDialog } from './video-dialog.tsx';

type Closing = () => void;

function open(draw: (close: Closing) => ComponentChild): void {
  const host = document.body.appendChild(document.createElement('div'));
  host.dataset.ownKeys = '';
  const close = () => {
    render(null, host);
    host.remove();
  };
  render(draw(close), host);
}

/** Puts a block where the caret is, and selects the block, so that its fields show. */
function insertBlock(editor: Editor, type: string, attrs: Readonly<Record<string, unknown>>): void {
  const { from } = editor.state.selection;
  editor.chain().focus().insertContent({ type, attrs }).run();
  const { doc, tr } = editor.state;
  let at: number | undefined;
  doc.nodesBetween(Math.max(0, from - 2), Math.min(doc.content.size, from + 3), (node, position) => {
    if (node.type.name === type && node.attrs.src === attrs.src) at = position;
  });
  if (at !== undefined) editor.view.dispatch(tr.setSelection(NodeSelection.create(doc, at)).scrollIntoView());
}

export const windowsOf = (
  editor: Editor,
  {
    files,
    places,
    onNotice,
  }: { readonly files: LibraryFiles; readonly places: LinkPlaces; onNotice(sentence: string): void },
): Windows => ({
  link() {
    const before = linkWords(editor);
    open((close) => (
      <LinkDialog
        {...before}
        places={places}
        onApply={(link) => {
          close();
          applyLink(editor, link);
        }}
        onRemove={() => {
          close();
          removeLink(editor);
        }}
        onClose={close}
      />
    ));
  },
  async picture() {
    try {
      const file = await files.choose(null);
      if (file) insertBlock(editor, 'picture', { src: file.src, alt: file.alt });
    } catch (error) {
      onNotice((error as Error).message);
    }
  },
  video() {
    open((close) => (
      <VideoDialog
        onApply={(video) => {
          close();
          insertBlock(editor, 'video', {
            ...video,
            kept: { allowfullscreen: '', loading: 'lazy' },
          });
        }}
        onClose={close}
      />
    ));
  },
  keys() {
    open((close) => <KeysDialog onClose={close} />);
  },
});
