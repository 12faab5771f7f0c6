/** What comes from the clipboard or is dropped as text: clean structure, and pictures that go to the library. */
import { DOMParser, type Node, type ResolvedPos, type Slice } from '@tiptap/pm/model';
import { Plugin, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { cleanPasted } from '../paste/clean-pasted.ts';
import { cleanPastedText } from '../paste/clean-pasted-text.ts';
import type { Arrivals } from './arrivals.tsx';
import { blockPlace } from './arrivals.tsx';

/** The end of a file's name by its type. */
const ENDS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/svg+xml': 'svg' };

const missingWords = (count: number): string =>
  count === 1
    ? 'Une image du texte collé n’était pas dans le presse-papiers : ajoutez-la avec « Image ».'
    : `${count} images du texte collé n’étaient pas dans le presse-papiers : ajoutez-les avec « Image ».`;

export class Pasting {
  readonly #arrivals: Arrivals;
  readonly #onNotice: (sentence: string) => void;
  /** What was copied here last, which comes back whole; a page that writes the same HTML gives back no more than that. */
  #copied: { readonly slice: Slice; html: string } | null = null;
  /** Pictures of what is being pasted, by the `src` that stands for each. */
  #pictures: ReadonlyMap<string, Blob> = new Map();

  constructor(arrivals: Arrivals, onNotice: (sentence: string) => void) {
    this.#arrivals = arrivals;
    this.#onNotice = onNotice;
  }

  plugin(): Plugin {
    return new Plugin({
      props: {
        transformCopied: (slice) => {
          this.#copied = { slice, html: '' };
          return slice;
        },
        handleDOMEvents: {
          copy: (_, event) => this.#afterCopy(event),
          cut: (_, event) => this.#afterCopy(event),
        },
        handlePaste: (view, event) => this.#paste(view, event),
        transformPastedHTML: (html) => (this.#isOwn(html) ? html : this.#clean(html)),
        clipboardTextParser: (text, context) => sliceOf(cleanPastedText(text), context),
      },
    });
  }

  /** The editor writes the HTML after this event has come here. */
  #afterCopy(event: ClipboardEvent): false {
    const { clipboardData } = event;
    addEventListener(
      event.type,
      () => {
        if (this.#copied && clipboardData) this.#copied.html = clipboardData.getData('text/html');
      },
      { once: true },
    );
    return false;
  }

  #isOwn(html: string): boolean {
    return this.#copied !== null && this.#copied.html !== '' && html.includes(this.#copied.html);
  }

  #clean(html: string): string {
    const { html: clean, pictures, dropped } = cleanPasted(html);
    this.#pictures = pictures;
    if (dropped > 0) this.#onNotice(missingWords(dropped));
    return clean;
  }

  #paste(view: EditorView, event: ClipboardEvent): boolean {
    const { clipboardData } = event;
    const html = clipboardData?.getData('text/html') ?? '';
    const files = [...(clipboardData?.files ?? [])];
    // A document comes with a picture of itself: a file counts where the text has nothing.
    if (files.length > 0 && (html === '' || isOnlyPicture(html))) {
      this.#arrivals.add(view, files, view.state.selection.to);
      return true;
    }
    if (html === '' || !this.#copied || !this.#isOwn(html) || view.state.selection.$from.parent.type.spec.code)
      return false;
    view.dispatch(
      view.state.tr
        .replaceSelection(this.#copied.slice)
        .scrollIntoView()
        .setMeta('paste', true)
        .setMeta('uiEvent', 'paste'),
    );
    return true;
  }

  /** Sends the pictures of what was just pasted: each leaves its place to a line that tells how far it is. */
  follow(view: EditorView, transaction: Transaction): void {
    const pictures = this.#pictures;
    if (pictures.size === 0 || !['paste', 'drop'].includes(transaction.getMeta('uiEvent'))) return;
    this.#pictures = new Map();
    const found: { readonly node: Node; readonly position: number; readonly bytes: Blob }[] = [];
    const { tr } = view.state;
    view.state.doc.descendants((node, position) => {
      const bytes = node.type.name === 'picture' && pictures.get(String(node.attrs.src));
      if (bytes) found.push({ node, position, bytes });
      return !node.isTextblock;
    });
    if (found.length === 0) return;
    // The same change for undo as the paste.
    tr.setMeta('appendedTransaction', transaction);
    for (const { node, position } of found.toReversed()) tr.delete(position, position + node.nodeSize);
    const files = found.map(({ node, position, bytes }, index) => ({
      file: new File([bytes], `image-collee-${index + 1}.${endOf(bytes)}`, { type: bytes.type }),
      position: blockPlace(tr.doc, tr.mapping.map(position)),
      words: { alt: String(node.attrs.alt ?? ''), caption: String(node.attrs.caption ?? '') },
    }));
    this.#arrivals.addInto(tr, view, files);
  }
}

const endOf = ({ type }: Blob): string => ENDS[type] ?? type.replace(/^.*\//, '');

/** Whether HTML has nothing but a picture, as browsers write for one that is copied. */
function isOnlyPicture(html: string): boolean {
  const text = html.replace(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/gi, '');
  return /<img\b/i.test(text) && text.replace(/<[^>]*>/g, '').trim() === '';
}

/** Clean HTML as a part of the text; a document that is made for it loads and runs nothing. */
function sliceOf(html: string, context: ResolvedPos): Slice {
  const { body } = new window.DOMParser().parseFromString(html, 'text/html');
  return DOMParser.fromSchema(context.doc.type.schema).parseSlice(body, { context, preserveWhitespace: true });
}
