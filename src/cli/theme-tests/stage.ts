import type { Incident, ThemeFiles } from '../../../engine/index.ts';
import { LAYOUT } from '../../../engine/language/paths.ts';
import { type Renderer, type RenderOutcome, sourcesOf } from '../../../sandbox/index.ts';
import { askedAt } from '../../http/site/page-address.ts';
import { pageRequest } from '../../sites/page-view.ts';
import { verdictOf } from '../../sites/verdict.ts';
import { REASONS } from '../../text/sentences.ts';
import { PREVIEW_THEME_ID } from '../preview/live-theme.ts';
import { pageDocument } from '../preview/page-document.ts';
import type { Sample } from '../preview/sample/sample-schema.ts';
import { SampleSite } from '../preview/sample/sample-site.ts';
import type { HtmlKind } from './html-tree.ts';

/** What every page takes for the present, so that kept pages stay as they are. */
export const PRESENT = Date.parse('2030-01-01T12:00:00Z');

/** The nonce of every page. */
const NONCE = 'nonce-de-vitrine-tester';

/** A layout that puts out the sections alone. */
const BARE_LAYOUT = '{{ content_for_layout }}';

/** How often a page is tried for which the machine had no time. */
const TRIES = 3;

/** What is shown at one moment. */
export interface Showing {
  readonly site: SampleSite;
  readonly present: number;
  /** Unique. */
  readonly version: string;
  /** The same content at another moment. */
  at(present: number): Showing;
}

/** A theme as one or more pages are rendered of it. */
export class Cast {
  readonly kind: HtmlKind;
  readonly #files: ThemeFiles;
  #version = nextVersion();
  #sources: ThemeSources | undefined;

  /** The theme as it is. */
  static whole(files: ThemeFiles): Cast {
    return new Cast(files, 'page');
  }

  /** The theme without its frame, and with these templates besides: what it puts out is sections alone. */
  static bare(files: ThemeFiles, templates: ThemeFiles): Cast {
    return new Cast({ ...files, ...templates, [LAYOUT]: BARE_LAYOUT }, 'section');
  }

  private constructor(files: ThemeFiles, kind: HtmlKind) {
    this.#files = files;
    this.kind = kind;
  }

  get version(): string {
    return this.#version;
  }

  get sources(): ThemeSources {
    this.#sources ??= sourcesOf(this.#version, this.#files);
    return this.#sources;
  }

  /** Begins anew, without the quarantine of what was rendered until now. @param version the one that came to harm */
  renew(version: string): void {
    if (this.#version !== version) return;
    this.#version = nextVersion();
    this.#sources = undefined;
  }
}

/** A rendered page or section. */
export interface Scene {
  readonly html: string;
  readonly kind: HtmlKind;
  readonly status: number;
  readonly incidents: readonly Incident[];
}

type ThemeSources = ReturnType<typeof sourcesOf>;

let versions = 0;
const nextVersion = (): string => `essai-${++versions}`;

/** @param present milliseconds since 1970 */
export const showingOf = (sample: Sample, present: number): Showing => ({
  site: new SampleSite(sample, { themeId: PREVIEW_THEME_ID, now: present }),
  present,
  version: nextVersion(),
  at: (other) => showingOf(sample, other),
});

/** Renders pages that depend on nothing but the theme and the content: the present, the nonce and the theme's id never change. */
export class Stage {
  readonly #renderer: Renderer;

  constructor(renderer: Renderer) {
    this.#renderer = renderer;
  }

  /**
   * Renders the page at an address. What a theme does never throws.
   * @param template shows this template instead of the one that the address asks for
   */
  async render(cast: Cast, { site, present, version }: Showing, address: string, template?: string): Promise<Scene> {
    const { view, demande } = askedAt(address);
    const shown = site.view(view);
    const usual = pageRequest(shown, demande, NONCE);
    const request = {
      ...usual,
      ...(template !== undefined && { templates: [template] }),
      page: { ...usual.page, instant: present },
      present,
    };
    const content = async () => ({ version, values: site.content });
    const outcome = await this.#tried(cast, () =>
      this.#renderer.render(
        {
          theme: { id: PREVIEW_THEME_ID, version: cast.version },
          content: { id: PREVIEW_THEME_ID, version },
          request,
        },
        { ...cast.sources, content },
      ),
    );
    const { raison } = verdictOf(outcome, shown);
    const { status, html, incidents } = pageDocument(outcome, shown, NONCE, []);
    const isShown = raison === null || raison === 'gabarit_absent' || incidents.length > 0;
    return {
      html,
      status,
      kind: cast.kind,
      incidents: isShown ? incidents : [{ chemin: '', message: REASONS[raison] }],
    };
  }

  /** A theme that went over its limits, or ended its process, begins anew with the next page; one that only lacked the processor is tried again. */
  async #tried(cast: Cast, render: () => Promise<RenderOutcome>): Promise<RenderOutcome> {
    for (let left = TRIES; ; left--) {
      const { version } = cast;
      const outcome = await render();
      if (outcome.outcome === 'page') return outcome;
      const isRefused = outcome.outcome === 'refused';
      if (isRefused || outcome.outcome === 'crashed' || outcome.outcome === 'limit') cast.renew(version);
      if (!isRefused || left === 1) return outcome;
    }
  }
}
