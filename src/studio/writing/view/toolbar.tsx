import { Badge } from '../../parts/badge.tsx';
import { useObservable } from '../../parts/use-observable.ts';
import { listOf } from '../copies.ts';
import type { Desk } from '../saving.ts';
import { isLive, wordsOf } from '../state-words.ts';
import type { OpenDialog } from './dialogs.tsx';
import { MoreMenu } from './more-menu.tsx';
import type { Layout } from './use-layout.ts';

interface ToolbarProps {
  readonly desk: Desk;
  readonly layout: Layout;
  readonly onSave: () => void;
  readonly publish: () => void;
  readonly openDialog: (dialog: OpenDialog) => void;
}

export function Toolbar({ desk, layout, onSave, publish, openDialog }: ToolbarProps) {
  const { session, data } = desk;
  const work = useObservable(session.work);
  const { state } = session.store;
  const isReadOnly = data.lectureSeule !== null;
  const [first, ...others] = wordsOf(state, session.isPage, data.zone);
  const name = session.isPage ? 'Page' : 'Article';
  return (
    <div class="bar-top">
      <h1>
        <span class="unseen">{name} : </span>
        <span class="unseen">{session.textOf('titre') || 'sans titre'}</span>
      </h1>
      <nav class="ways" aria-label={name}>
        <a href={listOf(data)}>Contenu</a>
        {state.isNew ? null : (
          <button type="button" class="link" aria-haspopup="dialog" onClick={() => openDialog('versions')}>
            Versions
          </button>
        )}
      </nav>
      <p class="text-state">
        <Badge isLive={isLive(state)}>{first}</Badge>
        {others.map((words) => (
          <Badge key={words}>{words}</Badge>
        ))}
      </p>
      <div class="bar-acts">
        {!layout.isNarrow && (
          <>
            <button type="button" aria-pressed={layout.shown.includes('side')} onClick={() => layout.toggle('side')}>
              Réglages
            </button>
            <button
              type="button"
              aria-pressed={layout.shown.includes('preview')}
              onClick={() => layout.toggle('preview')}
            >
              Aperçu
            </button>
          </>
        )}
        {!isReadOnly && (
          <>
            <span class="save-state" role="status">
              {work.isSaving ? 'Enregistrement…' : session.isUnsaved ? 'Non enregistré' : 'Tout est enregistré'}
            </span>
            <MoreMenu desk={desk} openDialog={openDialog} />
            <button type="button" aria-keyshortcuts="Control+S Meta+S" onClick={onSave}>
              Enregistrer
            </button>
            <button type="button" class="primary" onClick={publish}>
              Publier
            </button>
          </>
        )}
      </div>
    </div>
  );
}
