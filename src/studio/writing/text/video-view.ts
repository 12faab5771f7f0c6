import type { Node } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { FieldsView, type PositionOf } from './node-fields.ts';

/** A video in the text: its host and its address. The player itself is loaded by visitors only. */
export class VideoView extends FieldsView {
  readonly #host = document.createElement('strong');
  readonly #address = document.createElement('span');

  constructor(node: Node, view: EditorView, position: PositionOf) {
    super(document.createElement('div'), node, view, position);
    this.dom.className = 'text-video';
    this.dom.append(this.#host, this.#address);
    this.show();
  }

  protected show(): void {
    const src = String(this.node.attrs.src ?? '');
    const title = String(this.node.attrs.title ?? '');
    this.#host.textContent = title || 'Vidéo';
    this.#address.textContent = src;
  }
}
