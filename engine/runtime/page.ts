import type { OF_PAGE } from '../language/objects.ts';
import { LAYOUT } from '../language/paths.ts';
import { controlsShown } from '../text/controls.ts';
import type { Incident, PageRequest, RenderResult, SiteContent } from '../types.ts';
import { budget, flat } from './budget.ts';
import { failedSection, markedSection, nestedSection, unknownSection } from './comments.ts';
import { asRenderError, RenderError, RenderLimit } from './errors.ts';
import { type Places, placeOf } from './places.ts';
import { text } from './text.ts';
import { useMenus } from './text-object.ts';
import type { Hash } from './values.ts';

/** A section in its place in a page: its emitted function and its object; neither for a type that the theme does not have. */
export interface PlacedSection {
  readonly type: string;
  /** Its key in its template; its type, or absent, where a template names the section itself. */
  readonly key?: string;
  readonly run?: (section: Hash) => string;
  readonly object?: Hash;
  /** It is the same on every page of the same content. */
  readonly isSteady?: boolean;
  /** Its values say that it is not to be shown. */
  readonly isHidden?: true;
}

/** A section that was rendered before, and its cost: a page is charged the same whether it renders the section or reuses it. */
export interface Rendered {
  readonly html: string;
  readonly objects: number;
}

/** What rendering a page needs of a theme. */
export interface ShownTheme {
  readonly id: string;
  readonly settings: unknown;
  /** Values that the theme's code computes once (`Unit.themeConstant`). */
  readonly constants: string[];
  readonly layout: (() => string) | null;
  readonly places: Places;
  /** Steady sections with the present content. */
  readonly rendered: ReadonlyMap<PlacedSection, Rendered>;
  noteRendered(section: PlacedSection, rendered: Rendered): void;
  show(content: SiteContent): void;
  hasTemplate(name: string): boolean;
  template(name: string): readonly PlacedSection[];
  /** The section of a type that a template names itself. */
  fixed(type: string): PlacedSection;
}

/** Longer sections are not kept: they would fill the isolate. */
const KEPT_UNITS = 128 * 1024;

/** Styles and scripts that a file adds to a page once, however often it is used. */
interface OnceAPage {
  readonly element: 'script' | 'style';
  readonly body: string;
}

/**
 * The page that is being rendered: emitted code reads what it shows from here. There is one at a time in a realm, as there is
 * one budget. Nothing of a page is kept for the next one, which may be another site's.
 */
class Page implements Record<keyof typeof OF_PAGE, unknown> {
  themeId = '';
  settings: unknown;
  constants: string[] = [];
  site: unknown;
  menus: unknown;
  page: unknown;
  /** Undefined but on the page of an article, and on lists of a blog (docs/rules.md, Rule 13). */
  article: unknown;
  blog: unknown;
  nonce = '';
  template = '';
  content_for_layout = '';
  #depth = 0;
  #sectionDepth = 0;
  #incidents: Incident[] = [];
  readonly #seen = new Set<OnceAPage>();
  #theme: ShownTheme | undefined;
  #hasMarks = false;

  /** Renders a page of a theme; the budget has begun. */
  render(theme: ShownTheme, content: SiteContent, request: PageRequest, sectionDepth: number): RenderResult {
    const { layout } = theme;
    if (!layout) return { outcome: 'no-layout' };
    const template = request.templates.find((name) => theme.hasTemplate(name));
    if (template === undefined) return { outcome: 'no-template' };
    theme.show(content);
    this.#begin(theme, content, request, template);
    this.#sectionDepth = sectionDepth;
    try {
      let body = '';
      for (const section of theme.template(template)) body += this.section(section);
      this.content_for_layout = budget.output(body);
      const html = layout();
      return { outcome: 'page', html, incidents: this.#incidents, readsClock: budget.clockReadings > 0 };
    } catch (thrown) {
      const error = asRenderError(thrown) ?? ourError(thrown);
      if (error instanceof RenderLimit) return { outcome: 'limit', limit: error.limit };
      return { outcome: 'error', incident: this.#incident(error, LAYOUT) };
    }
  }

  #begin(
    theme: ShownTheme,
    { site, menus }: SiteContent,
    { page, article, blog, nonce, marks }: PageRequest,
    template: string,
  ): void {
    this.#theme = theme;
    this.themeId = theme.id;
    this.settings = theme.settings;
    this.constants = theme.constants;
    this.site = site;
    this.menus = menus;
    useMenus(menus);
    this.page = page;
    this.article = article;
    this.blog = blog;
    this.nonce = nonce;
    this.template = template;
    this.content_for_layout = '';
    this.#depth = 0;
    this.#hasMarks = marks === true;
    this.#incidents = [];
    this.#seen.clear();
  }

  /** The HTML of a section, marked where marks are asked for; what is kept of it is not. */
  section(placed: PlacedSection): string {
    if (placed.isHidden) return '';
    const html = this.#rendered(placed);
    return this.#hasMarks ? markedSection(placed.type, placed.key ?? placed.type, html) : html;
  }

  /** An error of a section stays in it (docs/rules.md, Rule 9); one that ends the whole render passes. */
  #rendered(placed: PlacedSection): string {
    const { type, run, object } = placed;
    if (!run || !object) return unknownSection(type);
    if (this.#depth >= this.#sectionDepth) return nestedSection(type);
    const rendered = this.#theme?.rendered.get(placed);
    if (rendered) {
      budget.spend(rendered.objects);
      return rendered.html;
    }
    this.#depth++;
    const { depth, left, clockReadings } = budget;
    try {
      const html = run(object);
      if (placed.isSteady && html.length <= KEPT_UNITS && budget.clockReadings === clockReadings) {
        this.#theme?.noteRendered(placed, { html: flat(html), objects: left - budget.left });
      }
      return html;
    } catch (thrown) {
      const error = asRenderError(thrown) ?? ourError(thrown);
      if (error instanceof RenderLimit) throw error;
      budget.depth = depth;
      this.#incidents.push(this.#incident(error, `sections/${type}.liquid`));
      return failedSection(type);
    } finally {
      this.#depth--;
    }
  }

  #incident(error: Error, chemin: string): Incident {
    const message = controlsShown(error.message);
    const place = placeOf(this.#theme?.places() ?? [], budget.at);
    return place ? { chemin: place.file, ligne: place.ligne, colonne: place.colonne, message } : { chemin, message };
  }

  /** `{% section %}`: the section of a type. */
  fixed(type: string): string {
    return this.section(this.#theme?.fixed(type) ?? { type });
  }

  once(what: OnceAPage): string {
    if (this.#seen.has(what)) return '';
    this.#seen.add(what);
    return `<${what.element} nonce="${this.nonce}">${what.body}</${what.element}>`;
  }
}

/** An error of the engine itself also stays in its section: it must not fail the whole page. */
const ourError = (thrown: unknown): RenderError => new RenderError(`erreur interne du moteur : ${String(thrown)}`);

export const page = new Page();

/** `{% section %}`, where there is a theme. */
export const renderSection = (type: unknown): string => page.fixed(text(type));

export const once = (what: OnceAPage): string => page.once(what);
