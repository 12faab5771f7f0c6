/** A node of the text that is shown by elements with fields of their own. */
import type { Node } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import type { EditorView, NodeView } from '@tiptap/pm/view';

export type PositionOf = () => number | undefined;

/** Base of such views: what happens in the fields is theirs, and what they change goes into the text. */
export abstract class FieldsView implements NodeView {
  readonly dom: HTMLElement;
  protected node: Node;
  protected readonly view: EditorView;
  readonly #position: PositionOf;
  protected isSelected = false;

  constructor(element: HTMLElement, node: Node, view: EditorView, position: PositionOf) {
    this.dom = element;
    this.dom.contentEditable = 'false';
    this.node = node;
    this.view = view;
    this.#position = position;
  }

  /** Shows the node as it is now. */
  protected abstract show(): void;

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false;
    this.node = node;
    this.show();
    return true;
  }

  selectNode(): void {
    this.isSelected = true;
    this.dom.classList.add('chosen');
    this.show();
  }

  deselectNode(): void {
    this.isSelected = false;
    this.dom.classList.remove('chosen');
    this.show();
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('[data-fields]') !== null;
  }

  ignoreMutation(): boolean {
    return true;
  }

  /** Changes attributes of the node, and keeps the node selected. Changes in quick succession are undone together. */
  protected change(attributes: Readonly<Record<string, unknown>>): void {
    const position = this.#position();
    if (position === undefined || !this.view.editable) return;
    const transaction = this.view.state.tr.setNodeMarkup(position, undefined, { ...this.node.attrs, ...attributes });
    this.view.dispatch(transaction.setSelection(NodeSelection.create(transaction.doc, position)));
  }

  protected remove(): void {
    const position = this.#position();
    if (position === undefined) return;
    this.view.dispatch(this.view.state.tr.delete(position, position + this.node.nodeSize));
    this.view.focus();
  }

  /** Gives the keyboard back to the text, where the node is selected. */
  protected leave(): void {
    const position = this.#position();
    if (position === undefined) return;
    this.view.focus();
    this.view.dispatch(this.view.state.tr.setSelection(NodeSelection.create(this.view.state.doc, position)));
  }
}

/** Puts the keyboard into the first field of the selected node. @returns false where it has none */
export function enterFields(view: EditorView): boolean {
  const { selection } = view.state;
  const element = selection instanceof NodeSelection ? view.nodeDOM(selection.from) : null;
  const field =
    element instanceof HTMLElement ? element.querySelector<HTMLElement>('[data-fields] :is(input, textarea)') : null;
  field?.focus();
  return field !== null;
}
