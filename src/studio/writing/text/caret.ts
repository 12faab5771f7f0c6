import type { EditorState } from '@tiptap/pm/state';
import { Observable } from '../../observable.ts';
import { isSamePlace, type Place, placeOf } from './place.ts';

/** Where the caret is, told only when what the toolbar shows is another: most keys change nothing there. */
export class Caret extends Observable {
  #place: Place;

  constructor(state: EditorState) {
    super();
    this.#place = placeOf(state);
  }

  get place(): Place {
    return this.#place;
  }

  follow(state: EditorState): void {
    const next = placeOf(state);
    if (isSamePlace(this.#place, next)) return;
    this.#place = next;
    this.changed();
  }
}
