import { findPublicArticles, findPublicFeeds, findPublicLists } from '../storage/public-blogs.ts';
import { findPictures } from '../storage/public-medias.ts';
import { findPublicPages } from '../storage/public-pages.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { articleView, listStart, listView } from './blog-views.ts';
import type { DatabaseWatch } from './database-watch.ts';
import { feedView } from './feed-view.ts';
import { pageView } from './page-view.ts';
import { withPictures } from './view-pictures.ts';
import type { View, ViewContent } from './views.ts';

export interface ViewQuestion {
  readonly siteId: string;
  /** Version of the site's content that the view is wanted at, or later. */
  readonly version: string;
  readonly view: View;
}

type Asked<Kind extends View['kind']> = { readonly siteId: string } & Extract<View, { readonly kind: Kind }>;

/** Reads what views show; null where there is nothing. Views of one kind are read together. */
export class ViewLoader {
  readonly #db: RolePools;
  readonly #watch: DatabaseWatch;

  /** @param db pools with the public role */
  constructor(db: RolePools, watch: DatabaseWatch) {
    this.#db = db;
    this.#watch = watch;
  }

  async load(questions: readonly ViewQuestion[]): Promise<(ViewContent | null)[]> {
    const contents: (ViewContent | null)[] = questions.map(() => null);
    const answer = async <Kind extends View['kind']>(
      kind: Kind,
      load: (asked: readonly Asked<Kind>[]) => Promise<readonly (ViewContent | null)[]>,
    ) => {
      const places = questions.flatMap(({ view }, place) => (view.kind === kind ? [place] : []));
      if (places.length === 0) return;
      const asked = places.map(
        (place) => ({ ...questions[place], ...questions[place]?.view }) as unknown as Asked<Kind>,
      );
      (await load(asked)).forEach((content, n) => {
        contents[places[n] ?? -1] = content;
      });
    };
    await Promise.all([
      answer('page', (asked) => this.#pages(asked)),
      answer('blog', (asked) => this.#lists(asked)),
      answer('article', (asked) => this.#articles(asked)),
      answer('feed', (asked) => this.#feeds(asked)),
    ]);
    return contents;
  }

  async #pages(asked: readonly Asked<'page'>[]) {
    const pages = await this.#watch.attempt(() => findPublicPages(this.#db.probes, asked));
    return this.#withPictures(asked, ({ slug }, n) => pageView(slug, pages[n] ?? null));
  }

  async #lists(asked: readonly Asked<'blog'>[]) {
    const lists = asked.map(({ siteId, blog, page }) => ({ siteId, blog, start: listStart(page) }));
    const found = await this.#watch.attempt(() => findPublicLists(this.#db, lists));
    return this.#withPictures(asked, (view, n) => listView(view, found[n] ?? null));
  }

  async #articles(asked: readonly Asked<'article'>[]) {
    const found = await this.#watch.attempt(() => findPublicArticles(this.#db, asked));
    return this.#withPictures(asked, (_view, n) => found[n] && articleView(found[n]));
  }

  #withPictures<Question extends { readonly siteId: string }>(
    asked: readonly Question[],
    contentOf: (question: Question, n: number) => ViewContent | null | undefined,
  ) {
    const views = asked.map((question, n) => ({ siteId: question.siteId, content: contentOf(question, n) ?? null }));
    return withPictures(views, (pictures) => this.#watch.attempt(() => findPictures(this.#db, pictures)));
  }

  async #feeds(asked: readonly Asked<'feed'>[]) {
    const found = await this.#watch.attempt(() => findPublicFeeds(this.#db, asked));
    return asked.map(({ siteId, blog }, n) => feedView(siteId, blog, found[n] ?? null));
  }
}
