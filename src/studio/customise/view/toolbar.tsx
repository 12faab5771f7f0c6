import { Name } from '../../parts/name.tsx';
import { useObservable } from '../../parts/use-observable.ts';
import { RoleBadge } from '../../theme/role-badge.tsx';
import { useStudio } from './studio-context.ts';
import { Tool } from './tool.tsx';

interface ToolbarProps {
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onSave: () => void;
}

export function Toolbar({ onUndo, onRedo, onSave }: ToolbarProps) {
  const { session, data, isReadOnly } = useStudio();
  const work = useObservable(session.work);
  const { theme, site, adresses } = data;
  const { undoLabel, redoLabel } = session.history;
  const isLive = work.store.role === 'publie';
  const unsaved = work.changes.size > 0;
  return (
    <div class="bar-top">
      <h1>
        <Name of={theme.nom} /> <RoleBadge role={work.store.role} />
      </h1>
      <nav class="ways" aria-label="Thème">
        <a href={adresses.site}>Thèmes du site</a>
        <a href={adresses.code}>Modifier le code</a>
        <a href={adresses.versions}>Versions</a>
        {isLive ? <a href={site.adresse}>Voir le site</a> : <a href={adresses.site}>Publier ce thème</a>}
      </nav>
      {!isReadOnly && (
        <div class="bar-acts">
          <Tool icon="undo" label={undoLabel ? `Annuler : ${undoLabel}` : 'Annuler'} isOff={!undoLabel} run={onUndo} />
          <Tool
            icon="redo"
            label={redoLabel ? `Rétablir : ${redoLabel}` : 'Rétablir'}
            isOff={!redoLabel}
            run={onRedo}
          />
          <span class="save-state" role="status">
            {work.isSaving ? 'Enregistrement…' : unsaved ? 'Non enregistré' : 'Tout est enregistré'}
          </span>
          <button
            type="button"
            class="primary"
            aria-keyshortcuts="Control+S Meta+S"
            aria-disabled={!unsaved || work.isSaving}
            onClick={onSave}
          >
            Enregistrer
          </button>
        </div>
      )}
    </div>
  );
}
