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

/** Why a page of the theme is not shown. */
const SENTENCES = {
  ...REASONS,
  occupe: 'La machine est trop chargée : relancez la même commande dans un instant.',
  quarantaine: 'Le thème a dépassé ses limites plusieurs fois.',
} satisfies typeof REASONS;

/** What is shown at one moment. */
export interface Showing {
  readonly sample: Sample;
  readonly site: SampleSite;
  readonly present: number;
  /** Unique. */
  readonly version: string;
  /** The same content at another moment. */
  at(present: number): Showing;
}

/** A theme as one or more pages are rendered of it. To the sandbox each is a theme of its own: the harm that one does is not laid to another. */
export class Cast {
  readonly kind: HtmlKind;
  readonly #files: ThemeFiles;
  #id = nextId();
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

  get id(): string {
    return this.#id;
  }

  get sources(): ThemeSources {
    this.#sources ??= sourcesOf(VERSION, this.#files);
    return this.#sources;
  }

  /** Begins anew, without the quarantine of what was rendered until now. @param id under which harm was done */
  renew(id: string): void {
    if (this.#id === id) this.#id = nextId();
  }
}

/** A rendered page or section. */
export interface Scene {
  readonly html: string;
  readonly kind: HtmlKind;
  readonly status: number;
  readonly incidents: readonly Incident[];
  /** Where the sandbox gave no page: it ended the render, or refused it. */
  readonly ending?: 'harm' | 'refused';
}

type ThemeSources = ReturnType<typeof sourcesOf>;

/** Of every theme: its files never change. */
const VERSION = '1';

let ids = 0;
/** As long as the id of a theme of a site. */
const nextId = (): string => `00000000-0000-4000-8000-${(++ids).toString(16).padStart(12, '0')}`;

/** @param present milliseconds since 1970 */
export const showingOf = (sample: Sample, present: number): Showing => ({
  sample,
  site: new SampleSite(sample, { themeId: PREVIEW_THEME_ID, now: present }),
  present,
  version: nextId(),
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
    const { id, outcome } = await this.#tried(cast, (id) =>
      this.#renderer.render(
        { theme: { id, version: VERSION }, content: { id: version, version }, request },
        { ...cast.sources, content },
      ),
    );
    const { raison } = verdictOf(outcome, shown);
    const { status, html, incidents } = pageDocument(outcome, shown, NONCE, []);
    const isShown = raison === null || raison === 'gabarit_absent' || incidents.length > 0;
    return {
      html: html.replaceAll(id, PREVIEW_THEME_ID),
      ...{ status, kind: cast.kind },
      incidents: isShown ? incidents : [{ chemin: '', message: SENTENCES[raison] }],
      ...(isHarm(outcome) && { ending: 'harm' }),
      ...(outcome.outcome === 'refused' && { ending: 'refused' }),
    };
  }

  /** A theme that the sandbox has ended begins anew with its next page; a page for which the machine had no time is tried again. */
  async #tried(cast: Cast, render: (id: string) => Promise<RenderOutcome>) {
    for (let left = TRIES; ; left--) {
      const { id } = cast;
      const outcome = await render(id);
      const isRefused = outcome.outcome === 'refused';
      if (isRefused || isHarm(outcome)) cast.renew(id);
      if (!isRefused || left === 1) return { id, outcome };
    }
  }
}

const isHarm = ({ outcome }: RenderOutcome): boolean => outcome === 'limit' || outcome === 'crashed';
