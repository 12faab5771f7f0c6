import type { Part } from '../../../journal/sentences.ts';
import { NO_JOURNAL } from '../../../text/sentences.ts';
import { Api } from '../../api/client.ts';
import { download } from '../../api/download.ts';
import { Page } from '../../frame/page.tsx';
import { announce } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActButton } from '../../parts/act-buttons.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { EmptyState, List } from '../../parts/list.tsx';
import { Name, StrongName } from '../../parts/name.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { SearchForm } from '../../parts/search-form.tsx';
import { fieldsOf, listAddress } from './addresses.ts';
import type { JournalEntry, JournalProps, JournalQuery } from './props.ts';

/** `/studio/<site>/journal`: who did what on a site. */
export function JournalPage(page: JournalProps) {
  const { site, isRefused, query } = page;
  const acts = useActs();
  return (
    <Page
      title="Journal"
      beside={
        <>
          <p class="soft">
            <Name of={site.name} />
          </p>
          {!isRefused && (
            <p class="acts">
              <ActButton act="exporter" acts={acts} work={async () => announce(await saved(site.id, query))}>
                Exporter (CSV)
              </ActButton>
            </p>
          )}
          <Refusal {...acts} />
        </>
      }
    >
      {isRefused ? <Notice kind="calm">{NO_JOURNAL}</Notice> : <Entries {...page} />}
    </Page>
  );
}

function Entries({ site, query, groups, people, entries, next, isFirst }: JournalProps) {
  const isFiltered = fieldsOf(query).size > 0;
  return (
    <div class="journal">
      <p class="soft">Ce qui a été fait sur ce site, et par qui, depuis un an. Les propriétaires du site le lisent.</p>
      <SearchForm
        action={`${site.path}/journal`}
        addressOf={(typed) => listAddress(site.path, { ...NO_QUERY, ...(typed as Partial<JournalQuery>) })}
      >
        {(changed) => (
          <>
            <Choice
              name="groupe"
              label="Genre d’actes"
              chosen={query.groupe}
              options={[['', 'Tous les actes'], ...groups]}
              {...{ changed }}
            />
            <Choice
              name="compte"
              label="Personne"
              chosen={query.compte}
              options={[['', 'Tout le monde'], ...people]}
              {...{ changed }}
            />
            <label class="dated">
              Du <input type="date" name="depuis" defaultValue={query.depuis} onChange={changed} />
            </label>
            <label class="dated">
              Au <input type="date" name="jusqua" defaultValue={query.jusqua} onChange={changed} />
            </label>
          </>
        )}
      </SearchForm>
      <List
        class="journal-entries"
        label="Journal"
        items={entries}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={isFiltered || !isFirst ? 'Rien ne correspond.' : 'Rien n’a encore été fait.'}>
            {isFiltered && (
              <p>
                <a href={listAddress(site.path, NO_QUERY)}>Tout montrer</a>
              </p>
            )}
          </EmptyState>
        }
      >
        {(entry) => <Entry {...entry} />}
      </List>
      {(next !== null || !isFirst) && (
        <nav class="acts" aria-label="Suite de la liste">
          {next !== null && <ButtonLink href={listAddress(site.path, query, next)}>Actes plus anciens</ButtonLink>}
          {!isFirst && <ButtonLink href={listAddress(site.path, query)}>Derniers actes</ButtonLink>}
        </nav>
      )}
    </div>
  );
}

const NO_QUERY: JournalQuery = { groupe: '', compte: '', depuis: '', jusqua: '' };

const Entry = ({ at, when, who, deed }: JournalEntry) => (
  <div class="entry">
    <time class="soft" dateTime={at}>
      {when}
    </time>
    <p>
      {who.map((part) => (typeof part === 'string' ? part : <StrongName key={part.name} of={part.name} />))}{' '}
      <Words of={deed} />
    </p>
  </div>
);

const Words = ({ of }: { readonly of: readonly Part[] }) => (
  <>{of.map((part, index) => (typeof part === 'string' ? part : <Name key={index} of={part.name} />))}</>
);

/** Saves the list that is shown, whole. @returns the sentence that says so @throws ApiRefusal, Unreachable */
const saved = async (siteId: string, query: JournalQuery): Promise<string> =>
  `Tableau enregistré : ${await download(new Api(siteId), `/api/journal/export?${fieldsOf(query)}`)}.`;
