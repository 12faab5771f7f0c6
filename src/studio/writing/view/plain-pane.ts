import type { LibrarySite } from '../../library/props.ts';

export interface TextPaneOptions {
  readonly html: string;
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly site: LibrarySite;
  readonly scripts: { readonly library: string; readonly source: string };
  readonly nonce: string;
  onTyped(): void;
  onNotice(sentence: string): void;
}

export class TextPane {
  readonly #field = document.createElement('textarea');
  constructor(host: HTMLElement, options: TextPaneOptions) {
    this.#field.setAttribute('aria-label', options.label);
    this.#field.className = 'text-body';
    this.#field.value = options.html;
    this.#field.readOnly = options.isReadOnly;
    this.#field.addEventListener('input', () => options.onTyped());
    host.append(this.#field);
  }
  html(): string {
    return this.#field.value;
  }
  setHtml(html: string): void {
    this.#field.value = html;
  }
  focus(): void {
    this.#field.focus();
  }
  destroy(): void {
    this.#field.remove();
  }
}
