/** What the toolbar offers: the name of each tool, its keys, what the tool does, and whether it is on. */
import type { Editor } from '@tiptap/core';
import type { ComponentChildren } from 'preact';
import type { Place } from './place.ts';
import { Sign } from './signs.tsx';

/** Windows above the text that tools open. */
export interface Windows {
  link(): void;
  picture(): void;
  video(): void;
  keys(): void;
}

export interface Tool {
  readonly label: string;
  /** Keys that do the same, as people read them; empty for none. */
  readonly keys: string;
  readonly shown: ComponentChildren;
  readonly run: (editor: Editor, windows: Windows) => void;
  /** Whether the tool is on at a place; undefined for a tool that is never on. */
  readonly isOn?: (place: Place) => boolean;
  readonly canRun?: (place: Place) => boolean;
  readonly opensWindow?: boolean;
}

const mark = (name: string, label: string, keys: string, shown: ComponentChildren): Tool => ({
  ...{ label, keys, shown },
  run: (editor) => editor.chain().focus().toggleMark(name).run(),
  isOn: ({ marks }) => marks.has(name),
  canRun: ({ block }) => block !== 'codeBlock',
});

const list = (name: string, label: string, keys: string, shown: ComponentChildren): Tool => ({
  ...{ label, keys, shown },
  run: (editor) => editor.chain().focus().toggleList(name, 'listItem').run(),
  isOn: ({ around }) => around.has(name),
});

const act = (label: string, keys: string, shown: ComponentChildren, run: Tool['run']): Tool => ({
  label,
  keys,
  shown,
  run,
});

export const MAIN_TOOLS: readonly (readonly Tool[])[] = [
  [
    mark('bold', 'Gras', 'Ctrl B', <b>G</b>),
    mark('italic', 'Italique', 'Ctrl I', <i>I</i>),
    mark('strike', 'Barré', 'Ctrl Maj S', <Sign name="strike" />),
    {
      ...act('Lien', 'Ctrl K', <Sign name="link" />, (_, windows) => windows.link()),
      isOn: ({ marks }) => marks.has('link'),
      opensWindow: true,
    },
  ],
  [
    list('bulletList', 'Liste à puces', 'Ctrl Maj 8', <Sign name="bullets" />),
    list('orderedList', 'Liste numérotée', 'Ctrl Maj 7', <Sign name="numbers" />),
    {
      ...act('Citation', 'Ctrl Maj B', <Sign name="quote" />, (editor) =>
        editor.chain().focus().toggleWrap('blockquote').run(),
      ),
      isOn: ({ around }) => around.has('blockquote'),
    },
  ],
  [
    { ...act('Image', '', <Sign name="picture" />, (_, windows) => windows.picture()), opensWindow: true },
    {
      ...act('Tableau', '', <Sign name="table" />, (editor) =>
        // A heading without words names nothing: who wants a row of headings makes one of the first row.
        editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: false }).run(),
      ),
      isOn: ({ around }) => around.has('table'),
      canRun: ({ around }) => !around.has('table'),
    },
  ],
];

export const MORE_TOOLS: readonly Tool[] = [
  mark('underline', 'Souligné', 'Ctrl U', <u>S</u>),
  mark('superscript', 'Exposant', 'Ctrl .', <Sign name="above" />),
  mark('subscript', 'Indice', 'Ctrl ,', <Sign name="below" />),
  mark('code', 'Code', 'Ctrl E', <Sign name="code" />),
  {
    ...act('Bloc de code', 'Ctrl Alt C', <Sign name="block" />, (editor) =>
      editor.chain().focus().toggleNode('codeBlock', 'paragraph').run(),
    ),
    isOn: ({ block }) => block === 'codeBlock',
  },
  act('Séparateur', '', <Sign name="rule" />, (editor) => editor.chain().focus().setHorizontalRule().run()),
  { ...act('Vidéo', '', <Sign name="video" />, (_, windows) => windows.video()), opensWindow: true },
  { ...act('Raccourcis du clavier', '', <Sign name="keys" />, (_, windows) => windows.keys()), opensWindow: true },
];

export const HISTORY_TOOLS: readonly Tool[] = [
  {
    ...act('Annuler', 'Ctrl Z', <Sign name="undo" />, (editor) => editor.chain().focus().undo().run()),
    canRun: ({ canUndo }) => canUndo,
  },
  {
    ...act('Rétablir', 'Ctrl Y', <Sign name="redo" />, (editor) => editor.chain().focus().redo().run()),
    canRun: ({ canRedo }) => canRedo,
  },
];

/** Tools of the table around the caret, which say what they do. */
export const TABLE_TOOLS: readonly Tool[] = [
  act('Ligne au-dessus', '', 'Ligne au-dessus', (editor) => editor.chain().focus().addRowBefore().run()),
  act('Ligne en dessous', '', 'Ligne en dessous', (editor) => editor.chain().focus().addRowAfter().run()),
  act('Retirer la ligne', '', 'Retirer la ligne', (editor) => editor.chain().focus().deleteRow().run()),
  act('Colonne avant', '', 'Colonne avant', (editor) => editor.chain().focus().addColumnBefore().run()),
  act('Colonne après', '', 'Colonne après', (editor) => editor.chain().focus().addColumnAfter().run()),
  act('Retirer la colonne', '', 'Retirer la colonne', (editor) => editor.chain().focus().deleteColumn().run()),
  act('Ligne d’en-tête', '', 'Ligne d’en-tête', (editor) => editor.chain().focus().toggleHeaderRow().run()),
  act('Supprimer le tableau', '', 'Supprimer le tableau', (editor) => editor.chain().focus().deleteTable().run()),
];

/** Kinds of paragraphs, by the value that a choice has for each. */
export const STYLES: readonly (readonly [value: string, label: string])[] = [
  ['paragraph', 'Paragraphe'],
  ['heading-2', 'Titre 2'],
  ['heading-3', 'Titre 3'],
  ['heading-4', 'Titre 4'],
];

export const styleOf = ({ block, level }: Place): string => (level > 0 ? `heading-${level}` : block);

export function setStyle(editor: Editor, value: string): void {
  const level = /^heading-([1-6])$/.exec(value)?.[1];
  const chain = editor.chain().focus();
  if (level === undefined) chain.setNode('paragraph').run();
  else chain.setNode('heading', { level: Number(level) }).run();
}
