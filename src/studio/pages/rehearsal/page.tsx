import { useEffect, useRef, useState } from 'preact/hooks';
import type { Rehearsal } from '../../../contract/rehearsal.ts';
import { themePaths } from '../../../text/theme-paths.ts';
import { Api } from '../../api/client.ts';
import { Page, Section } from '../../frame/page.tsx';
import { useActs } from '../../live/use-act.ts';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { Name } from '../../parts/name.tsx';
import { ReasonNotice } from '../../parts/notice.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { PublicationQuestion } from '../publication-question.tsx';
import { changesInWords } from './in-words.ts';
import type { RehearsalProps } from './props.ts';
import { requestRehearsal } from './request.ts';
import { Result } from './result.tsx';

/** `/studio/<site>/themes/<id>/repetition`: what the publication of a draft would change (docs/rehearsal.md). */
export function RehearsalPage(props: RehearsalProps) {
  const { site, readOnly, draft, published, painter } = props;
  const { report, ...run } = useRehearsal(props);
  const isUsable = readOnly === null;
  return (
    <Page
      title="Répéter la publication"
      beside={
        <>
          <p>
            <a href={site.path}>Thèmes du site</a>
          </p>
          <p>
            « <Name of={draft.name} /> »{' '}
            {published ? (
              <>
                à la place de « <Name of={published.name} /> »
              </>
            ) : (
              'sur un site qui n’a pas encore de thème publié'
            )}
            .
          </p>
          <p class="soft">
            Chaque page du site est rendue avec les deux thèmes, comme un visiteur la recevrait. Rien n’est publié ni
            modifié.
          </p>
        </>
      }
    >
      <ReasonNotice why={readOnly} />
      <Section title="Déroulement" id="deroulement">
        <p class="acts">
          {/* One button, so that the focus stays. */}
          {run.isUnderWay ? (
            <Button onClick={run.stop}>Arrêter</Button>
          ) : (
            <Button kind="primary" isUsable={isUsable} onClick={run.begin}>
              {run.hasBegun ? 'Répéter de nouveau' : 'Répéter'}
            </Button>
          )}
        </p>
        {run.isUnderWay && (
          <progress aria-label="Pages répétées" max={Math.max(1, run.progress.total)} value={run.progress.done} />
        )}
        <p role="status" class="soft">
          {run.told}
        </p>
        <Refusal {...run} />
      </Section>
      {report && (
        <Section title="Ce que la publication changerait" id="resultat">
          <Result report={report} api={new Api(site.id)} painter={painter} path={site.path} />
          <p class="acts">
            <PublishButton {...props} report={report} />{' '}
            <ButtonLink href={themePaths(site.path, draft.id).code}>Modifier le code</ButtonLink>
          </p>
        </Section>
      )}
    </Page>
  );
}

const NOTHING_DONE = { done: 0, total: 0 };

/** A rehearsal, which begins at once, and can be stopped and repeated. */
function useRehearsal({ site, draft, readOnly }: RehearsalProps) {
  const { failure, run, isBusy } = useActs();
  const [told, setTold] = useState('');
  const [progress, setProgress] = useState(NOTHING_DONE);
  const [report, setReport] = useState<Rehearsal | null>(null);
  const [hasBegun, setBegun] = useState(false);
  const asked = useRef<AbortController | null>(null);
  const rehearse = async () => {
    asked.current = new AbortController();
    const { signal } = asked.current;
    setBegun(true);
    setReport(null);
    setProgress(NOTHING_DONE);
    setTold('La répétition commence…');
    const noteProgress = (done: number, total: number) => {
      setProgress({ done, total });
      setTold(`${done} pages sur ${total} répétées.`);
    };
    try {
      const found = await requestRehearsal(new Api(site.id), draft.id, { signal, progress: noteProgress });
      setReport(found);
      setTold(`Répétition terminée. ${changesInWords(found)}`);
    } catch (error) {
      setTold(signal.aborted ? 'Répétition arrêtée.' : '');
      if (!signal.aborted) throw error;
    }
  };
  const begin = () => void run(rehearse);
  useEffect(() => {
    if (readOnly === null) begin();
  }, []);
  return { failure, told, progress, report, hasBegun, isUnderWay: isBusy(), begin, stop: () => asked.current?.abort() };
}

/** Publishes what was looked at. After a new sign-in the page rehearses again first, so the question is not asked by itself. */
function PublishButton({ site, readOnly, draft, published, report }: RehearsalProps & { readonly report: Rehearsal }) {
  const [isAsked, setAsked] = useState(false);
  const { publie } = report;
  return (
    <>
      <Button kind="primary" isUsable={readOnly === null} aria-haspopup="dialog" onClick={() => setAsked(true)}>
        Publier…
      </Button>
      {isAsked && (
        <PublicationQuestion
          site={site}
          draft={draft}
          // The name is that of the theme that was published when the page was made.
          takes={publie?.id === published?.id ? draft.takes : null}
          published={publie && { id: publie.id, name: publie.nom }}
          stays="sur le site"
          onClose={() => setAsked(false)}
          done={async () => location.assign(site.path)}
        >
          <p>{changesInWords(report)}</p>
        </PublicationQuestion>
      )}
    </>
  );
}
