import { NO_REQUESTS } from '../../../text/sentences.ts';
import { Api } from '../../api/client.ts';
import { download } from '../../api/download.ts';
import { Page } from '../../frame/page.tsx';
import { announce } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActButton } from '../../parts/act-buttons.tsx';
import { Name } from '../../parts/name.tsx';
import { Notice, ReasonNotice } from '../../parts/notice.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { listAddress } from './addresses.ts';
import { Inbox } from './inbox.tsx';
import type { RequestsProps } from './props.ts';

const TABS = [
  ['recue', 'Reçues'],
  ['archivee', 'Archivées'],
  ['indesirable', 'Indésirables'],
] as const;

/** `/studio/<site>/demandes`: what visitors sent. */
export function RequestsPage(page: RequestsProps) {
  const { site, readOnly, isRefused, query, counts } = page;
  const acts = useActs();
  const all = counts.recue.all + counts.archivee.all + counts.indesirable.all;
  return (
    <Page
      title="Demandes reçues"
      beside={
        <>
          <p class="soft">
            <Name of={site.name} />
          </p>
          {all > 0 && (
            <p class="acts">
              <ActButton act="exporter" acts={acts} work={async () => announce(await saved(page))}>
                Exporter (CSV)
              </ActButton>
            </p>
          )}
          <Refusal {...acts} />
        </>
      }
    >
      {isRefused ? <Notice kind="calm">{NO_REQUESTS}</Notice> : <ReasonNotice why={readOnly} />}
      {!isRefused && (
        <div class="inbox">
          <nav class="tabs" aria-label="Classement">
            <ul>
              {TABS.map(([filing, label]) => (
                <li key={filing}>
                  <a
                    href={listAddress(site.path, { classement: filing, q: '', nonLues: false })}
                    aria-current={filing === query.classement ? 'page' : undefined}
                  >
                    {label} <span class="soft">{counts[filing].all}</span>
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <Inbox key={query.classement} {...page} />
        </div>
      )}
    </Page>
  );
}

/** Saves the list that is shown, whole. @returns the sentence that says so @throws ApiRefusal, Unreachable */
async function saved({ site, query: { classement, q, nonLues } }: RequestsProps): Promise<string> {
  const fields = new URLSearchParams({ classement, ...(q !== '' && { q }), ...(nonLues && { non_lues: '' }) });
  return `Tableau enregistré : ${await download(new Api(site.id), `/api/demandes/export?${fields}`)}.`;
}
