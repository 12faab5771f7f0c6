import { EmptyState, List } from '../../parts/list.tsx';
import { Name } from '../../parts/name.tsx';
import { counted } from '../../parts/words.ts';
import { allOf, listAddress } from './addresses.ts';
import type { BlogRow, ContentsProps } from './props.ts';

/** The blogs of a site. */
export const Blogs = (page: ContentsProps) => (
  <List
    class="texts"
    label="Blogs"
    items={page.blogs}
    keyOf={({ id }) => id}
    empty={
      <EmptyState title="Aucun blog pour l’instant.">
        <p class="soft">Le premier article d’un site en fait un, « Actualités ».</p>
      </EmptyState>
    }
  >
    {(blog) => <OneBlog blog={blog} page={page} />}
  </List>
);

function OneBlog({ blog, page: { site } }: { readonly blog: BlogRow; readonly page: ContentsProps }) {
  const { id, titre, slug, description, articles } = blog;
  const heading = `blog-${id}`;
  return (
    <article class="text" aria-labelledby={heading}>
      <div class="about">
        <h2 id={heading}>
          <Name of={titre} />
        </h2>
        <p class="soft facts-line">
          <bdi class="address">{`/blog/${slug}`}</bdi>
          <a href={listAddress(site.path, { ...allOf('articles'), blog: id })}>{counted(articles, 'article')}</a>
        </p>
        {description !== '' && (
          <p class="excerpt">
            <bdi>{description}</bdi>
          </p>
        )}
      </div>
    </article>
  );
}
