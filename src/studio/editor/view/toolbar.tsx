import { shownName } from '../../../text/names.ts';
import { RoleBadge } from '../../theme/role-badge.tsx';
import type { Editor } from '../state/editor.ts';
import { saveAll } from '../state/saving.ts';

interface ToolbarProps {
  readonly editor: Editor;
  readonly isPreviewShown: boolean;
  readonly isSearchShown: boolean;
  readonly areFilesShown: boolean;
  readonly onTogglePreview: () => void;
  readonly onToggleSearch: () => void;
  readonly onToggleFiles: () => void;
  readonly onQuickOpen: () => void;
}

/** What is done with the theme as a whole. */
export function Toolbar(props: ToolbarProps) {
  const { editor } = props;
  const { theme, adresses } = editor.data;
  return (
    <div class="bar">
      <h1>
        <bdi>{shownName(theme.nom)}</bdi>
      </h1>
      <RoleBadge role={editor.store.role} />
      <div class="bar-end">
        <button type="button" aria-pressed={props.areFilesShown} onClick={props.onToggleFiles}>
          Fichiers
        </button>
        <button type="button" onClick={props.onQuickOpen} aria-keyshortcuts="Control+P">
          Ouvrir…
        </button>
        <button
          type="button"
          aria-pressed={props.isSearchShown}
          aria-keyshortcuts="Control+Shift+F"
          onClick={props.onToggleSearch}
        >
          Rechercher
        </button>
        <button type="button" aria-pressed={props.isPreviewShown} onClick={props.onTogglePreview}>
          Aperçu
        </button>
        <a class="button" href={adresses.personnaliser}>
          Personnaliser
        </a>
        <a class="button" href={adresses.versions}>
          Versions
        </a>
        <span class="soft unsaved">{unsavedOf(editor.edits.size)}</span>
        <span class="soft told" role="status">
          {editor.announcement}
        </span>
        {editor.isReadOnly ? null : (
          <button
            type="button"
            class={editor.edits.size > 0 ? 'primary' : ''}
            aria-keyshortcuts="Control+S"
            aria-disabled={editor.isSaving}
            onClick={() => void saveAll(editor)}
          >
            Enregistrer
          </button>
        )}
      </div>
    </div>
  );
}

function unsavedOf(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 fichier non enregistré' : `${count} fichiers non enregistrés`;
}
