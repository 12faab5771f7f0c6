import type { ThemeFiles } from '../../../engine/index.ts';
import { Refusal } from '../../errors.ts';
import { namedPictures } from '../../media/named-pictures.ts';
import type { Database } from '../../storage/database.ts';
import { findPublicArticles, findPublicLists } from '../../storage/public-blogs.ts';
import { findPictures } from '../../storage/public-medias.ts';
import { findOutline, type Outline } from '../../storage/public-outline.ts';
import { findPublicPages } from '../../storage/public-pages.ts';
import { type LoadedContent, loadContent } from '../../storage/public-sites.ts';
import { overviewsOf } from '../../storage/site-overviews.ts';
import { inSnapshot } from '../../storage/snapshot.ts';
import type { Queryable } from '../../storage/statement.ts';
import { readAnalysedFiles } from '../../storage/theme-analysis.ts';
import { listFiles } from '../../storage/theme-files.ts';
import { findTheme, listThemes } from '../../storage/themes.ts';
import type { SiteOrigin } from '../../text/site-origin.ts';
import { articleView, listStart, listView } from '../blog-views.ts';
import { THEME_BYTES } from '../draft-page.ts';
import { pageView } from '../page-view.ts';
import { withPictures } from '../view-pictures.ts';
import { type View, type ViewContent, viewKey } from '../views.ts';
import { type PagesToRehearse, type PageToRehearse, pagesToRehearse } from './pages.ts';

/** Pages whose contents one statement reads. */
const READ_AT_ONCE = 16;
/** Text of all contents, UTF-16 code units: they are in memory until their page is rendered. Pages beyond it are left out. */
const CONTENT_UNITS = 8 * 1024 * 1024;

/** A theme as it was when the rehearsal began. */
export interface RehearsedTheme {
  readonly id: string;
  readonly nom: string;
  /** As `readAnalysedFiles` gives them. */
  readonly files: ThemeFiles;
  /** Fingerprints of the files of its folder `assets`, by name. */
  readonly assets: ReadonlyMap<string, string>;
}

export interface PageWithContent extends PageToRehearse {
  /** Null where the page does not exist. */
  readonly content: ViewContent | null;
}

/** Both themes and what the site shows, each read on one snapshot. */
export interface RehearsalSnapshot {
  readonly published: RehearsedTheme | null;
  readonly draft: RehearsedTheme;
  readonly content: LoadedContent;
  readonly outline: Outline;
  /** Hosts of the site besides the one under the sites' domain. */
  readonly domains: readonly string[];
  readonly pages: readonly PageWithContent[];
  readonly leftOut: Omit<PagesToRehearse, 'pages'>;
}

/** @throws Refusal `introuvable`; `theme_publie`; `invalid_input` for a theme that is too long */
export async function readForRehearsal(
  database: Pick<Database, 'management' | 'public'>,
  { siteId, draftId, originOf }: { siteId: string; draftId: string; originOf: SiteOrigin },
): Promise<RehearsalSnapshot> {
  const themes = await inSnapshot(database.management, (db) => readThemes(db, siteId, draftId));
  const named = [themes.draft, themes.published].flatMap((theme) => (theme ? namedPictures(theme.files) : []));
  const pictures = [...new Set(named)].sort();
  const contents = await inSnapshot(database.public, (db) => readContents(db, siteId, { pictures, originOf }));
  return { ...themes, ...contents };
}

async function readThemes(db: Queryable, siteId: string, draftId: string) {
  const draft = await findTheme(db, siteId, draftId);
  if (!draft) throw new Refusal('introuvable');
  if (draft.role === 'publie') {
    throw new Refusal('theme_publie', { message: 'Ce thème est publié : une répétition se fait avec un brouillon.' });
  }
  const published = (await listThemes(db, siteId)).find(({ role }) => role === 'publie');
  const [overview] = await overviewsOf(db, [siteId]);
  return {
    draft: await readTheme(db, siteId, draft),
    published: published ? await readTheme(db, siteId, published) : null,
    domains: overview?.domains ?? [],
  };
}

async function readTheme(
  db: Queryable,
  siteId: string,
  { id, nom }: Pick<RehearsedTheme, 'id' | 'nom'>,
): Promise<RehearsedTheme> {
  const files = await readAnalysedFiles(db, siteId, id, THEME_BYTES);
  if (!files) {
    const message = `Les fichiers du thème « ${nom} » sont trop longs pour une répétition : 4 Mio au plus, sans ses ressources.`;
    throw new Refusal('invalid_input', { message });
  }
  const assets = (await listFiles(db, siteId, id)).filter(({ chemin }) => chemin.startsWith('assets/'));
  return { id, nom, files, assets: new Map(assets.map(({ chemin, empreinte }) => [chemin, empreinte])) };
}

async function readContents(
  db: Queryable,
  siteId: string,
  { pictures, originOf }: { pictures: readonly string[]; originOf: SiteOrigin },
) {
  const [content, outline] = [await loadContent(db, siteId, originOf, pictures), await findOutline(db, siteId)];
  if (!content || !outline) throw new Refusal('introuvable');
  const { pages: all, ...leftOut } = pagesToRehearse(outline);
  const pages: PageWithContent[] = [];
  for (let units = 0; pages.length < all.length && units < CONTENT_UNITS; ) {
    const batch = all.slice(pages.length, pages.length + READ_AT_ONCE);
    const contents = await readViews(
      db,
      siteId,
      batch.map(({ view }) => view),
    );
    batch.forEach((page, n) => void pages.push({ ...page, content: contents[n] ?? null }));
    units += contents.reduce((sum, content) => sum + unitsOf(content), 0);
  }
  return {
    ...{ content, outline, pages },
    leftOut: { ...leftOut, beyond: leftOut.beyond + all.length - pages.length },
  };
}

type Of<Kind extends View['kind']> = Extract<View, { kind: Kind }>;

/** What views show; views of one kind are read by one statement. */
async function readViews(db: Queryable, siteId: string, views: readonly (View | null)[]) {
  const of = <Kind extends View['kind']>(kind: Kind) =>
    views.filter((view): view is Of<Kind> => view?.kind === kind).map((view) => ({ ...view, siteId }));
  const [pages, lists, articles] = [of('page'), of('blog'), of('article')];
  const found = new Map<string, ViewContent | null>();
  const note = (view: View, content: ViewContent | null) => found.set(viewKey('', view), content);
  if (pages.length > 0) {
    const rows = await findPublicPages(db, pages);
    pages.forEach((view, n) => void note(view, pageView(view.slug, rows[n] ?? null)));
  }
  if (lists.length > 0) {
    const rows = await findPublicLists(
      db,
      lists.map(({ blog, page }) => ({ siteId, blog, start: listStart(page) })),
    );
    lists.forEach((view, n) => void note(view, listView(view, rows[n] ?? null)));
  }
  if (articles.length > 0) {
    const rows = await findPublicArticles(db, articles);
    articles.forEach((view, n) => {
      const row = rows[n];
      note(view, row ? articleView(row) : null);
    });
  }
  const contents = views.map((view) => (view ? (found.get(viewKey('', view)) ?? null) : null));
  return withPictures(
    contents.map((content) => ({ siteId, content })),
    (pictures) => findPictures(db, pictures),
  );
}

const unitsOf = (content: ViewContent | null): number =>
  (content?.page.contenu.length ?? 0) +
  (content?.article?.contenu.length ?? 0) +
  (content?.blog?.articles.reduce((sum, { extrait }) => sum + extrait.length, 0) ?? 0);
