import { shownName } from '../../../text/names.ts';
import { RoleBadge } from '../../theme/role-badge.tsx';
import type { Editor } from '../state/editor.ts';
import type { Panes } from './use-panes.ts';

/** What is done with the theme as a whole, and which parts of the page are shown. */
export function Toolbar({ editor, panes }: { readonly editor: Editor; readonly panes: Panes }) {
  const { theme, adresses } = editor.data;
  const unsaved = editor.work.changes.size;
  const isPhone = panes.turn !== null;
  return (
    <div class="bar">
      <h1>
        <bdi>{shownName(theme.nom)}</bdi>
      </h1>
      <RoleBadge role={editor.work.store.role} />
      <div class="bar-end">
        {isPhone ? null : (
          <button type="button" aria-pressed={panes.areFilesShown} onClick={panes.toggleFiles}>
            Fichiers
          </button>
        )}
        <button type="button" onClick={() => editor.ask({ kind: 'open' })} aria-keyshortcuts="Control+P">
          Ouvrir…
        </button>
        <button
          type="button"
          aria-pressed={panes.isSearchShown && (panes.turn ?? 'files') === 'files'}
          aria-keyshortcuts="Control+Shift+F"
          onClick={panes.toggleSearch}
        >
          Rechercher
        </button>
        {isPhone ? null : (
          <button type="button" aria-pressed={panes.isPreviewShown} onClick={panes.togglePreview}>
            Aperçu
          </button>
        )}
        <a class="button" href={adresses.personnaliser}>
          Personnaliser
        </a>
        <a class="button" href={adresses.versions}>
          Versions
        </a>
        <span class="soft unsaved">{unsavedOf(unsaved)}</span>
        <span class="soft told" role="status">
          {editor.announcement}
        </span>
        {editor.isReadOnly ? null : (
          <button
            type="button"
            class={unsaved > 0 ? 'primary' : ''}
            aria-keyshortcuts="Control+S"
            aria-disabled={editor.work.isSaving}
            onClick={() => void editor.save()}
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
