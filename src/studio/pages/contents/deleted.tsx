import { EmptyState, List } from '../../parts/list.tsx';
import { Name } from '../../parts/name.tsx';
import { Time } from '../../parts/time.tsx';
import type { ContentsProps, DeletedRow } from './props.ts';

const GENRES = { page: 'Page', article: 'Article', blog: 'Blog' } as const;

/** What was deleted of a site, and can be had back. */
export const Deleted = (page: ContentsProps) => (
  <List
    class="texts"
    label="Textes supprimés"
    items={page.deleted}
    keyOf={({ id }) => id}
    empty={
      <EmptyState title={page.isFirst ? 'Rien n’a été supprimé ces trente derniers jours.' : 'La liste est finie.'} />
    }
  >
    {(text) => <OneDeleted text={text} />}
  </List>
);

function OneDeleted({ text: { id, genre, titre, auteur, supprime_le, goes } }: { readonly text: DeletedRow }) {
  const heading = `supprime-${id}`;
  return (
    <article class="text" aria-labelledby={heading}>
      <div class="about">
        <h2 id={heading}>
          <Name of={titre} />
        </h2>
        <p class="soft facts-line">
          <span>{GENRES[genre]}</span>
          <span>
            Supprimé{genre === 'page' && 'e'} le <Time at={supprime_le} />
            {auteur !== null && (
              <>
                {' '}
                par <bdi>{auteur}</bdi>
              </>
            )}
          </span>
          <span>S’efface le {goes}</span>
        </p>
      </div>
    </article>
  );
}
