/** What an editor asks about a theme, and what it is answered. Offsets are UTF-16 code units from the start of a file. */

/** A stretch of a text; `to` is exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A stretch of a file of the theme. */
export interface FileRange extends Range {
  readonly path: string;
}

export type CompletionKind =
  | 'tag'
  | 'filter'
  | 'object'
  | 'property'
  | 'setting'
  | 'file'
  | 'keyword'
  | 'variable'
  | 'key'
  | 'value';

export interface CompletionItem {
  /** What is shown, and put in where there is no `insert`. */
  readonly label: string;
  readonly kind: CompletionKind;
  /** A few words beside the label: a type, a filter's parameters. */
  readonly detail?: string;
  /** Markdown, French. */
  readonly documentation?: string;
  /**
   * What is put in instead of the label. Fields to fill in are written `${1:name}` or `${1}`, from 1 on; the last is where the cursor ends.
   * A `$`, a `}` or a backslash that is meant as such has a backslash before it.
   */
  readonly insert?: string;
  readonly deprecated?: true;
}

export interface Completions extends Range {
  /** What may stand from `from` to `to`, the best first. The text before the cursor in this range narrows the list. */
  readonly items: readonly CompletionItem[];
}

export interface Hover extends Range {
  /** Markdown, French. */
  readonly text: string;
}

/** A place that names something. */
export interface Reference extends FileRange {
  /** It is where the named thing is declared. */
  readonly isDeclaration?: true;
}

export interface TextEdit extends FileRange {
  readonly text: string;
}

/** What a rename changes: texts, and the names of files. The edits are those of the files under their old names. */
export interface Renaming {
  readonly edits: readonly TextEdit[];
  /** Paths, before and after. */
  readonly files: readonly { readonly from: string; readonly to: string }[];
}

/** Why something cannot have the new name, in a French sentence. */
export interface Refusal {
  readonly refusal: string;
}

export type SymbolKind = 'tag' | 'variable' | 'snippet' | 'section' | 'block' | 'setting' | 'key';

/** One line of a file's outline. */
export interface DocumentSymbol extends Range {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly detail?: string;
  /** The name alone. */
  readonly nameRange: Range;
  readonly children: readonly DocumentSymbol[];
}

/** A change that an editor offers at a place. */
export interface Correction {
  /** French, an imperative: « Remplacer par « settings » ». */
  readonly title: string;
  /** Code of the diagnostic that is answered. */
  readonly code: string;
  /** The diagnostic has this one right answer. */
  readonly isPreferred?: true;
  readonly edits: readonly TextEdit[];
}
