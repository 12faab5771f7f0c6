import { Fragment, type TargetedKeyboardEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { THEME_FOLDERS } from '../../../themes/path-rules.ts';
import type { Editor } from '../state/editor.ts';

interface Row {
  readonly path: string;
  readonly folder: string | null;
}

/** The files of the theme by folder: one stop of the Tab key, then the arrow keys. */
export function Tree({ editor }: { readonly editor: Editor }) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { paths } = editor.work;
  const { active } = editor.tabs;
  const others = paths.map((path) => path.split('/')[0] ?? '').filter((name) => !THEME_FOLDERS.includes(name));
  const folders = [...new Set([...THEME_FOLDERS, ...others])].map((name) => ({
    name,
    files: paths.filter((path) => path.startsWith(`${name}/`)),
  }));
  const rows: Row[] = folders.flatMap(({ name, files }) => [
    { path: name, folder: null },
    ...(closed.has(name) ? [] : files.map((path) => ({ path, folder: name }))),
  ]);
  const wanted = focused ?? active;
  const stop = rows.some(({ path }) => path === wanted) ? wanted : (rows[0]?.path ?? null);

  const focus = (path: string | undefined) => {
    if (path === undefined) return;
    setFocused(path);
    list.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus();
  };
  const setOpen = (name: string, isOpen: boolean) => {
    const next = new Set(closed);
    if (isOpen) next.delete(name);
    else next.add(name);
    setClosed(next);
  };
  const press = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const at = rows.findIndex(({ path }) => path === stop);
    const row = rows[at];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const isFolder = row.folder === null;
    switch (event.key) {
      case 'ArrowDown':
        focus(rows[at + 1]?.path);
        break;
      case 'ArrowUp':
        focus(rows[at - 1]?.path);
        break;
      case 'Home':
        focus(rows[0]?.path);
        break;
      case 'End':
        focus(rows.at(-1)?.path);
        break;
      case 'ArrowRight':
        if (isFolder && closed.has(row.path)) setOpen(row.path, true);
        else if (isFolder) focus(rows[at + 1]?.path);
        break;
      case 'ArrowLeft':
        if (isFolder) setOpen(row.path, false);
        else focus(row.folder ?? undefined);
        break;
      case 'Enter':
      case ' ':
        if (isFolder) setOpen(row.path, closed.has(row.path));
        else editor.show(row.path);
        break;
      case 'F2':
        if (!isFolder && !editor.isReadOnly) editor.ask({ kind: 'move', path: row.path });
        break;
      case 'Delete':
        if (!isFolder && !editor.isReadOnly) editor.ask({ kind: 'remove', path: row.path });
        break;
      default: {
        // The next row whose name begins with the letter.
        if (event.key.length !== 1) return;
        const letter = event.key.toLowerCase();
        const next = [...rows.slice(at + 1), ...rows.slice(0, at)].find(({ path }) =>
          nameOf(path).toLowerCase().startsWith(letter),
        );
        focus(next?.path);
      }
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="tree" role="tree" aria-label="Fichiers du thème" ref={list} onKeyDown={press}>
      {folders.map(({ name, files }) => (
        <Fragment key={name}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's */}
          <div
            role="treeitem"
            aria-expanded={!closed.has(name)}
            aria-level={1}
            data-path={name}
            tabIndex={stop === name ? 0 : -1}
            class="row folder"
            onFocus={() => setFocused(name)}
            onClick={() => setOpen(name, closed.has(name))}
          >
            <span class="twist" aria-hidden="true">
              {closed.has(name) ? '▸' : '▾'}
            </span>
            {name}
            <span class="count" aria-hidden="true">
              {files.length}
            </span>
          </div>
          {closed.has(name) || files.length === 0 ? null : (
            // biome-ignore lint/a11y/useSemanticElements: the files of a folder in a tree are a group
            <div role="group" aria-label={name}>
              {files.map((path) => (
                <File key={path} editor={editor} path={path} isStop={stop === path} onFocus={setFocused} />
              ))}
            </div>
          )}
        </Fragment>
      ))}
    </div>
  );
}

interface FileProps {
  readonly editor: Editor;
  readonly path: string;
  readonly isStop: boolean;
  readonly onFocus: (path: string) => void;
}

function File({ editor, path, isStop, onFocus }: FileProps) {
  const state = stateOf(editor, path);
  const hasError = editor.problems.of(path).some(({ gravite }) => gravite === 'erreur');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's
    <div
      role="treeitem"
      aria-description={state ?? undefined}
      aria-selected={editor.tabs.active === path}
      aria-level={2}
      data-path={path}
      tabIndex={isStop ? 0 : -1}
      class="row file"
      title={path}
      onFocus={() => onFocus(path)}
      onClick={() => editor.show(path)}
    >
      <span class={`name${hasError ? ' wrong' : ''}`}>{nameOf(path)}</span>
      {state ? <span class={`dot${state === CLASHES ? ' clash' : ''}`} aria-hidden="true" /> : null}
    </div>
  );
}

/** The state of a file in words; null for a file that equals the stored one. */
function stateOf({ work }: Editor, path: string): string | null {
  if (work.conflicts.includes(path)) return CLASHES;
  if (work.isOutdated(path)) return 'modifié ici et ailleurs';
  if (!work.isChanged(path)) return null;
  return work.baseOf(path) === null ? 'nouveau, non enregistré' : 'non enregistré';
}

const CLASHES = 'en conflit';

/** The last part of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
