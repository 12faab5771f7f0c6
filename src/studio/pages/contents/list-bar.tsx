import type { TextFilter, TextOrder } from '../../../storage/content-lists.ts';
import { isolated } from '../../../text/names.ts';
import { Choice } from '../../parts/choice.tsx';
import { SearchForm } from '../../parts/search-form.tsx';
import { listAddress } from './addresses.ts';
import type { BlogRow, ListQuery } from './props.ts';

const FILTERS: readonly (readonly [TextFilter, string])[] = [
  ['publies', 'Publiés'],
  ['prevus', 'Prévus'],
  ['modifies', 'Modifications non publiées'],
  ['brouillons', 'Brouillons'],
  ['retires', 'Retirés'],
];

const ORDERS: readonly (readonly [TextOrder, string])[] = [
  ['modif', 'Modifiés en dernier'],
  ['titre', 'Titre'],
  ['parution', 'Publiés en dernier'],
];

interface ListBarProps {
  /** Address of the site’s page. */
  readonly path: string;
  readonly query: ListQuery;
  readonly blogs: readonly BlogRow[];
}

/** Search, filters and order of a list of texts. */
export function ListBar({ path, query, blogs }: ListBarProps) {
  const addressOf = (typed: Readonly<Record<string, string>>) =>
    listAddress(path, {
      genre: query.genre,
      q: typed.q ?? '',
      tri: (typed.tri || 'modif') as TextOrder,
      etat: (typed.etat || null) as TextFilter | null,
      blog: typed.blog || null,
    });
  return (
    <SearchForm action={`${path}/contenu`} label="Rechercher un texte" q={query.q} addressOf={addressOf}>
      {(changed) => (
        <>
          <input type="hidden" name="genre" value={query.genre} />
          <Choice
            name="etat"
            label="État"
            chosen={query.etat}
            options={[['', 'Tous les états'], ...FILTERS]}
            {...{ changed }}
          />
          {blogs.length > 1 && (
            <Choice
              name="blog"
              label="Blog"
              chosen={query.blog}
              options={[['', 'Tous les blogs'], ...blogs.map(({ id, titre }) => [id, isolated(titre)] as const)]}
              {...{ changed }}
            />
          )}
          <Choice name="tri" label="Ordre" chosen={query.tri} options={ORDERS} {...{ changed }} />
        </>
      )}
    </SearchForm>
  );
}
