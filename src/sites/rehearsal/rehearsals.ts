import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConcurrencyLimit } from '../../../concurrency/concurrency-limit.ts';
import { type Renderer, sourcesOf } from '../../../sandbox/index.ts';
import { fullAs, rehearsalsBusy } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { SiteOrigin } from '../../text/site-origin.ts';
import { renderedFor } from '../draft-page.ts';
import type { LinkEditor } from '../link-editor.ts';
import { pageRequest } from '../page-view.ts';
import { PreviewVersions, previewId } from '../preview-versions.ts';
import type { SiteRecords } from '../records/site-records.ts';
import type { ViewContent } from '../views.ts';
import { PageComparer } from './comparer.ts';
import { type JudgedPage, reportOf } from './judgement.ts';
import type { RehearsalReport } from './report.ts';
import { type RenderedSide, sideOf } from './side.ts';
import { type PageWithContent, type RehearsalSnapshot, type RehearsedTheme, readForRehearsal } from './snapshot.ts';

/** Rehearsals that run at the same time, of one site and of all sites. */
const PER_SITE = 1;
const IN_ALL = 8;
/** Pages of one rehearsal that are rendered at a time, each with both themes: as many renders as there are workers, and one page more. */
const AT_ONCE = 3;
/**
 * Time between the beginnings of two pages, of all rehearsals together, milliseconds. Each page takes one or two milliseconds of this process,
 * which holds the connections of visitors (with 260 pages a second, p99 of other sites at 45 % of capacity was 3.2 times as long).
 */
const PAGE_EVERY_MS = 30;
/** How long one rehearsal may take, milliseconds. */
const WITHIN_MS = 120_000;
/** How often a page is tried again when no processor was free. */
const ATTEMPTS = 3;

/** Takes the place of the account's id in the ids of previews. */
const REHEARSAL = 'repetition';

interface RehearsalQuestion {
  readonly accountId: string;
  readonly site: Pick<MemberSite, 'id' | 'slug'>;
  /** Id of a draft of the site. */
  readonly themeId: string;
  /** Ends the rehearsal: no further render starts. */
  readonly signal: AbortSignal;
  /** Called before the first page and after each page. */
  readonly progress: (done: number, total: number) => void;
}

interface RehearsalsOptions {
  readonly database: Pick<Database, 'management' | 'public'>;
  readonly renderer: Renderer;
  readonly links: LinkEditor;
  readonly sitesDomain: string;
  readonly originOf: SiteOrigin;
  /** The page that the platform shows where a theme has no template for it. @param content null when the page does not exist */
  readonly platformPage: (content: ViewContent | null, nonce: string) => string;
  /** Counts what the renders cost. */
  readonly records: SiteRecords;
}

/** After this many comparisons that took too long, the rehearsal compares no further page: other rehearsals wait for the thread. */
const UNCOMPARED_AT_MOST = 3;

/** What both themes of a rehearsal are rendered with. */
interface Scene extends Pick<RehearsalQuestion, 'site'>, Pick<RehearsalSnapshot, 'content'> {
  readonly request: { readonly nonce: string; readonly present: number };
  readonly ending: AbortSignal;
}

/** What renders a page with one of the themes. */
type RenderPage = (page: PageWithContent) => Promise<RenderedSide | null>;

/** One rehearsal under way. */
interface Stage {
  /** Null where no theme is published. */
  readonly renderBefore: RenderPage | null;
  readonly renderAfter: RenderPage;
  readonly hosts: readonly string[];
  readonly snapshot: RehearsalSnapshot;
  /** Pages whose comparison took too long. */
  uncompared: number;
}

/**
 * Renders the pages of a site with its published theme and with a draft, as visitors would get them, and compares them. The sandbox takes both for
 * other themes, so that a rehearsal does not change the health of the published theme. Nothing is written.
 */
export class Rehearsals {
  readonly #options: RehearsalsOptions;
  readonly #underWay = new ConcurrencyLimit(PER_SITE, IN_ALL);
  readonly #versions = new PreviewVersions();
  readonly #comparer = new PageComparer();
  /** When the next page may begin, by `performance.now`. */
  #nextAt = 0;

  constructor(options: RehearsalsOptions) {
    this.#options = options;
  }

