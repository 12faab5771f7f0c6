import type { Editor } from '@tiptap/core';
import { useRef, useState } from 'preact/hooks';
import { useObservable } from '../../parts/use-observable.ts';
import type { Caret } from './caret.ts';
import { Sign } from './signs.tsx';
import {
  HISTORY_TOOLS,
  MAIN_TOOLS,
  MORE_TOOLS,
  STYLES,
  setStyle,
  styleOf,
  TABLE_TOOLS,
  type Tool,
  type Windows,
} from './tools.tsx';

interface ToolbarProps {
  readonly editor: Editor;
  readonly caret: Caret;
  readonly windows: Windows;
  /** Whether the source of the text is shown in place of the text. */
  readonly isSource: boolean;
  readonly onSource: () => void;
}

/** Names of nodes that have no line in `STYLES`, where the caret can stand. */
const OTHER_STYLES: Readonly<Record<string, string>> = {
  codeBlock: 'Bloc de code',
  picture: 'Image',
  video: 'Vidéo',
  htmlBlock: 'HTML',
  horizontalRule: 'Séparateur',
};

const otherStyle = (value: string): string => OTHER_STYLES[value] ?? value.replace(/^heading-/, 'Titre ');

/** The tools of the text: one stop of the tab key, between whose tools the arrow keys move. */
export function Toolbar({ editor, caret, windows, isSource, onSource }: ToolbarProps) {
  const { place } = useObservable(caret);
  const [hasMore, setMore] = useState(false);
  /** Which tool has the tab stop, by its label. */
  const [stop, setStop] = useState('');
  const bar = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const tools = [...(bar.current?.querySelectorAll<HTMLElement>('[data-tool]') ?? [])];
    const at = tools.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tools.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    tools.at(to % tools.length)?.focus();
  };
  const stopOf = (label: string) => ({
    'data-tool': label,
    tabIndex: (stop === '' ? label === 'Style' : stop === label) ? 0 : -1,
    onFocus: () => setStop(label),
  });
  const button = (tool: Tool) => {
    const isOff = isSource || tool.canRun?.(place) === false;
    return (
      <button
        key={tool.label}
        type="button"
        class="tool"
        aria-label={tool.label}
        title={tool.keys ? `${tool.label} (${tool.keys})` : tool.label}
        aria-pressed={tool.isOn?.(place)}
        aria-haspopup={tool.opensWindow ? 'dialog' : undefined}
        // Not disabled: the arrow keys still find the tool.
        aria-disabled={isOff || undefined}
        // A press would take the selection away from the text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => !isOff && tool.run(editor, windows)}
        {...stopOf(tool.label)}
      >
        {tool.shown}
      </button>
    );
  };
  const style = styleOf(place);
  return (
    <div class="text-tools" role="toolbar" aria-label="Mise en forme" ref={bar} onKeyDown={move}>
      <div class="tool-line">
        <select
          class="text-style"
          aria-label="Style"
          value={style}
          disabled={isSource}
          onChange={(event) => setStyle(editor, event.currentTarget.value)}
          {...stopOf('Style')}
        >
          {STYLES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          {STYLES.every(([value]) => value !== style) && <option value={style}>{otherStyle(style)}</option>}
        </select>
        {MAIN_TOOLS.map((tools) => (
          <span class="tool-group" key={tools[0]?.label}>
            {tools.map(button)}
          </span>
        ))}
        <span class="tool-group">
          <button
            type="button"
            class="tool"
            aria-label="Plus d’outils"
            title="Plus d’outils"
            aria-expanded={hasMore}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setMore(!hasMore)}
            {...stopOf('Plus d’outils')}
          >
            <Sign name="more" />
          </button>
        </span>
        <span class="tool-group tool-end">
          {HISTORY_TOOLS.map(button)}
          <button
            type="button"
            class="tool"
            aria-pressed={isSource}
            title="Voir et modifier le texte en HTML"
            onClick={onSource}
            {...stopOf('HTML')}
          >
            HTML
          </button>
        </span>
      </div>
      {hasMore && <div class="tool-line">{MORE_TOOLS.map(button)}</div>}
      {place.around.has('table') && !isSource && <div class="tool-line table-tools">{TABLE_TOOLS.map(button)}</div>}
    </div>
  );
}
