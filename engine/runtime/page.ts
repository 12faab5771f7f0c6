import type { Incident, PageRequest, RenderResult, SiteContent } from '../types.ts';
import { budget, flat } from './budget.ts';
import { failedSection, nestedSection, unknownSection } from './comments.ts';
import { asRenderError, RenderError, RenderLimit } from './errors.ts';
import { type Places, placeOf } from './places.ts';
import { text } from './text.ts';
import { useMenus } from './text-object.ts';
import type { Hash } from './values.ts';

/** A section in its place in a page: its emitted function and its object; neither for a type that the theme does not have. */
export interface PlacedSection {
  readonly type: string;
  readonly run?: (section: Hash) => string;
  readonly object?: Hash;
  /** Every page of the same content shows it alike. */
  readonly steady?: boolean;
}

/** A theme's program, loaded. */
export interface ThemeProgram {
  readonly places: Places;
  readonly layout: (() => string) | null;
  readonly templates: ReadonlyMap<string, readonly PlacedSection[]>;
}

/** A section that was rendered before, and what it cost then: a page is charged the same, however it comes by its sections. */
interface Rendered {
  readonly html: string;
  readonly objects: number;
}

/** Longer sections are not kept: they would fill the isolate. */
const KEPT_UNITS = 128 * 1024;

/** What a file puts into a page once, however often it is used. */
interface OnceAPage {
  readonly element: 'script' | 'style';
  readonly body: string;
}

/**
 * The page that is being rendered: emitted code reads what it shows from here. There is one at a time in a realm, as there is
 * one budget.
 */
class Page {
  site: unknown;
  menus: unknown;
  page: unknown;
  /** Undefined but on the page of an article, and on lists of a blog (rule 13). */
  article: unknown;
  blog: unknown;
  nonce = '';
  template = '';
  content_for_layout = '';
  #depth = 0;
  #sectionDepth = 0;
  #incidents: Incident[] = [];
  readonly #seen = new Set<OnceAPage>();
  /** Steady sections of the present program with the present content. */
  readonly #rendered = new Map<PlacedSection, Rendered>();
  #program: ThemeProgram | undefined;
  #content: SiteContent | undefined;

  /** Renders a page of a theme; the budget has begun. */
  render(program: ThemeProgram, content: SiteContent, request: PageRequest, sectionDepth: number): RenderResult {
    const { layout, templates } = program;
    if (!layout) return { outcome: 'no-layout' };
    const template = request.templates.find((name) => templates.has(name));
    if (template === undefined) return { outcome: 'no-template' };
    if (program !== this.#program || content !== this.#content) this.#rendered.clear();
    this.#program = program;
    this.#content = content;
    this.#begin(content, request, template);
    this.#sectionDepth = sectionDepth;
    try {
      let body = '';
      for (const section of templates.get(template) ?? []) body += this.section(section);
      this.content_for_layout = budget.output(body);
      const html = layout();
      return { outcome: 'page', html, incidents: this.#incidents, readsClock: budget.clockReadings > 0 };
    } catch (thrown) {
      const error = asRenderError(thrown) ?? ourError(thrown);
      if (error instanceof RenderLimit) return { outcome: 'limit', limit: error.limit };
      return { outcome: 'error', incident: this.#incident(error, 'layout/theme.liquid') };
    }
  }

  #begin({ site, menus }: SiteContent, { page, article, blog, nonce }: PageRequest, template: string): void {
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
    this.#incidents = [];
    this.#seen.clear();
  }

  /** An error of a section stays in it (rule 9); one that ends the whole render passes. */
  section(placed: PlacedSection): string {
    const { type, run, object } = placed;
    if (!run || !object) return unknownSection(type);
    if (this.#depth >= this.#sectionDepth) return nestedSection(type);
    const rendered = this.#rendered.get(placed);
    if (rendered) {
      budget.spend(rendered.objects);
      return rendered.html;
    }
    this.#depth++;
    const { depth, left, clockReadings } = budget;
    try {
      const html = run(object);
      if (placed.steady && html.length <= KEPT_UNITS && budget.clockReadings === clockReadings) {
        this.#rendered.set(placed, { html: flat(html), objects: left - budget.left });
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

  #incident({ message }: Error, chemin: string): Incident {
    const place = placeOf(this.#program?.places() ?? [], budget.at);
    return place ? { chemin: place.file, ligne: place.ligne, colonne: place.colonne, message } : { chemin, message };
  }

  once(what: OnceAPage): string {
    if (this.#seen.has(what)) return '';
    this.#seen.add(what);
    return `<${what.element} nonce="${this.nonce}">${what.body}</${what.element}>`;
  }
}

/** A mistake of the engine stays in its section too: it must not take the page down. */
const ourError = (thrown: unknown): RenderError => new RenderError(`erreur interne du moteur : ${String(thrown)}`);

export const page = new Page();

/** `{% section %}`: the section of a type, among those that a layout may name. */
export const renderSection = (placed: ReadonlyMap<string, PlacedSection>, type: unknown): string =>
  page.section(placed.get(text(type)) ?? { type: text(type) });

export const once = (what: OnceAPage): string => page.once(what);
