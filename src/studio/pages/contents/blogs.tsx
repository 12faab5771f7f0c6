import { isolated } from '../../../text/names.ts';
import { Api } from '../../api/client.ts';
import { CHANGING_BLOG } from '../../api/refusals.ts';
import { shown, unlessGone } from '../../live/live.tsx';
import { AskButton } from '../../parts/act-buttons.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { EmptyState, List } from '../../parts/list.tsx';
import { Name, StrongName } from '../../parts/name.tsx';
import { Question } from '../../parts/question.tsx';
import { counted } from '../../parts/words.ts';
import { allOf, listAddress } from './addresses.ts';
import { BlogFields, blogOf } from './blog-fields.tsx';
import type { BlogRow, ContentsProps } from './props.ts';
import { RedirectGone } from './redirect-gone.tsx';

const BLOGS = '/api/blogs';

/** The blogs of a site. */
export const Blogs = (page: ContentsProps) => (
  <>
    {page.readOnly === null && <AddBlog {...page} />}
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
  </>
);

const AddBlog = ({ site }: ContentsProps) => (
  <p class="acts">
    <AskButton
      act="blog"
      question={(close) => (
        <Question
          title="Ajouter un blog"
          agree="Ajouter"
          onClose={close}
          work={async (form) => {
            const body = blogOf(form);
            await new Api(site.id).send(BLOGS, { act: CHANGING_BLOG, method: 'POST', body });
            await shown(`Le blog « ${isolated(body.titre)} » est ajouté.`);
          }}
        >
          <BlogFields blog={null} site={site} />
        </Question>
      )}
    >
      Ajouter un blog
    </AskButton>
  </p>
);

interface BlogProps {
  readonly blog: BlogRow;
  readonly page: ContentsProps;
}

function OneBlog({ blog, page }: BlogProps) {
  const { id, titre, slug, description, articles } = blog;
  const { site, readOnly } = page;
  const heading = `blog-${id}`;
  return (
    <article class="text" aria-labelledby={heading}>
      <div class="about">
        <h2 id={heading}>
          <Name of={titre} />
        </h2>
        <p class="soft facts-line">
          <bdi class="address">{`/blog/${slug}`}</bdi>
          <a href={listAddress(site.path, { ...allOf('articles'), blog: id })} aria-describedby={heading}>
            {counted(articles, 'article')}
          </a>
        </p>
        {description !== '' && (
          <p class="excerpt">
            <bdi>{description}</bdi>
          </p>
        )}
      </div>
      <p class="acts">
        <ButtonLink href={`${site.address}/blog/${slug}`} aria-describedby={heading}>
          Voir
        </ButtonLink>{' '}
        {readOnly === null && (
          <>
            <ChangeBlog blog={blog} page={page} /> <RemoveBlog blog={blog} page={page} />
          </>
        )}
      </p>
    </article>
  );
}

const gone = ({ titre }: BlogRow) => `Le blog « ${isolated(titre)} » n’existe plus.`;

const ChangeBlog = ({ blog, page: { site } }: BlogProps) => (
  <AskButton
    act={`renommer ${blog.id}`}
    aria-describedby={`blog-${blog.id}`}
    question={(close) => (
      <Question
        title="Modifier le blog"
        agree="Enregistrer"
        onClose={close}
        work={(form) =>
          unlessGone(gone(blog), async () => {
            const garde = { site: site.id, majLe: blog.maj_le };
            const fields = blogOf(form);
            const isDeclined = fields.slug !== blog.slug && !form.has('redirection');
            const body = { id: blog.id, garde, ...fields, ...(isDeclined && { redirection: false }) };
            await new Api(site.id).send(BLOGS, { act: CHANGING_BLOG, method: 'PATCH', body });
            await shown(`Le blog « ${isolated(fields.titre)} » est enregistré.`);
          })
        }
      >
        <BlogFields blog={blog} site={site} />
      </Question>
    )}
  >
    Modifier
  </AskButton>
);

const RemoveBlog = ({ blog, page: { site } }: BlogProps) => (
  <AskButton
    act={`supprimer ${blog.id}`}
    kind="danger"
    aria-describedby={`blog-${blog.id}`}
    question={(close) => (
      <Question
        title="Supprimer ce blog ?"
        agree="Supprimer"
        kind="danger"
        onClose={close}
        work={() =>
          unlessGone(gone(blog), async () => {
            await new Api(site.id).send(BLOGS, { act: CHANGING_BLOG, method: 'DELETE', query: { id: blog.id } });
            await shown(
              <>
                Le blog <Name of={blog.titre} /> est supprimé : « Supprimés » le garde trente jours.{' '}
                <RedirectGone site={site} address={`/blog/${blog.slug}`} />
              </>,
            );
          })
        }
      >
        <p>
          <StrongName of={blog.titre} />{' '}
          {blog.articles === 0
            ? 'n’a pas d’article : lui seul sera supprimé.'
            : `sera supprimé avec ${blog.articles > 1 ? `ses ${blog.articles} articles` : 'son article'}, et leurs adresses ne mèneront plus à rien.`}{' '}
          Vous pourrez encore {blog.articles === 0 ? 'le' : 'les'} récupérer pendant trente jours, dans « Supprimés ».
        </p>
      </Question>
    )}
  >
    Supprimer
  </AskButton>
);
