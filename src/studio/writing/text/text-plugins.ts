/** What the editor does beyond its nodes and marks: views with fields, keys, files that are dropped or pasted, links that are not followed. */
import { Extension, InputRule } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { Arrivals } from './arrivals.tsx';
import { HtmlBlockView } from './html-block-view.ts';
import type { LibraryFiles } from './library-files.ts';
import { nearBlocks } from './near-blocks.ts';
import { enterFields } from './node-fields.ts';
import type { Pasting } from './pasting.ts';
import { PictureView } from './picture-view.tsx';
import { VideoView } from './video-view.ts';

export interface TextPluginsOptions {
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly files: LibraryFiles;
  readonly arrivals: Arrivals;
  readonly pasting: Pasting;
  readonly onLink: () => void;
  /** Moves the keyboard to the tools. */
  readonly onTools: () => void;
}

/** A link of the text is a place to write, also where the text is only read. */
function stayHere(_: EditorView, event: MouseEvent): boolean {
  if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
  return false;
}

/** The sign of a list's item, typed by habit at the beginning of an item of such a list, is not part of the text. */
const signOfItem = new InputRule({
  find: /^(?:[-*+]|\d{1,9}[.)]) $/,
  handler({ state, range, match }) {
    const { $from } = state.selection;
    const kind = /\d/.test(match[0]) ? 'orderedList' : 'bulletList';
    if ($from.depth < 2 || $from.index(-1) > 0 || $from.node(-2).type.name !== kind) return null;
    state.tr.delete(range.from, range.to);
  },
});

/** After Escape, Tab leaves the text from a list or a table, too: nobody is caught in it. */
function tabAfterEscape(): (view: EditorView, event: KeyboardEvent) => boolean {
  let leaves = false;
  return (_, { key }) => {
    const isLeaving = leaves && key === 'Tab';
    if (key !== 'Shift') leaves = key === 'Escape';
    return isLeaving;
  };
}

export const textPlugins = ({ label, isReadOnly, files, arrivals, pasting, onLink, onTools }: TextPluginsOptions) =>
  Extension.create({
    name: 'textPlugins',
    priority: 1000,
    addKeyboardShortcuts() {
      const opening = (run: () => void) => () => {
        run();
        return true;
      };
      return { 'Mod-k': opening(onLink), 'Alt-F10': opening(onTools), Tab: () => enterFields(this.editor.view) };
    },
    addInputRules: () => [signOfItem],
    addProseMirrorPlugins: () => [
      arrivals.plugin(),
      pasting.plugin(),
      nearBlocks(),
      new Plugin({
        props: {
          nodeViews: {
            picture: (node, view, position) => new PictureView(files, node, view, position),
            htmlBlock: (node, view, position) => new HtmlBlockView(node, view, position),
            video: (node, view, position) => new VideoView(node, view, position),
          },
          attributes: ({ doc }) => ({
            'aria-label': label,
            'aria-multiline': 'true',
            ...(isReadOnly && { 'aria-readonly': 'true', tabindex: '0' }),
            class:
              doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.firstChild.content.size === 0
                ? 'text-area unwritten'
                : 'text-area',
          }),
          handleDOMEvents: { click: stayHere, auxclick: stayHere, keydown: tabAfterEscape() },
          handleDrop(view, event, _slice, isMoved) {
            const dropped = [...(event.dataTransfer?.files ?? [])];
            if (isMoved || dropped.length === 0) return false;
            event.preventDefault();
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
            arrivals.add(view, dropped, at?.pos ?? view.state.doc.content.size);
            return true;
          },
        },
      }),
    ],
  });
