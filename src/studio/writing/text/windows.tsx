/** Windows above the text: each is drawn when it is opened, and gives the keyboard back to the text. */
import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { NodeSelection } from '@tiptap/pm/state';
import { type ComponentChild, render } from 'preact';
import type { LinkPlaces } from '../../links/link-places.ts';
import { blockPlace, isEmptyParagraph } from './arrivals.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import type { LibraryFiles } from './library-files.ts';
import { applyLink, linkWords, removeLink } from './link-acts.ts';
import { LinkDialog } from './link-dialog.tsx';
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

/** Puts a block after what the caret is in, or in place of an empty paragraph, and selects the block, so that its fields show. */
function insertBlock({ state, view, schema }: Editor, type: string, attrs: Readonly<Record<string, unknown>>): void {
  const { doc, selection, tr } = state;
  const node = schema.nodes[type]?.create(attrs);
  if (!node) return;
  const { $from, to } = selection;
  const isSelected = selection instanceof NodeSelection;
  const isEmpty = !isSelected && $from.depth > 0 && isEmptyParagraph($from.parent);
  const at = isEmpty ? $from.before() : isSelected ? to : blockPlace(doc, to);
  // Undo takes the block back, and not what was written just before.
  closeHistory(tr).replaceWith(at, isEmpty ? $from.after() : at, node);
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, at)).scrollIntoView());
  view.focus();
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
            // The host plays nothing for a page that does not say where the player stands.
            frameKept: { allowfullscreen: '', loading: 'lazy', referrerpolicy: 'strict-origin-when-cross-origin' },
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