  /** @throws MomentaryRefusal; Refusal `introuvable`, `theme_publie`, `invalid_input` */
  async rehearse(question: RehearsalQuestion): Promise<RehearsalReport> {
    const claim = { account: question.accountId };
    return this.#underWay.run(question.site.id, () => this.#rehearse(question), claim).catch(fullAs(rehearsalsBusy));
  }

  /** Ends its thread. */
  close(): Promise<void> {
    return this.#comparer.close();
  }

  async #rehearse({ site, themeId, signal, progress }: RehearsalQuestion): Promise<RehearsalReport> {
    const { database, sitesDomain, originOf, links } = this.#options;
    const over = new AbortController();
    const ending = AbortSignal.any([signal, over.signal, AbortSignal.timeout(WITHIN_MS)]);
    const snapshot = await readForRehearsal(database, { siteId: site.id, draftId: themeId, originOf });
    const { pages, published, draft, domains } = snapshot;
    const request = { nonce: randomBytes(16).toString('base64'), present: Date.now() };
    const scene = { site, content: snapshot.content, request, ending };
    const renderBefore = published && this.#renderer(published, scene);
    const renderAfter = this.#renderer(draft, scene);
    const hosts = [`${site.slug}.${sitesDomain}`, ...domains];
    const stage = { renderBefore, renderAfter, hosts, snapshot, uncompared: 0 };
    const judged: JudgedPage[] = [];
    progress(0, pages.length);
    const queue = pages.entries();
    const work = async () => {
      for (const [place, page] of queue) {
        await this.#turn(ending);
        if (ending.aborted) return;
        const content = page.content && (await links.edit(site.id, page.content));
        judged[place] = await this.#judged({ ...page, content }, stage);
        progress(judged.filter(Boolean).length, pages.length);
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    } finally {
      // When one page fails, no further page begins.
      over.abort();
    }
    return reportOf(snapshot, judged);
  }

  /** Waits until the next page may begin, or the rehearsal ends. */
  async #turn(ending: AbortSignal): Promise<void> {
    const now = performance.now();
    const at = Math.max(this.#nextAt, now);
    this.#nextAt = at + PAGE_EVERY_MS;
    if (at > now) await sleep(at - now, undefined, { signal: ending }).catch(() => undefined);
  }

  async #judged(page: PageWithContent, stage: Stage): Promise<JudgedPage> {
    const {
      renderBefore,
      renderAfter,
      hosts,
      snapshot: { published, draft },
    } = stage;
    const [before, after] = await Promise.all([renderBefore ? renderBefore(page) : null, renderAfter(page)]);
    if (!after || (renderBefore && !before)) return { page, rendered: null };
    const task = {
      before: before?.body && published ? { body: before.body, themeId: sandboxId(published) } : null,
      after: after.body ? { body: after.body, themeId: sandboxId(draft) } : null,
      ...{ adresse: page.adresse, hosts },
    };
    const comparison = stage.uncompared < UNCOMPARED_AT_MOST ? await this.#comparer.compare(task) : null;
    if (!comparison) stage.uncompared++;
    // The HTML itself is not kept.
    return {
      page,
      rendered: { before: before && { ...before, body: null }, after: { ...after, body: null }, comparison },
    };
  }

  /** Renders pages with one theme; null where no processor was free. */
  #renderer(theme: RehearsedTheme, { site, content, request: { nonce, present }, ending }: Scene): RenderPage {
    const { renderer, platformPage } = this.#options;
    const siteId = site.id;
    const id = sandboxId(theme);
    const version = this.#versions.of(id, theme.files);
    const sources = { ...sourcesOf(version, theme.files), content: async () => content };
    return async (page) => {
      const { page: shown, ...rest } = pageRequest(page.content, '', nonce);
      const request = { ...rest, page: { ...shown, instant: present }, present };
      const whose = renderedFor(this.#options, site);
      const job = { theme: { id, version }, content: { id: siteId, version: content.version }, request, whose };
      for (let attempt = 0; attempt < ATTEMPTS && !ending.aborted; attempt++) {
        const answer = await renderer.renderInBackground(job, sources, ending);
        const side = sideOf(answer, page.content, () => platformPage(page.content, nonce));
        if (side) return side;
      }
      return null;
    };
  }
}

/** The id under which the sandbox knows a theme that is rehearsed. */
const sandboxId = ({ id }: RehearsedTheme): string => previewId(id, REHEARSAL);
