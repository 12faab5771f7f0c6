import { useActs } from '../../live/use-act.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { useChosen } from '../../parts/choosing.tsx';
import { EmptyState, List } from '../../parts/list.tsx';
import { SearchForm } from '../../parts/search-form.tsx';
import { counted } from '../../parts/words.ts';
import { listAddress } from './addresses.ts';
import { ChosenBar } from './chosen-bar.tsx';
import type { RequestsProps } from './props.ts';
import { OneRequest } from './request-row.tsx';

/** The requests of one place: looked for, chosen, opened. */
export function Inbox(page: RequestsProps) {
  const { site, readOnly, query, counts, requests, next, isFirst } = page;
  const chosen = useChosen(requests);
  const acts = useActs();
  const { all, unread } = counts[query.classement];
  return (
    <>
      {all > 0 && (
        <SearchForm
          action={`${site.path}/demandes`}
          label="Rechercher une demande"
          q={query.q}
          addressOf={({ q = '', non_lues }) => listAddress(site.path, { ...query, q, nonLues: Boolean(non_lues) })}
        >
          {(changed) => (
            <>
              <input type="hidden" name="classement" value={query.classement} />
              <label>
                <span class="unseen">Lecture</span>
                <select name="non_lues" onChange={changed}>
                  <option value="">Lues et non lues</option>
                  <option value="1" selected={query.nonLues}>
                    Non lues ({unread})
                  </option>
                </select>
              </label>
            </>
          )}
        </SearchForm>
      )}
      {readOnly === null && requests.length > 0 && <ChosenBar {...{ page, chosen, acts }} />}
      <List
        class="requests"
        label="Demandes"
        items={requests}
        keyOf={({ id }) => id}
        empty={<NoRequest {...page} isSearched={query.q !== '' || query.nonLues} />}
      >
        {(request) => <OneRequest {...{ page, request, chosen }} />}
      </List>
      {(next !== null || !isFirst) && (
        <nav class="acts" aria-label="Suite de la liste">
          {next !== null && (
            <ButtonLink href={listAddress(site.path, query, next)}>
              {query.q === '' ? 'Demandes plus anciennes' : 'Chercher dans les demandes plus anciennes'}
            </ButtonLink>
          )}
          {!isFirst && <ButtonLink href={listAddress(site.path, query)}>Dernières demandes</ButtonLink>}
        </nav>
      )}
      <p class="soft" role="status">
        {query.q !== '' && requests.length > 0 && counted(requests.length, 'demande trouvée', 'demandes trouvées')}
      </p>
    </>
  );
}

function NoRequest({ site, query, next, isFirst, isSearched }: RequestsProps & { readonly isSearched: boolean }) {
  if (isSearched) {
    return (
      <EmptyState title={next === null ? 'Aucune demande ne correspond.' : 'Rien trouvé jusqu’ici.'}>
        <p>
          <a href={listAddress(site.path, { ...query, q: '', nonLues: false })}>Tout montrer</a>
        </p>
      </EmptyState>
    );
  }
  if (!isFirst) return <EmptyState title="Aucune demande plus ancienne." />;
  if (query.classement === 'archivee') {
    return (
      <EmptyState title="Aucune demande archivée.">
        <p class="soft">« Archiver » range ici ce qui est fait, sans rien supprimer.</p>
      </EmptyState>
    );
  }
  return query.classement === 'indesirable' ? (
    <EmptyState title="Aucune demande indésirable." />
  ) : (
    <EmptyState title="Aucune demande.">
      <p class="soft">Ce que les visiteurs envoient par les formulaires du site apparaît ici.</p>
    </EmptyState>
  );
}
