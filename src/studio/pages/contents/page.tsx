import { Page } from '../../frame/page.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { Name } from '../../parts/name.tsx';
import { ReasonNotice } from '../../parts/notice.tsx';
import { allOf, listAddress } from './addresses.ts';
import { Blogs } from './blogs.tsx';
import { Deleted } from './deleted.tsx';
import type { ContentsProps, Genre } from './props.ts';
import { Texts } from './texts.tsx';

const TABS: readonly (readonly [Genre, string])[] = [
  ['pages', 'Pages'],
  ['articles', 'Articles'],
  ['blogs', 'Blogs'],
  ['supprimes', 'Supprimés'],
];

/** `/studio/<site>/contenu`: the texts of a site. */
export const ContentsPage = (page: ContentsProps) => {
  const { site, readOnly, query, isFirst, next } = page;
  return (
    <Page
      title="Contenu"
      beside={
        <>
          <p class="soft">
            <Name of={site.name} />
          </p>
          {readOnly === null && (
            <p class="acts">
              <ButtonLink kind="primary" href={`${site.path}/contenu/nouvelle-page`}>
                Nouvelle page
              </ButtonLink>
              <ButtonLink kind="primary" href={`${site.path}/contenu/nouvel-article`}>
                Nouvel article
              </ButtonLink>
            </p>
          )}
        </>
      }
    >
      <ReasonNotice why={readOnly} />
      <div class="contents">
        <nav class="tabs" aria-label="Contenu du site">
          <ul>
            {TABS.map(([genre, label]) => (
              <li key={genre}>
                <a
                  href={listAddress(site.path, allOf(genre))}
                  aria-current={genre === query.genre ? 'page' : undefined}
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {query.genre === 'blogs' && <Blogs {...page} />}
        {query.genre === 'supprimes' && <Deleted {...page} />}
        {(query.genre === 'pages' || query.genre === 'articles') && <Texts key={query.genre} {...page} />}
        {(next !== null || !isFirst) && (
          <nav class="acts" aria-label="Suite de la liste">
            {!isFirst && <ButtonLink href={listAddress(site.path, query)}>Début de la liste</ButtonLink>}
            {next !== null && <ButtonLink href={listAddress(site.path, query, next)}>Suite de la liste</ButtonLink>}
          </nav>
        )}
      </div>
    </Page>
  );
};
