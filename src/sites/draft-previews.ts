import { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import type { Page } from '../../engine/index.ts';
import { type Renderer, sourcesOf } from '../../sandbox/index.ts';
import type { PreviewReason, RenderedPage, UnsavedText } from '../contract/previews.ts';
import type { Told } from '../contract/shared.ts';
import { fullAs, previewsBusy } from '../errors.ts';
import { namedPictures, versionWithPictures } from '../media/named-pictures.ts';
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
import { pageRequest } from './page-view.ts';
import { PreviewVersions, previewId } from './preview-versions.ts';
import { type UnsavedTextSources, unsavedTextView } from './unsaved-text.ts';
import { incidentsOf, verdictOf } from './verdict.ts';
import type { View } from './views.ts';

/** Previews that run at the same time, of one account and of all: an author who types has one or two. */
const PER_ACCOUNT = 4;
const IN_ALL = 64;

/** Previews of a longer theme with its unsaved texts, UTF-16 code units, or of a longer page, bytes, wait for their turn as long bodies do. */
const LONG_UNITS = 512 * 1024;

/** Why a page has no template of the theme. */
const WITHOUT_TEMPLATE: ReadonlySet<PreviewReason | null> = new Set([
  ...(['gabarit_absent', 'layout_absent', 'occupe', 'quarantaine'] as const),
]);

/** A page of a draft, for its author. */
type Previewed = Omit<Told<typeof RenderedPage>, 'ms'>;

/** Which page is wanted, of which draft. */
interface PreviewQuestion {
  readonly accountId: string;
  readonly site: Pick<MemberSite, 'id' | 'slug' | 'nom'>;
  readonly themeId: string;
  readonly unsaved: Unsaved;
  /** Null when no page can have the address. */
  readonly view: View | null;
  /** A text that is shown in place of what the address has. */
  readonly text: UnsavedText | null;
  readonly demande: Page['demande'];
  readonly nonce: string;
  /** Waits until this site may keep the process busy for some milliseconds. */
  readonly takeTurn: () => Promise<void>;
}

interface DraftPreviewsOptions extends DraftPageSources, UnsavedTextSources {
  readonly renderer: Renderer;
}

/**
 * Renders pages of a site from a theme that is not published, with changes that are not saved. The sandbox takes the preview of each author for
 * another theme: a preview changes neither the health, nor the limits, nor the quarantine of the published theme.
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
    text,
    demande,
    nonce,
    takeTurn,
  }: PreviewQuestion): Promise<Previewed> {
    const { renderer, ...sources } = this.#options;
    const id = previewId(themeId, accountId);
    const ressources = `/theme-assets/${id}/`;
    const draft = await readDraftPage(sources, { site, themeId, view: text ? null : view });
    if (!draft) {
      const nothing = { html: null, gabarit: null, incidents: [], gabarits_absents: [] };
      return { statut: 503, raison: 'trop_long', ressources, ...nothing };
    }
    const { contentVersion } = draft;
    const content = text ? await unsavedTextView(sources, site, text) : draft.content;
    const files = layUnsavedOver(draft.stored, unsaved);
    if (Object.values(files).reduce((units, text) => units + text.length, 0) > LONG_UNITS) await takeTurn();
    const version = this.#versions.of(id, files);
    const pictures = namedPictures(files);
    const request = pageRequest(content, demande, nonce);
    const outcome = await renderer.render(
      {
        theme: { id, version },
        content: { id: site.id, version: versionWithPictures(contentVersion, pictures) },
        request: { ...request, marks: true },
        whose: renderedFor(sources, site),
      },
      {
        ...sourcesOf(version, files),
        content: () => readSiteContent(sources, site.id, pictures),
      },
    );
    // A long page also makes a long answer, which is written in this process.
    if (outcome.outcome === 'page' && outcome.body.length > LONG_UNITS) await takeTurn();
    const verdict = verdictOf(outcome, content);
    return {
      ...verdict,
      html: outcome.outcome === 'page' ? outcome.body.bytes().toString() : null,
      gabarit: WITHOUT_TEMPLATE.has(verdict.raison) ? null : templateOf(files, request.templates),
      incidents: incidentsOf(outcome),
      gabarits_absents: absentTemplates((path) => Object.hasOwn(files, path), request.templates),
      ressources,
    };
  }
}
