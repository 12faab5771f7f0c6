import { isolated } from '../../../text/names.ts';
import { Api } from '../../api/client.ts';
import { RESTORING_TEXT } from '../../api/refusals.ts';
import { shown, unlessGone } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActButton } from '../../parts/act-buttons.tsx';
import { EmptyState, List } from '../../parts/list.tsx';
import { Name } from '../../parts/name.tsx';
import { Refusal } from '../../parts/refusal.tsx';
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
    {(text) => <OneDeleted text={text} page={page} />}
  </List>
);

function OneDeleted({ text, page: { site, readOnly } }: { readonly text: DeletedRow; readonly page: ContentsProps }) {
  const { id, genre, titre, auteur, supprime_le, goes } = text;
  const acts = useActs();
  const heading = `supprime-${id}`;
  const bringBack = () =>
    unlessGone(`« ${isolated(titre)} » n’est plus là.`, async () => {
      const request = { act: RESTORING_TEXT, method: 'POST', body: { id } } as const;
      await new Api(site.id).send('/api/contenus-supprimes', request);
      await shown(
        genre === 'blog'
          ? `Le blog « ${isolated(titre)} » est de retour avec ses articles.`
          : `« ${isolated(titre)} » est de retour parmi les ${genre}s, sans être publié.`,
      );
    });
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
        <Refusal {...acts} />
      </div>
      {readOnly === null && (
        <p class="acts">
          <ActButton act={`recuperer ${id}`} acts={acts} aria-describedby={heading} work={bringBack}>
            Récupérer
          </ActButton>
        </p>
      )}
    </article>
  );
}
