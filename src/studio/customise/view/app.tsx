import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RenderedPage } from '../../../contract/previews.ts';
import type { Api } from '../../api/client.ts';
import type { ThemePageData } from '../../theme/start.ts';
import { addressFor, templateNameFor } from '../model/template-names.ts';
import type { Session } from '../session.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { GroupPanel, SectionPanel } from './detail.tsx';
import { type Notice, NoticeBar, signedOutNotice } from './notices.tsx';
import { Outline } from './outline.tsx';
import { PreviewPane } from './preview-pane.tsx';
import type { Selection } from './section-rows.tsx';
import { structureActs } from './structure-acts.ts';
import { type Studio, StudioProvider } from './studio-context.ts';
import { Tabs } from './tabs.tsx';
import { Toolbar } from './toolbar.tsx';
import { useEditing } from './use-editing.ts';
import { failureNotice, useReturn, useSaving } from './use-saving.ts';
import { useModel } from './use-session.ts';
import { useShortcuts } from './use-shortcuts.ts';

interface AppProps {
  readonly session: Session;
  readonly data: ThemePageData;
  readonly api: Api;
  readonly nonce: string;
  /** Whether unsaved texts of an earlier page were taken up. */
  readonly hasKept: boolean;
}

const OUTLINE: Selection = { kind: 'outline' };

export function App({ session, data, api, nonce, hasKept }: AppProps) {
  const [address, setAddress] = useState('/');
  const [templateName, setTemplate] = useState('index');
  const [selection, setSelection] = useState<Selection>(OUTLINE);
  const [view, setView] = useState<'form' | 'preview'>('form');
  const [notice, setNotice] = useState<Notice | null>(() => firstNotice(session, data, hasKept));
  const [said, setSaid] = useState('');
  const [isSettling, setSettling] = useState(false);
  const [areAssetsRead, setAssetsRead] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const { model, template } = useModel(session, templateName);
  const editing = useEditing(session);

  useEffect(() => {
    const read = () =>
      session
        .readAssets()
        .then(() => setAssetsRead(true))
        .catch((error) => setNotice(failureNotice(error, read, { session, data })));
    read();
  }, [session, data]);

  const undo = useCallback(() => {
    const label = session.undo();
    setSaid(label ? `Annulé : ${label}.` : 'Rien à annuler.');
  }, [session]);
  const redo = useCallback(() => {
    const label = session.redo();
    setSaid(label ? `Rétabli : ${label}.` : 'Rien à rétablir.');
  }, [session]);
  const onConflict = useCallback(() => setSettling(true), []);
  const save = useSaving({ session, data }, { setNotice, announce: setSaid, onConflict });

  useShortcuts({ save, undo, redo });
  useReturn({ session, data }, setNotice);

  const takeBack = useCallback(() => {
    undo();
    setNotice(null);
  }, [undo]);
  const acts = useMemo(
    () =>
      structureActs(session, (words, canUndo) => {
        // A notice is read aloud as a live region already.
        if (!canUndo) setSaid(`${words}.`);
        else
          setNotice({
            kind: 'info',
            words: `${words}.`,
            undoes: words,
            acts: [{ label: 'Annuler', run: takeBack }],
          });
      }),
    [session, takeBack],
  );

  const open = useCallback((next: Selection) => {
    setSelection(next);
    if (next.kind !== 'outline' || !panel.current) return;
    const left = panel.current.dataset.shows;
    requestAnimationFrame(() => {
      const opener = panel.current?.querySelector<HTMLElement>(`[data-opens="${CSS.escape(left ?? '')}"]`);
      (opener ?? document.getElementById('contenu-page'))?.focus();
    });
  }, []);
  const chooseTemplate = (name: string) => {
    setTemplate(name);
    const shown = addressFor(name, data.pages);
    if (shown === null)
      setNotice({
        kind: 'info',
        words: 'Le site n’a pas encore de page de ce genre : l’aperçu garde la page d’avant.',
      });
    else setAddress(shown);
  };
  /** Whether a link chose the shown page: the outline then follows to the page's template. */
  const follows = useRef(false);
  const onRendered = useCallback(({ gabarit }: RenderedPage) => {
    if (gabarit !== null && follows.current) setTemplate(gabarit);
    follows.current = false;
  }, []);
  const navigate = useCallback((to: string) => {
    follows.current = true;
    setAddress(to.replace(/#.*$/s, ''));
    setTemplate(templateNameFor(to));
    setSelection(OUTLINE);
  }, []);

  const isPast = notice?.undoes !== undefined && session.history.undoLabel !== notice.undoes;
  const fixed = [...model.fixed.before, ...model.fixed.after];
  const section =
    selection.kind !== 'section'
      ? undefined
      : selection.isFixed
        ? fixed.find(({ key }) => key === selection.key)
        : template?.sections.find(({ key }) => key === selection.key);
  const group = selection.kind === 'group' ? model.groups.find(({ key }) => key === selection.key) : undefined;
  const shows = section ? `section:${section.key}` : group ? `group:${group.key}` : '';

  const studio: Studio = {
    session,
    data,
    model,
    isReadOnly: data.lectureSeule !== null,
    announce: setSaid,
    ...editing,
  };
  return (
    <StudioProvider value={studio}>
      <Toolbar onUndo={undo} onRedo={redo} onSave={save} />
      <div class="notices" role="status">
        {notice && !isPast && <NoticeBar notice={notice} onClose={() => setNotice(null)} />}
      </div>
      <p class="unseen" role="status" aria-live="polite">
        {said}
      </p>
      <Tabs view={view} onView={setView} />
      <div class={`customise shows-${view}`}>
        <div class="panel" id="reglages" ref={panel} data-shows={shows}>
          <div class="panel-scroll" key={shows}>
            {section ? (
              <SectionPanel
                section={section}
                template={template}
                acts={acts}
                onBack={() => open(OUTLINE)}
                onSelect={(key) => open({ kind: 'section', key, isFixed: false })}
              />
            ) : group ? (
              <GroupPanel group={group} onBack={() => open(OUTLINE)} />
            ) : (
              <Outline
                template={template}
                templateName={templateName}
                acts={acts}
                onTemplate={chooseTemplate}
                onSelect={open}
              />
            )}
          </div>
        </div>
        <PreviewPane
          api={api}
          nonce={nonce}
          address={address}
          revealed={section?.key ?? null}
          areAssetsRead={areAssetsRead}
          onNavigate={navigate}
          onSection={({ type, cle }) => {
            const isFixed = !template?.sections.some((one) => one.key === cle && one.type === type);
            if (isFixed && !fixed.some(({ key }) => key === cle)) return;
            setSelection({ kind: 'section', key: cle, isFixed });
            setView('form');
          }}
          onRendered={onRendered}
          onSignedOut={() => setNotice(signedOutNotice(save))}
        />
      </div>
      {isSettling && (
        <ConflictDialog
          onSettled={() => {
            setSettling(false);
            save();
          }}
          onClose={() => setSettling(false)}
        />
      )}
    </StudioProvider>
  );
}

function firstNotice(session: Session, data: ThemePageData, hasKept: boolean): Notice | null {
  if (data.lectureSeule !== null) {
    return { kind: data.site.role === 'lecteur' ? 'info' : 'warn', words: data.lectureSeule };
  }
  if (!hasKept) return null;
  return {
    kind: 'info',
    words: 'Vos changements non enregistrés ont été repris.',
    acts: [{ label: 'Les abandonner', run: () => session.abandon() }],
  };
}
