import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Api } from '../../api/client.ts';
import { useShortcuts } from '../../live/use-shortcuts.ts';
import { ReasonNotice } from '../../parts/notice.tsx';
import { NoticeList } from '../../parts/notice-list.tsx';
import { PublishedQuestion } from '../../parts/published-question.tsx';
import { useObservable } from '../../parts/use-observable.ts';
import { InTurn } from '../../preview/in-turn.ts';
import { PreviewState } from '../../preview/preview-state.ts';
import { themeSource } from '../../preview/source.ts';
import { writePicturesBy } from '../../preview/write-pictures.ts';
import type { ThemePageData } from '../../theme/props.ts';
import { tellFailure } from '../../unsaved/telling.ts';
import { addressFor, templateNameFor } from '../model/template-names.ts';
import { readTemplate, readTheme, SchemaReader } from '../model/theme-model.ts';
import { type Question, save as saveSession, waysOut } from '../saving.ts';
import type { Session } from '../session.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { GroupPanel, SectionPanel } from './detail.tsx';
import { Outline } from './outline.tsx';
import { PreviewPane } from './preview-pane.tsx';
import type { Selection } from './section-rows.tsx';
import { structureActs } from './structure-acts.ts';
import { type Studio, StudioProvider } from './studio-context.ts';
import { Tabs } from './tabs.tsx';
import { Toolbar } from './toolbar.tsx';
import { useEditing } from './use-editing.ts';

interface AppProps {
  readonly session: Session;
  readonly data: ThemePageData;
  readonly api: Api;
  readonly nonce: string;
}

const OUTLINE: Selection = { kind: 'outline' };

export function App({ session, data, api, nonce }: AppProps) {
  const { notices } = session;
  const [templateName, setTemplate] = useState('index');
  const [selection, setSelection] = useState<Selection>(OUTLINE);
  const [view, setView] = useState<'form' | 'preview'>('form');
  const [said, setSaid] = useState('');
  const [question, setQuestion] = useState<Question | null>(null);
  const [areAssetsRead, setAssetsRead] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  useObservable(session.work);
  const { texts } = session;
  const reader = useMemo(() => new SchemaReader(), []);
  const model = useMemo(() => readTheme(texts, reader), [texts, reader]);
  const template = useMemo(() => readTemplate(texts, templateName, model.types), [texts, templateName, model]);
  const editing = useEditing(session);

  const { undo, redo, save, tell, acts, preview } = useMemo(() => {
    const undo = () => {
      const label = session.undo();
      setSaid(label ? `Annulé : ${label}.` : 'Rien à annuler.');
    };
    const save = () => void saveSession(session, data, { announce: setSaid, ask: setQuestion });
    const tell = (error: unknown, retry: () => void) =>
      tellFailure(notices, error, { ...waysOut(session, data), retry });
    return {
      undo,
      save,
      tell,
      preview: new PreviewState({
        ...{ api: new InTurn(api), nonce, source: themeSource(session.work), themeId: data.theme.id },
        pictures: writePicturesBy(data.scripts.pictures, data.adresses.site),
        onSignedOut: (refusal) => tell(refusal, save),
      }),
      redo: () => {
        const label = session.redo();
        setSaid(label ? `Rétabli : ${label}.` : 'Rien à rétablir.');
      },
      acts: structureActs(session, (words, canUndo) => {
        // A notice is read aloud as a live region already.
        if (!canUndo) setSaid(`${words}.`);
        else notices.show('acte', 'info', `${words}.`, { actions: [{ label: 'Annuler', run: undo }] });
      }),
    };
  }, [session, notices, data, api, nonce]);
  const answered = () => {
    setQuestion(null);
    save();
  };
  useShortcuts((key, isShifted) =>
    key === 's' ? save : key === 'y' || (key === 'z' && isShifted) ? redo : key === 'z' ? undo : null,
  );
  useEffect(() => {
    const read = () =>
      session
        .showAssets()
        .then(() => setAssetsRead(true))
        .catch((error) => tell(error, read));
    read();
  }, [session, tell]);

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
    notices.hide('page');
    if (shown !== null) preview.go(shown);
    else {
      notices.show('page', 'info', 'Le site n’a pas encore de page de ce genre : l’aperçu garde la page d’avant.');
    }
  };
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get('gabarit');
    if (model.templates.some(({ name }) => name === asked)) chooseTemplate(asked ?? '');
  }, []);
  /** Whether a link chose the shown page: the outline then follows to the page's template. */
  const follows = useRef(false);
  preview.onRendered = ({ gabarit }) => {
    if (gabarit !== null && follows.current) setTemplate(gabarit);
    follows.current = false;
  };
  preview.onNavigate = (to) => {
    follows.current = true;
    preview.go(to.replace(/#.*$/s, ''));
    setTemplate(templateNameFor(to));
    setSelection(OUTLINE);
  };

  const fixed = [...model.fixed.before, ...model.fixed.after];
  const section =
    selection.kind !== 'section'
      ? undefined
      : selection.isFixed
        ? fixed.find(({ key }) => key === selection.key)
        : template?.sections.find(({ key }) => key === selection.key);
  const group = selection.kind === 'group' ? model.groups.find(({ key }) => key === selection.key) : undefined;
  const shows = section ? `section:${section.key}` : group ? `group:${group.key}` : '';

  preview.onSection = ({ type, cle }) => {
    const isFixed = !template?.sections.some((one) => one.key === cle && one.type === type);
    if (isFixed && !fixed.some(({ key }) => key === cle)) return;
    setSelection({ kind: 'section', key: cle, isFixed });
    setView('form');
  };
  const revealed = section?.key ?? null;
  useEffect(() => preview.reveal(revealed), [preview, revealed]);

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
      <div class="told">
        <ReasonNotice why={data.lectureSeule} />
        <NoticeList notices={notices} />
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
        <PreviewPane state={preview} isReady={areAssetsRead} />
      </div>
      {question === 'conflict' && <ConflictDialog onSettled={answered} onClose={() => setQuestion(null)} />}
      {question === 'published' && (
        <PublishedQuestion
          onAgree={() => {
            session.work.agreeToPublished();
            answered();
          }}
          onClose={() => setQuestion(null)}
        />
      )}
    </StudioProvider>
  );
}
