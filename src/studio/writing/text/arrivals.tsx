/** Files on their way into the library: each stands in the text where the picture, or the link to the document, will be, tells how far it is, or why it was refused. */
import { closeHistory } from '@tiptap/pm/history';
import type { Node, Schema } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, Plugin, PluginKey, Selection, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { render } from 'preact';
import { sentName } from '../../library/admitted.ts';
import { isPicture } from '../../library/pictures.ts';
import type { LibraryFile } from '../../library/props.ts';
import { mayBeTakenLater } from '../../library/send-file.ts';
import { ArrivalLine } from './arrival-line.tsx';
import type { LibraryFiles } from './library-files.ts';

interface Change {
  readonly added?: readonly { readonly id: number; readonly position: number; readonly host: HTMLElement }[];
  readonly ended?: number;
}

/** A file, where it comes in the text, and what stood there of its picture. */
interface ArrivingFile {
  readonly file: File;
  readonly position: number;
  readonly words?: PictureWords;
}

/** Description and caption of a picture, as they were pasted; empty for none. */
export interface PictureWords {
  readonly alt: string;
  readonly caption: string;
}

/** The line of the text that tells of a file. */
interface Line {
  readonly id: number;
  readonly file: File;
  readonly words: PictureWords;
  readonly host: HTMLElement;
}

const NO_WORDS: PictureWords = { alt: '', caption: '' };

const KEY = new PluginKey<DecorationSet>('arrivals');

/** Where a block can stand at a place of the text, without dividing what is written there. */
export function blockPlace(doc: Node, position: number): number {
  const $place = doc.resolve(position);
  for (let depth = $place.depth; depth > 0; depth--) {
    const [parent, index] = [$place.node(depth - 1), $place.indexAfter(depth - 1)];
    const { picture } = doc.type.schema.nodes;
    if (picture && parent.canReplaceWith(index, index, picture)) return $place.after(depth);
  }
  return $place.depth === 0 ? position : $place.after(1);
}

/** Whether a node is an empty paragraph, in whose place a picture comes. */
export const isEmptyParagraph = (node: Node | null | undefined): node is Node =>
  node?.type.name === 'paragraph' && node.content.size === 0;

export class Arrivals {
  readonly #files: LibraryFiles;
  #last = 0;

  constructor(files: LibraryFiles) {
    this.#files = files;
  }

  plugin(): Plugin {
    return new Plugin<DecorationSet>({
      key: KEY,
      state: {
        init: () => DecorationSet.empty,
        apply: (transaction, lines) => {
          const change = transaction.getMeta(KEY) as Change | undefined;
          let next = lines.map(transaction.mapping, transaction.doc);
          if (change?.ended !== undefined) {
            next = next.remove(next.find(undefined, undefined, ({ id }) => id === change.ended));
          }
          const added = (change?.added ?? []).map(({ id, position, host }) =>
            Decoration.widget(position, host, {
              id,
              side: -1,
              key: `arrival-${id}`,
              ignoreSelection: true,
              stopEvent: () => true,
            }),
          );
          return added.length > 0 ? next.add(transaction.doc, added) : next;
        },
      },
      props: { decorations: (state) => KEY.getState(state) },
    });
  }

  /** Whether a file is still sent. */
  isBusy(state: EditorState): boolean {
    return (KEY.getState(state)?.find().length ?? 0) > 0;
  }

  /** Takes files into the library, and into the text their pictures, or links to documents. @param position where the first of them comes */
  add(view: EditorView, files: readonly File[], position: number): void {
    const place = blockPlace(view.state.doc, position);
    this.addInto(
      view.state.tr,
      view,
      files.map((file) => ({ file, position: place })),
    );
  }

  /** The same as part of another change, which this dispatches. */
  addInto(transaction: Transaction, view: EditorView, files: readonly ArrivingFile[]): void {
    const added = files.map((arriving) => {
      const host = document.createElement('div');
      host.className = 'arrival';
      host.contentEditable = 'false';
      return { ...arriving, id: ++this.#last, host };
    });
    view.dispatch(transaction.setMeta(KEY, { added } satisfies Change));
    for (const { id, file, words = NO_WORDS, host } of added) void this.#send(view, { id, file, words, host });
  }

  async #send(view: EditorView, line: Line): Promise<void> {
    const { id, file, words, host } = line;
    const name = sentName(file.name);
    const show = (share: number) => render(<ArrivalLine name={name} share={share} />, host);
    show(0);
    try {
      this.#put(view, id, await this.#files.take(file, show), words);
    } catch (error) {
      const again = mayBeTakenLater(error) ? () => void this.#send(view, line) : null;
      const refused = { words: (error as Error).message, again, leave: () => this.#end(view, id) };
      render(<ArrivalLine name={name} share={0} refused={refused} />, host);
    }
  }

  #end(view: EditorView, id: number): void {
    view.dispatch(view.state.tr.setMeta(KEY, { ended: id } satisfies Change));
    view.focus();
  }

  /** Puts an arrived file where its line stands, in place of an empty paragraph before the line. */
  #put(view: EditorView, id: number, file: LibraryFile, words: PictureWords): void {
    if (view.isDestroyed) return;
    const { state } = view;
    const [line] = KEY.getState(state)?.find(undefined, undefined, (one) => one.id === id) ?? [];
    // The place was deleted meanwhile; the file is in the library.
    if (!line) return;
    const node = isPicture(file) ? pictureOf(state.schema, file, words) : linkTo(state.schema, file);
    if (!node) return;
    const before = state.doc.resolve(line.from).nodeBefore;
    const from = isEmptyParagraph(before) ? line.from - before.nodeSize : line.from;
    const transaction = state.tr.setMeta(KEY, { ended: id } satisfies Change).replaceWith(from, line.from, node);
    const isThere = state.selection.from >= from && state.selection.to <= line.from;
    if (isThere) {
      const { doc } = transaction;
      const end = doc.resolve(from + node.nodeSize);
      transaction.setSelection(isPicture(file) ? NodeSelection.create(doc, from) : Selection.near(end, -1));
    }
    // Undo takes the file back, and not what was typed just before.
    view.dispatch(closeHistory(transaction));
  }
}

/** What was pasted with a picture counts before what the library knows of it. */
const pictureOf = ({ nodes }: Schema, { src, alt }: LibraryFile, words: PictureWords): Node | undefined =>
  nodes.picture?.create({ src, alt: words.alt || alt, caption: words.caption });

/** A document is a link with its name, in a paragraph. */
const linkTo = (schema: Schema, { src, nom }: LibraryFile): Node | undefined =>
  schema.nodes.paragraph?.create(null, schema.text(nom, [schema.mark('link', { href: src })]));
