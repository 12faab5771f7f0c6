import { EmptyState, List } from '../../parts/list.tsx';
import type { TextKind } from '../../writing/store/fields.ts';
import { allOf, listAddress } from './addresses.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ListBar } from './list-bar.tsx';
import type { ContentsProps } from './props.ts';
import { ErrorPageRow, OneText } from './text-row.tsx';
import { useBulk } from './use-bulk.ts';

/** The pages or the articles of a site. */
export function Texts(page: ContentsProps) {
  const { site, readOnly, query, texts, blogs, isFirst } = page;
  const choosable = texts.filter(({ isHome }) => !isHome);
  const bulk = useBulk(site.id, query.genre as TextKind, choosable);
  const isWhole = query.q === '' && query.etat === null && query.blog === null;
  return (
    <>
      <ListBar path={site.path} query={query} blogs={blogs} />
      {readOnly === null && choosable.length > 0 && <BulkBar bulk={bulk} texts={choosable} page={page} />}
      <List
        class="texts"
        label={query.genre === 'pages' ? 'Pages' : 'Articles'}
        items={texts}
        keyOf={({ id }) => id}
        empty={<NoText {...page} isWhole={isWhole} />}
      >
        {(text) => <OneText text={text} page={page} bulk={readOnly === null ? bulk : null} />}
      </List>
      {query.genre === 'pages' && isWhole && isFirst && <ErrorPageRow {...page} />}
    </>
  );
}

function NoText({ site, query, isWhole, isFirst }: ContentsProps & { readonly isWhole: boolean }) {
  if (!isFirst) return <EmptyState title="La liste est finie." />;
  if (!isWhole) {
    return (
      <EmptyState title="Aucun texte ne correspond.">
        <p>
          <a href={listAddress(site.path, allOf(query.genre))}>Tout montrer</a>
        </p>
      </EmptyState>
    );
  }
  return query.genre === 'pages' ? (
    <EmptyState title="Aucune page pour l’instant.">
      <p class="soft">« Nouvelle page » en commence une : vos services, vos tarifs, votre histoire.</p>
    </EmptyState>
  ) : (
    <EmptyState title="Aucun article pour l’instant.">
      <p class="soft">« Nouvel article » annonce une nouvelle, un jour de fermeture, un événement.</p>
    </EmptyState>
  );
}
