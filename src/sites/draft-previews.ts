import { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import type { Incident, Page } from '../../engine/index.ts';
import { type Renderer, type RenderOutcome, sourcesOf } from '../../sandbox/index.ts';
import { fullAs, previewsBusy } from '../errors.ts';
import type { MemberSite } from '../storage/sites.ts';
import { layUnsavedOver, type Unsaved } from '../themes/unsaved.ts';
import {
  absentTemplates,
  type DraftPageSources,
  readDraftPage,
  readSiteContent,
  renderedFor,
  templateOf,
} from './draft-page.ts';
import { LIMIT_REASONS } from './limit-reasons.ts';
import { pageRequest } from './page-view.ts';
import { PreviewVersions, previewId } from './preview-versions.ts';
import type { View, ViewContent } from './views.ts';

/** Previews under way, of one account and of all: an author who types has one or two. */
const PER_ACCOUNT = 4;
const IN_ALL = 64;

/** Previews of a longer one with its unsaved texts, UTF-16 code units, or of a longer page, bytes, wait for their turn as long bodies do. */
const LONG_UNITS = 512 * 1024;

/** Why a theme gives no page. */
export const PREVIEW_REASONS = [
  ...(['temps', 'objets', 'sortie', 'gabarit_absent', 'layout_absent', 'layout_en_erreur'] as const),
  ...(['occupe', 'quarantaine', 'arret', 'trop_long'] as const),
] as const;
export type PreviewReason = (typeof PREVIEW_REASONS)[number];

/** A page of a draft, for its author. */
export interface Previewed {
  /** What visitors would be answered: 200; 404 where there is no such page; 503 where the theme gives none. */
  readonly statut: 200 | 404 | 503;
  readonly html: string | null;
  /** Name of the template; null where none was used. */
  readonly gabarit: string | null;
  /** Path under which the page's addresses of theme files begin. */
  readonly ressources: string;
  readonly incidents: readonly Incident[];
  /** Paths of the templates that the page asks for and the theme does not have. */
  readonly gabarits_absents: readonly string[];
  /** Null where there is a page. */
  readonly raison: PreviewReason | null;
}

/** Which page is wanted, of which draft. */
export interface PreviewQuestion {
  readonly accountId: string;
  readonly site: Pick<MemberSite, 'id' | 'slug'>;
  readonly themeId: string;
  readonly unsaved: Unsaved;
  /** Null when no page can have the address. */
  readonly view: View | null;
  readonly demande: Page['demande'];
  readonly nonce: string;
  /** Waits until this site may keep the process busy for some milliseconds. */
  readonly takeTurn: () => Promise<void>;
}

export interface DraftPreviewsOptions extends DraftPageSources {
  readonly renderer: Renderer;
}

/**
 * Renders pages of a site from a theme that is not published, with changes that are not saved. To the sandbox it is a theme of its own, one
 * for each author: whatever it does, the health of the published theme, its limits and its quarantine know nothing of it.
 */
export class DraftPreviews {
  readonly #options: DraftPreviewsOptions;
  readonly #underWay = new ConcurrencyLimit(PER_ACCOUNT, IN_ALL);
  readonly #versions = new PreviewVersions();

  constructor(options: DraftPreviewsOptions) {
    this.#options = options;
  }

  /** @throws MomentaryRefusal; Refusal `introuvable` when the site is gone */
  async render(question: PreviewQuestion): Promise<Previewed> {
    return this.#underWay.run(question.accountId, () => this.#render(question)).catch(fullAs(previewsBusy));
  }

  async #render({
    accountId,
    site,
    themeId,
    unsaved,
    view,
    demande,
    nonce,
    takeTurn,
  }: PreviewQuestion): Promise<Previewed> {
    const { renderer, ...sources } = this.#options;
    const id = previewId(themeId, accountId);
    const ressources = `/theme-assets/${id}/`;
    const draft = await readDraftPage(sources, { site, themeId, view });
    if (!draft) return { ...NO_PAGE, statut: 503, ressources, raison: 'trop_long', gabarits_absents: [] };
    const { content, siteContent } = draft;
    const files = layUnsavedOver(draft.stored, unsaved);
    if (Object.values(files).reduce((units, text) => units + text.length, 0) > LONG_UNITS) await takeTurn();
    const version = this.#versions.of(id, files);
    const request = pageRequest(content, demande, nonce);
    const outcome = await renderer.render(
      {
        theme: { id, version },
        content: siteContent,
        request: { ...request, marks: true },
        whose: renderedFor(sources, site),
      },
      {
        ...sourcesOf(version, files),
        content: () => readSiteContent(sources, site.id),
      },
    );
    // A long page is made into a long answer, in this process, too.
    if (outcome.outcome === 'page' && outcome.body.length > LONG_UNITS) await takeTurn();
    return {
      ...answerOf(outcome, content, templateOf(files, request.templates)),
      gabarits_absents: absentTemplates((path) => Object.hasOwn(files, path), request.templates),
      ressources,
    };
  }
}

const NO_PAGE = { html: null, gabarit: null, incidents: [] } as const;

/** @param content null when the page does not exist */
function answerOf(
  outcome: RenderOutcome,
  content: ViewContent | null,
  gabarit: string | null,
): Omit<Previewed, 'ressources' | 'gabarits_absents'> {
  switch (outcome.outcome) {
    case 'page': {
      const html = Buffer.from(outcome.body).toString();
      return { statut: content ? 200 : 404, html, gabarit, incidents: outcome.incidents, raison: null };
    }
    case 'no-template':
      return { ...NO_PAGE, statut: 404, raison: 'gabarit_absent' };
    case 'no-layout':
      return { ...NO_PAGE, statut: 503, raison: 'layout_absent' };
    case 'error':
      return { ...NO_PAGE, statut: 503, gabarit, incidents: [outcome.incident], raison: 'layout_en_erreur' };
    case 'limit':
      return { ...NO_PAGE, statut: 503, gabarit, raison: LIMIT_REASONS[outcome.limit] };
    case 'refused':
      return { ...NO_PAGE, statut: 503, raison: outcome.reason === 'busy' ? 'occupe' : 'quarantaine' };
    case 'crashed':
      return { ...NO_PAGE, statut: 503, gabarit, raison: 'arret' };
  }
}
