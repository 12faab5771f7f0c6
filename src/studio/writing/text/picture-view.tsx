import type { Node } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { render } from 'preact';
import { pictureAt } from '../../../../engine/pictures/facts.ts';
import { largeAddress } from '../../library/pictures.ts';
import type { LibraryFile } from '../../library/props.ts';
import type { LibraryFiles } from './library-files.ts';
import { FieldsView, type PositionOf } from './node-fields.ts';
import { PictureFields } from './picture-fields.tsx';

/** How far below the window pictures are asked for already. */
const AHEAD = '600px';

const isEmbedded = (src: string): boolean => /^data:image\//i.test(src);

/** What stands where the editor shows no picture: an address of another host is asked for nothing. */
function insteadOf(src: string): string {
  if (src === '') return 'Aucune image';
  const host = URL.canParse(src) ? new URL(src).host : /^\/\/([^/]+)/.exec(src)?.[1];
  if (host) return `Image d’un autre site (${host}). Les visiteurs la voient ; l’éditeur ne la charge pas.`;
  return `Image du site : ${src}`;
}

let count = 0;

/** A picture in the text, with its description, caption and width where the picture is selected. */
export class PictureView extends FieldsView {
  readonly #files: LibraryFiles;
  readonly #image = document.createElement('img');
  readonly #instead = document.createElement('p');
  readonly #caption = document.createElement('figcaption');
  readonly #fields = document.createElement('div');
  readonly #seen: IntersectionObserver;
  readonly #choice = `largeur-${++count}`;
  #file: LibraryFile | null = null;
  #shownOf: string | null = null;
  #isNear = false;

  constructor(files: LibraryFiles, node: Node, view: EditorView, position: PositionOf) {
    super(document.createElement('figure'), node, view, position);
    this.#files = files;
    this.dom.className = 'text-picture';
    this.#image.draggable = false;
    this.#instead.className = 'picture-instead';
    this.#fields.dataset.fields = '';
    this.#fields.className = 'picture-fields';
    this.dom.append(this.#image, this.#instead, this.#caption, this.#fields);
    this.#seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        this.#isNear = true;
        this.#seen.disconnect();
        this.show();
      },
      { rootMargin: AHEAD },
    );
    this.#seen.observe(this.dom);
    this.show();
  }

  get #source(): string {
    return String(this.node.attrs.src ?? '').trim();
  }

  protected show(): void {
    const { alt, caption, width } = this.node.attrs;
    this.#image.alt = String(alt ?? '');
    this.dom.dataset.width = String(width ?? '');
    this.dom.classList.toggle('undescribed', !alt);
    this.#caption.textContent = String(caption ?? '');
    this.#caption.hidden = !caption || this.isSelected;
    this.#showPicture();
    const isOpen = this.isSelected && this.view.editable;
    this.#fields.hidden = !isOpen;
    render(isOpen ? <PictureFields {...this.#fieldProps()} /> : null, this.#fields);
  }

  #fieldProps() {
    const { alt, caption, width } = this.node.attrs;
    return {
      choice: this.#choice,
      alt: String(alt ?? ''),
      caption: String(caption ?? ''),
      width: Number(width) || null,
      suggestion: this.#file?.alt ?? '',
      onChange: (attributes: Readonly<Record<string, unknown>>) => this.change(attributes),
      onExchange: () => void this.#exchange(),
      onRemove: () => this.remove(),
      onLeave: () => this.leave(),
    };
  }

  /** Shows the picture of the address once, when the picture comes near the window. */
  #showPicture(): void {
    const src = this.#source;
    if (src === this.#shownOf || !this.#isNear) return;
    this.#shownOf = src;
    this.#file = null;
    const id = pictureAt(src);
    if (id !== undefined) {
      this.#put(null, 'Image de la bibliothèque…');
      this.#files.read(id).then(
        (file) => {
          if (this.#shownOf !== src) return;
          this.#file = file;
          this.#put(largeAddress(this.#files.site.path, file), '');
        },
        (error) => this.#shownOf === src && this.#put(null, (error as Error).message),
      );
    } else if (isEmbedded(src)) this.#put(src, '');
    else this.#put(null, insteadOf(src));
  }

  #put(address: string | null, words: string): void {
    if (address === null) this.#image.removeAttribute('src');
    else this.#image.src = address;
    this.#image.hidden = address === null;
    this.#instead.textContent = words;
    this.#instead.hidden = words === '';
  }

  async #exchange(): Promise<void> {
    const file = await this.#files.choose(pictureAt(this.#source) ?? null);
    // The old description does not fit another picture.
    if (file && file.src !== this.#source) this.change({ src: file.src, alt: file.alt, imageKept: null });
  }

  destroy(): void {
    this.#seen.disconnect();
    render(null, this.#fields);
  }
}
