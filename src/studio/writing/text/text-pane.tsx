import { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { render } from 'preact';
import type { LibrarySite } from '../../library/props.ts';
import { LinkPlaces } from '../../links/link-places.ts';
import { parseContent } from '../html/content.ts';
import { serialise } from '../html/serialise.ts';
import { contentExtensions } from '../schema/content-schema.ts';
import type { SourceField } from '../source/main.ts';
import { Arrivals } from './arrivals.tsx';
import { blockChanges } from './block-changes.ts';
import { Caret } from './caret.ts';
import { LibraryFiles } from './library-files.ts';
import { Pasting } from './pasting.ts';
import { textPlugins } from './text-plugins.ts';
import { Toolbar } from './toolbar.tsx';
import type { Windows } from './tools.tsx';
import { windowsOf } from './windows.tsx';

export interface TextPaneOptions {
  /** The stored text. */
  readonly html: string;
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly site: LibrarySite;
  /** Addresses of scripts that are loaded when they are first needed. */
  readonly scripts: { readonly library: string; readonly source: string };
  /** Nonce under which the page's policy lets style sheets in. */
  readonly nonce: string;
  /** A person has changed the text: what it is now is asked for after a pause. */
  onTyped(): void;
  /** Something that a person has to know. */
  onNotice(sentence: string): void;
}

type SourceScript = typeof import('../source/main.ts');

/** Marks a change that nobody typed here. */
const OUTSIDE = 'outside';

/** The text of a page or an article: the toolbar, the text as it is written, and its source as HTML in the text's place. */
export class TextPane {
  readonly #options: TextPaneOptions;
  readonly #tools = document.createElement('div');
  readonly #text = document.createElement('div');
  readonly #source = document.createElement('div');
  readonly #editor: Editor;
  readonly #caret: Caret;
  readonly #windows: Windows;
  readonly #pasting: Pasting;
  #field: SourceField | null = null;
  #isOpening = false;

  constructor(host: HTMLElement, options: TextPaneOptions) {
    this.#options = options;
    this.#tools.className = 'text-head';
    this.#text.className = 'text-body';
    this.#source.className = 'text-source code';
    this.#source.hidden = true;
    host.append(this.#tools, this.#text, this.#source);
    const files = new LibraryFiles(options.site, options.scripts.library);
    const arrivals = new Arrivals(files);
    this.#pasting = new Pasting(arrivals, options.onNotice);
    const plugins = textPlugins({
      label: options.label,
      isReadOnly: options.isReadOnly,
      files,
      arrivals,
      pasting: this.#pasting,
      onLink: () => this.#windows.link(),
      onTools: () => this.#tools.querySelector<HTMLElement>('[data-tool][tabindex="0"]')?.focus(),
    });
    this.#editor = new Editor({
      element: this.#text,
      extensions: [plugins, ...contentExtensions()],
      content: parseContent(options.html).doc,
      editable: !options.isReadOnly,
      // The page's style sheet has these rules.
      injectCSS: false,
      // What is pasted stays as it is: signs of Markdown are signs there.
      enablePasteRules: false,
      // Nobody listens to what they tell, which costs time on each deletion.
      enableCoreExtensions: { delete: false },
      onTransaction: ({ transaction }) => this.#follow(transaction),
    });
    this.#caret = new Caret(this.#editor.state);
    this.#windows = windowsOf(this.#editor, {
      files,
      places: new LinkPlaces(options.site),
      onNotice: options.onNotice,
    });
    this.#draw();
  }

  /** The text as it is stored. Blocks that were not changed are not written anew. */
  html(): string {
    return this.#field ? this.#field.text() : serialise(this.#editor.state.doc);
  }

  /** Shows a text that was changed elsewhere: only the blocks that differ are others then, and undo does not take that back. */
  setHtml(html: string): void {
    if (this.#field) this.#field.setText(html);
    else this.#change(html, true);
  }

  focus(): void {
    if (this.#field) this.#field.focus();
    else this.#editor.view.focus();
  }

  destroy(): void {
    render(null, this.#tools);
    this.#field?.destroy();
    this.#editor.destroy();
    for (const part of [this.#tools, this.#text, this.#source]) part.remove();
  }

  #follow(transaction: Transaction): void {
    this.#caret?.follow(this.#editor.state);
    if (!transaction.docChanged) return;
    this.#pasting.follow(this.#editor.view, transaction);
    if (!transaction.getMeta(OUTSIDE)) this.#options.onTyped();
  }

  #change(html: string, isOutside: boolean): void {
    const changes = blockChanges(this.#editor.state, html);
    if (!changes) return;
    if (isOutside) changes.setMeta('addToHistory', false).setMeta(OUTSIDE, true);
    this.#editor.view.dispatch(changes);
  }

  #draw(): void {
    if (this.#options.isReadOnly) return;
    render(
      <Toolbar
        editor={this.#editor}
        caret={this.#caret}
        windows={this.#windows}
        isSource={this.#field !== null}
        onSource={() => void this.#toggleSource()}
      />,
      this.#tools,
    );
  }

  async #toggleSource(): Promise<void> {
    if (this.#field) this.#closeSource(this.#field);
    else await this.#openSource();
    this.#text.hidden = this.#field !== null;
    this.#source.hidden = this.#field === null;
    this.#draw();
    this.focus();
  }

  async #openSource(): Promise<void> {
    if (this.#isOpening) return;
    this.#isOpening = true;
    const { isReadOnly, nonce, scripts, onTyped, onNotice } = this.#options;
    try {
      const { SourceField } = (await import(scripts.source)) as SourceScript;
      const text = serialise(this.#editor.state.doc);
      this.#field = new SourceField(this.#source, { text, label: 'Source HTML', isReadOnly, nonce, onTyped });
    } catch {
      onNotice('La vue HTML ne s’est pas ouverte : vérifiez votre connexion, puis recommencez.');
    }
    this.#isOpening = false;
  }

  /** Takes the source over as one change, which undo takes back. */
  #closeSource(field: SourceField): void {
    const html = field.text();
    field.destroy();
    this.#field = null;
    // What was typed there was told already.
    const changes = blockChanges(this.#editor.state, html);
    if (changes) this.#editor.view.dispatch(changes.setMeta(OUTSIDE, true));
  }
}
