import { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import type { SiteContent, ThemeFiles } from '../../engine/index.ts';
import { type Renderer, sourcesOf } from '../../sandbox/index.ts';
import type { ProposedSite } from '../contract/new-site.ts';
import { fullAs, previewsBusy } from '../errors.ts';
import { starterSite } from '../starter/starter-site.ts';
import { readStarterTexts, type StarterTexts } from '../starter/starter-texts.ts';
import type { SiteOrigin } from '../text/site-origin.ts';
import { slugOfName } from '../text/site-slugs.ts';
import type { CatalogMetadata, ReadCatalog } from '../themes/catalog.ts';
import { type Proposal, proposalsFor } from '../themes/proposals.ts';
import type { Trade } from '../themes/trades.ts';
import { pageRequest, pageView } from './page-view.ts';
import { derivedId, PreviewVersions } from './preview-versions.ts';

/** Questions that are answered at the same time, of one account and of all: each renders three pages. */
const PER_ACCOUNT = 3;
const IN_ALL = 24;

interface NewSitePreviewsOptions {
  readonly renderer: Renderer;
  readonly readCatalog: ReadCatalog;
  readonly originOf: SiteOrigin;
  /** The themes of the catalog. */
  readonly themes: readonly { readonly id: string; readonly metadata: CatalogMetadata }[];
}

interface Question {
  readonly accountId: string;
  /** Of the site that somebody may make. */
  readonly name: string;
  readonly trade: Trade;
  /** Of the page around the previews. */
  readonly nonce: string;
}

/**
 * Renders home pages of a site that is not there yet: as it would be with each of the themes that suit its trade. Nothing is stored. The sandbox
 * takes them for themes of the account's own.
 */
export class NewSitePreviews {
  readonly #options: NewSitePreviewsOptions;
  readonly #underWay = new ConcurrencyLimit(PER_ACCOUNT, IN_ALL);
  readonly #versions = new PreviewVersions();

  constructor(options: NewSitePreviewsOptions) {
    this.#options = options;
  }

  /** @throws MomentaryRefusal */
  async render(question: Question): Promise<ProposedSite[]> {
    const work = async () => {
      const texts = await readStarterTexts(question.trade);
      const made = proposalsFor(this.#options.themes, question.trade).map((one) => this.#page(question, texts, one));
      return (await Promise.all(made)).filter((one) => one !== null);
    };
    return this.#underWay.run(question.accountId, work).catch(fullAs(previewsBusy));
  }

  async #page(
    { accountId, name, trade, nonce }: Question,
    texts: StarterTexts,
    { theme: { id: origin }, edition }: Proposal<NewSitePreviewsOptions['themes'][number]>,
  ): Promise<ProposedSite | null> {
    const { renderer, readCatalog, originOf } = this.#options;
    const theme = await readCatalog(origin);
    if (!theme) return null;
    const { files, description, menus } = starterSite(theme, edition.id, texts, name);
    const slug = slugOfName(name);
    const adresse = originOf({ slug, domain: null });
    const values: SiteContent = { site: { nom: name, slug, description, adresse }, menus };
    const themeId = derivedId('nouveau site', `${origin} ${trade}`, accountId);
    const version = this.#versions.of(themeId, files);
    const contentId = derivedId('contenu d’un nouveau site', `${origin} ${trade}`, accountId);
    const contentVersion = this.#versions.of(contentId, { contenu: JSON.stringify(values) });
    const outcome = await renderer.render(
      {
        theme: { id: themeId, version },
        content: { id: contentId, version: contentVersion },
        request: pageRequest(pageView('', null), '', nonce),
      },
      { ...sourcesOf(version, files), content: async () => ({ version: contentVersion, values }) },
    );
    const html = outcome.outcome === 'page' ? outcome.body.bytes().toString() : null;
    return {
      ...{ origine: origin, edition: edition.id, nom: theme.metadata.nom, pour: edition.pour, html },
      ressources: `/theme-assets/${themeId}/`,
      fichiers: html === null ? {} : assetsIn(html, files),
    };
  }
}

const ASSETS = 'assets/';

/** The style sheets of a theme, and those of its pictures that the page or a style sheet names: by their names in `assets/`. */
function assetsIn(html: string, files: ThemeFiles): Record<string, string> {
  const assets = Object.entries(files)
    .filter(([path]) => path.startsWith(ASSETS))
    .map(([path, text]) => [path.slice(ASSETS.length), text] as const);
  const styles = assets.filter(([name]) => name.endsWith('.css'));
  const pictures = assets.filter(
    ([name]) => !name.endsWith('.css') && [html, ...styles.map(([, text]) => text)].some((text) => text.includes(name)),
  );
  return Object.fromEntries([...styles, ...pictures]);
}
