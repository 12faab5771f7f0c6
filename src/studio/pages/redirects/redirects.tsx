import { ButtonLink } from '../../parts/button.tsx';
import { EmptyState, List } from '../../parts/list.tsx';
import { SearchForm } from '../../parts/search-form.tsx';
import { counted } from '../../parts/words.ts';
import { AddRedirect } from './add-redirect.tsx';
import { redirectsAddress } from './addresses.ts';
import { FileActs } from './file-acts.tsx';
import { OneRedirect } from './one-redirect.tsx';
import type { RedirectsProps } from './props.ts';

/** The redirects of a site, with what makes new ones. */
export function Redirects(page: RedirectsProps) {
  const { site, readOnly, q, redirects, total, isFirst, next } = page;
  return (
    <>
      <p class="soft about-redirects">
        Une adresse qui ne mène plus à rien peut conduire les visiteurs, et les moteurs de recherche, à une autre. Quand
        vous changez l’adresse d’une page, d’un article ou d’un blog, l’ancienne est redirigée pour vous.
      </p>
      {readOnly === null && <AddRedirect {...page} key={page.from} />}
      <section class="redirect-list" aria-labelledby="titre-liste">
        <h2 id="titre-liste">
          {q === '' && total > 0 ? counted(total, 'adresse redirigée', 'adresses redirigées') : 'Adresses redirigées'}
        </h2>
        <div class="list-head">
          <SearchForm
            action={redirectsAddress(site.path)}
            label="Rechercher une adresse"
            q={q}
            addressOf={(typed) => redirectsAddress(site.path, { q: typed.q ?? '' })}
          />
          <FileActs {...page} />
        </div>
        <List
          class="redirects"
          label="Redirections"
          items={redirects}
          keyOf={({ de }) => de}
          empty={<NoRedirect {...page} />}
        >
          {(redirect) => <OneRedirect redirect={redirect} page={page} />}
        </List>
        {(next !== null || !isFirst) && (
          <nav class="acts" aria-label="Suite de la liste">
            {!isFirst && <ButtonLink href={redirectsAddress(site.path, { q })}>Début de la liste</ButtonLink>}
            {next !== null && (
              <ButtonLink href={redirectsAddress(site.path, { q, after: next })}>Suite de la liste</ButtonLink>
            )}
          </nav>
        )}
      </section>
    </>
  );
}

function NoRedirect({ site, q, isFirst }: RedirectsProps) {
  if (!isFirst) return <EmptyState title="La liste est finie." />;
  if (q === '') return <EmptyState title="Aucune adresse n’est redirigée." />;
  return (
    <EmptyState title="Aucune adresse ne correspond.">
      <p>
        <a href={redirectsAddress(site.path)}>Tout montrer</a>
      </p>
    </EmptyState>
  );
}
