import { randomUUID } from 'node:crypto';
import { zoneOfSite } from '../../content/settings.ts';
import { uuid } from '../../contract/shared.ts';
import { ARTICLES } from '../../storage/articles.ts';
import { BLOGS } from '../../storage/blogs.ts';
import { findDeleted } from '../../storage/deleted-texts.ts';
import { PAGES } from '../../storage/pages.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { Queryable } from '../../storage/statement.ts';
import { listPaths } from '../../storage/theme-files.ts';
import { listThemes, type Theme } from '../../storage/themes.ts';
import type { Genre } from '../../studio/writing/props.ts';
import { isolated } from '../../text/names.ts';
import { themePaths } from '../../text/theme-paths.ts';
import type { StudioPage } from './document.ts';
import { readOnlyOf } from './read-only.ts';
import { scriptPath } from './script-routes.ts';
import type { PageSources } from './studio-pages.ts';
import { studioPath, type Visitor } from './visitor.ts';

/** Where texts of a kind stand, behind the address of their site. */
const FOLDERS: Readonly<Record<Genre, string>> = { page: 'contenu/pages', article: 'contenu/articles' };

/** What a page without a title is called: of a new text, of a deleted one. */
const TITLES = { page: ['Nouvelle page', 'Page supprimée'], article: ['Nouvel article', 'Article supprimé'] } as const;

/** A fresh address at which a text can be written: it stays the same when the page is loaded again. @param blog of a new article, as it was asked for */
export function newTextPath(site: MemberSite, genre: Genre, blog: unknown): string {
  const { data: id } = uuid.safeParse(blog);
  const query = id === undefined ? '' : `&${new URLSearchParams({ blog: id })}`;
  return `${studioPath(site)}/${FOLDERS[genre]}/${randomUUID()}?nouveau${query}`;
}

/** The page on which one text is written; null where there is no such text. */
export async function openWritingPage(
  { database: { management }, originOf }: PageSources,
  { account }: Visitor,
  site: MemberSite,
  asked: { readonly genre: Genre; readonly id: string; readonly query: Readonly<Record<string, unknown>> },
): Promise<StudioPage | null> {
  const { data: id } = uuid.safeParse(asked.id);
  if (id === undefined) return null;
  const { genre, query } = asked;
  const [found, blogs, themes, zone] = await Promise.all([
    (genre === 'page' ? PAGES : ARTICLES).find(management, site.id, id),
    BLOGS.list(management, site.id),
    listThemes(management, site.id),
    zoneOfSite(management, site.id),
  ]);
  const isNew = !found && 'nouveau' in query;
  const isDeleted = !found && (await findDeleted(management, site.id, id))?.genre === genre;
  if (!found && !isNew && !isDeleted) return null;
  const published = themes.find(({ role }) => role === 'publie');
  const path = studioPath(site);
  return {
    title: found ? isolated(found.titre) : TITLES[genre][isDeleted ? 1 : 0],
    site,
    hasThread: true,
    view: 'writing',
    props: {
      compte: account.id,
      site: { id: site.id, nom: site.nom, adresse: originOf(site), chemin: path },
      ...{ genre, id, isNew: isNew && !isDeleted, isDeleted },
      lectureSeule: readOnlyOf(site),
      blogs: blogs.map((blog) => ({ id: blog.id, titre: blog.titre, slug: blog.slug })),
      blog: (blogs.find((blog) => blog.id === query.blog) ?? blogs[0])?.id ?? null,
      gabarits: published && genre === 'page' ? await templatesOf(management, site, published) : [],
      themes: themes.map((theme) => ({ id: theme.id, nom: theme.nom, role: theme.role })),
      zone,
      scripts: {
        ...{ library: scriptPath('library'), pictures: scriptPath('pictures'), source: scriptPath('source') },
        sending: scriptPath('sending'),
      },
      personnaliser: published ? themePaths(path, published.id).personnaliser : null,
    },
  };
}

/** Templates that show something else than a page. */
const OF_OTHERS: ReadonlySet<string> = new Set(['index', 'blog', 'article', '404']);

/** Names of the templates of a theme that a page may have; the usual one first. */
async function templatesOf(db: Queryable, site: MemberSite, theme: Theme): Promise<readonly string[]> {
  const paths = await listPaths(db, site.id, theme.id, 'templates/');
  const names = paths.flatMap((path) => /^templates\/(.*)\.json$/s.exec(path)?.[1] ?? []);
  const rank = (name: string) => (name === 'page' ? 0 : 1);
  return names.filter((name) => !OF_OTHERS.has(name)).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
