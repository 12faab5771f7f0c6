import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Api } from '../../api/client.ts';
import { useShortcuts } from '../../live/use-shortcuts.ts';
import { ReasonNotice } from '../../parts/notice.tsx';
import { NoticeList } from '../../parts/notice-list.tsx';
import { useObservable } from '../../parts/use-observable.ts';
import { tellFailure } from '../../unsaved/telling.ts';
import type { WritingProps } from '../props.ts';
import { carryOut, type Desk, save, waysOut } from '../saving.ts';
import type { WritingSession } from '../session.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { Dialogs, type OpenDialog } from './dialogs.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { SidePanel } from './side-panel.tsx';
import { TextColumn } from './text-column.tsx';
import { Toolbar } from './toolbar.tsx';
import { Turns } from './turns.tsx';
import { useLayout } from './use-layout.ts';

interface AppProps {
  readonly session: WritingSession;
  readonly data: WritingProps;
  readonly api: Api;
  readonly nonce: string;
}

/** Ends the address that opens the page at the fields for search engines. */
const SEARCH_ENGINES = '#moteurs';

export function App({ session, data, api, nonce }: AppProps) {
  const { notices } = session;
  const [said, setSaid] = useState('');
  const [isConflictAsked, askConflict] = useState(false);
  const [dialog, openDialog] = useState<OpenDialog | null>(null);
  const layout = useLayout();
  useObservable(session);
  const { desk, saveText, publish, signedOut } = useMemo(() => {
    const desk: Desk = { session, data, api, announce: setSaid, ask: () => askConflict(true) };
    return {
      desk,
      saveText: () => void save(desk),
      publish: () => void carryOut(desk, { kind: 'publish' }),
      signedOut: (error: unknown) =>
        tellFailure(notices, error, { ...waysOut(session, data, api), retry: () => void save(desk) }),
    };
  }, [session, notices, data, api]);
  useShortcuts((key, isShifted) => (key === 's' && !isShifted ? saveText : null));
  useEffect(() => {
    if (location.hash !== SEARCH_ENGINES) return;
    layout.open('side');
    requestAnimationFrame(() => document.getElementById('seo_titre')?.focus());
  }, []);
  const { problems } = session;
  useEffect(() => {
    const [field] = Object.keys(problems);
    if (field === undefined) return;
    if (field !== 'titre') layout.open('side');
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  }, [problems]);
  return (
    <>
      <Toolbar {...{ desk, layout, publish, openDialog }} onSave={saveText} />
      <div class="told">
        <ReasonNotice why={data.lectureSeule} />
        <NoticeList notices={notices} />
      </div>
      <p class="unseen" role="status" aria-live="polite">
        {said}
      </p>
      <Turns layout={layout} />
      <div class={`writing ${layout.shown.map((name) => `shows-${name}`).join(' ')}`}>
        <TextColumn {...{ desk, nonce }} isHidden={!layout.shown.includes('text')} />
        {layout.shown.includes('side') && <SidePanel desk={desk} />}
        {layout.shown.includes('preview') && <PreviewPane {...{ desk, nonce }} onSignedOut={signedOut} />}
      </div>
      {isConflictAsked && (
        <ConflictDialog
          session={session}
          data={data}
          onSettled={() => {
            askConflict(false);
            saveText();
          }}
          onClose={() => askConflict(false)}
        />
      )}
      {dialog && <Dialogs desk={desk} open={dialog} onClose={() => openDialog(null)} />}
    </>
  );
}
