import type { OF_PAGE } from '../language/objects.ts';
import { LAYOUT } from '../language/paths.ts';
import { controlsShown } from '../text/controls.ts';
import type { ArticleSummary, Incident, PageRequest, RenderResult, SiteContent } from '../types.ts';
import { budget, flat } from './budget.ts';
import { failedSection, markedSection, nestedSection, unknownSection } from './comments.ts';
import { asRenderError, RenderError, RenderLimit } from './errors.ts';
import { imageOf, requestImage, usePictures } from './images.ts';
import { InsertList, KeptText, type Stamp, type SteadyStretch, standsAlone } from './inserts.ts';
import { type Places, placeOf } from './places.ts';
import type { RunNames } from './run-names.ts';
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
  /** It is the first of its template that shows something: visitors see it at once. */
  readonly isFirst?: boolean;
  /** Its values say that it is not to be shown. */
  readonly isHidden?: true;
}

/** What a steady section or stretch has put out, and its cost: a page is charged the same whether it renders the section or reuses its output. */
export interface SteadyOutput {
  readonly text: KeptText;
  /** Objects of the budget (`budget.spend`). */
  readonly objects: number;
  /** How many renders were around it: where more are, it may reach the limit. */
  readonly depth: number;
}

/** What rendering a page needs of a theme. */
export interface ShownTheme {
  readonly id: string;
  readonly settings: unknown;
  /** Values that the theme's code computes once (`Unit.themeConstant`). */
  readonly constants: string[];
  /** The site of the present content (`shownSite`). */
  readonly site: unknown;
  readonly layout: (() => string) | null;
  readonly places: Places;
  /** Steady sections with the present content. */
  readonly steadySections: Map<PlacedSection, SteadyOutput>;
  /** As `steadySections`, for the steady stretches of a section in its place, or of the layout; null on the first page with a content. */
  stretchesOf(place: PlacedSection | 'layout'): Map<SteadyStretch, SteadyOutput> | null;
  /** Notes the memory of an output that is kept in one of these two. */
  noteKept(output: SteadyOutput): void;
  readonly names: RunNames;
  show(content: SiteContent): void;
  hasTemplate(name: string): boolean;
  template(name: string): readonly PlacedSection[];
  /** The section of a type that a template names itself. */
  fixed(type: string): PlacedSection;
}

/** Longer outputs are not kept: they would fill the isolate. UTF-16 code units. */
const MOST_KEPT_UNITS = 128 * 1024;

/** Styles and scripts that a file adds to a page once, however often it is used. */
export interface OnceAPage {
  /** What stands before the nonce. */
  readonly opening: string;
  /** What follows the nonce. */
  readonly rest: KeptText;
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
  /** Whether visitors see what is being rendered before all else. */
  isFirst = false;
  #content = '';
  #contentInserts: InsertList | null = null;
  #contentText: string | undefined;
  /** Where kept texts and stamps are put; null where the output has to be text. */
  #inserts: InsertList | null = null;
  /** Length of the new text before the output of the section that is being rendered, UTF-16 code units. */
  #start = 0;
  /** Steady stretches of the file that is being rendered; null where none is kept: the whole file is steady, or the page is the first. */
  #stretches: Map<SteadyStretch, SteadyOutput> | null = null;
  #depth = 0;
  #sectionDepth = 0;
  #incidents: Incident[] = [];
  readonly #seen = new Set<OnceAPage>();
  #theme: ShownTheme | undefined;
  #hasMarks = false;

  /**
   * Renders a page of a theme; the budget has begun.
   * @param holder number of who gets the page in pieces (`RunNames.send`); without one the page is text. A page with marks is text.
   */
  render(
    theme: ShownTheme,
    content: SiteContent,
    request: PageRequest,
    { sectionDepth, holder }: { readonly sectionDepth: number; readonly holder?: number | undefined },
  ): RenderResult {
    const { layout } = theme;
    if (!layout) return { outcome: 'no-layout' };
    const template = request.templates.find((name) => theme.hasTemplate(name));
    if (template === undefined) return { outcome: 'no-template' };
    theme.show(content);
    this.#begin(theme, content, request, template);
    this.#sectionDepth = sectionDepth;
    const newList = () => (holder === undefined || request.marks ? null : new InsertList());
    try {
      this.#inserts = newList();
      this.#contentInserts = this.#inserts;
      for (const section of theme.template(template)) this.#content += this.#section(section, this.#content.length);
      budget.output(this.#content, this.keptUnits);
      const inserts = newList();
      this.#inserts = inserts;
      this.#stretches = theme.stretchesOf('layout');
      const html = layout();
      const sent = inserts && holder !== undefined ? theme.names.send(holder, inserts, html) : { html };
      return { outcome: 'page', ...sent, incidents: this.#incidents, readsClock: budget.clockReadings > 0 };
    } catch (thrown) {
      const error = asRenderError(thrown) ?? ourError(thrown);
      if (error instanceof RenderLimit) return { outcome: 'limit', limit: error.limit };
      return { outcome: 'error', incident: this.#incident(error, LAYOUT) };
    }
  }

  /** Length of the kept texts that were put straight to the page, and are in no string, UTF-16 code units. */
  get keptUnits(): number {
    return this.#inserts?.units ?? 0;
  }

  /** Puts a kept text straight to the page. @param output the new text of the file before it @returns the output of the file */
  put(output: string, kept: KeptText): string {
    if (!this.#inserts?.hasRoomFor(1)) return output + kept.text;
    this.#inserts.put(this.#start + output.length, kept);
    return output;
  }

  /** As `put`, for a new text with a stamp. */
  putStamped(output: string, text: string, stamp: Stamp): string {
    if (this.#inserts?.hasRoomFor(1)) this.#inserts.put(this.#start + output.length, stamp);
    return output + text;
  }

  /** As `put`, for what a stretch of steady parts puts out: it runs once for all pages. */
  putSteady(output: string, stretch: SteadyStretch, render: () => string): string {
    const stretches = this.#stretches;
    const steady = stretches?.get(stretch);
    if (steady && budget.depth <= steady.depth) {
      budget.spend(steady.objects);
      return this.put(output, steady.text);
    }
    if (!stretches || !stretch.isSteady()) return output + render();
    const { left } = budget;
    const html = render();
    const kept = this.#kept(html, left);
    if (!kept) return output + html;
    stretches.set(stretch, kept);
    return this.put(output, kept.text);
  }

  /** Makes a kept text of an output. @param left objects that were left before it @returns undefined for an output that is not to be kept */
  #kept(html: string, left: number): SteadyOutput | undefined {
    if (html.length > MOST_KEPT_UNITS || !standsAlone(html)) return undefined;
    const kept = { text: new KeptText(flat(html)), objects: left - budget.left, depth: budget.depth };
    this.#theme?.noteKept(kept);
    return kept;
  }

  /** As `put`, for the section of a type. */
  putSection(output: string, type: unknown): string {
    const name = text(type);
    return output + this.#section(this.#theme?.fixed(name) ?? { type: name }, output.length);
  }

  /** As `put`, for `content_for_layout`. */
  putContent(output: string): string {
    if (!this.#contentInserts || !this.#inserts?.hasRoomFor(this.#contentInserts.length)) {
      return output + this.content_for_layout;
    }
    this.#inserts.putAll(this.#start + output.length, this.#contentInserts);
    return output + this.#content;
  }

  /** The sections of the template as a text. */
  get content_for_layout(): string {
    this.#contentText ??= this.#contentInserts?.join(this.#content) ?? this.#content;
    return this.#contentText;
  }

  #begin(
    theme: ShownTheme,
    { site, menus, pictures }: SiteContent,
    { page, article, blog, pictures: picturesOfPage, nonce, marks }: PageRequest,
    template: string,
  ): void {
    this.#theme = theme;
    this.themeId = theme.id;
    this.settings = theme.settings;
    this.constants = theme.constants;
    this.site = theme.site;
    this.menus = menus;
    useMenus(menus);
    usePictures(pictures, picturesOfPage);
    this.page = shownPage(page, site.adresse);
    this.article = article && withImage(article);
    this.blog = blog && { ...blog, articles: blog.articles.map(withImage) };
    this.nonce = nonce;
    this.template = template;
    this.isFirst = false;
    this.#content = '';
    this.#contentText = undefined;
    this.#start = 0;
    this.#depth = 0;
    this.#hasMarks = marks === true;
    this.#incidents = [];
    this.#seen.clear();
  }

  /**
   * The new text of a section, between marks where the request asks for them; what is kept of the section has no marks.
   * @param before length of the new text before it in its file, UTF-16 code units
   */
  #section(placed: PlacedSection, before: number): string {
    if (placed.isHidden) return '';
    const start = this.#start;
    this.#start += before;
    try {
      const html = this.#rendered(placed);
      return this.#hasMarks ? markedSection(placed.type, placed.key ?? placed.type, html) : html;
    } finally {
      this.#start = start;
    }
  }

  /** An error of a section stays in it (docs/rules.md, Rule 9); one that ends the whole render passes. */
  #rendered(placed: PlacedSection): string {
    const { type, run, object } = placed;
    if (!run || !object) return unknownSection(type);
    if (this.#depth >= this.#sectionDepth) return nestedSection(type);
    const steady = this.#theme?.steadySections.get(placed);
    if (steady && budget.depth <= steady.depth) {
      budget.spend(steady.objects);
      return this.put('', steady.text);
    }
    this.#depth++;
    const { depth, left, clockReadings } = budget;
    const inserts = this.#inserts;
    const stretches = this.#stretches;
    this.#stretches = placed.isSteady ? null : (this.#theme?.stretchesOf(placed) ?? null);
    const { isFirst } = this;
    this.isFirst = placed.isFirst === true;
    const length = inserts?.length ?? 0;
    const units = this.keptUnits;
    try {
      const newText = run(object);
      if (!placed.isSteady || budget.clockReadings !== clockReadings) return newText;
      const html = inserts ? inserts.join(newText, { from: length, start: this.#start }) : newText;
      const kept = this.#kept(html, left);
      if (!kept) return newText;
      this.#theme?.steadySections.set(placed, kept);
      inserts?.cut(length, units);
      return this.put('', kept.text);
    } catch (thrown) {
      const error = asRenderError(thrown) ?? ourError(thrown);
      if (error instanceof RenderLimit) throw error;
      inserts?.cut(length, units);
      budget.depth = depth;
      this.#incidents.push(this.#incident(error, `sections/${type}.liquid`));
      return failedSection(type);
    } finally {
      this.isFirst = isFirst;
      this.#stretches = stretches;
      this.#depth--;
    }
  }

  #incident(error: Error, chemin: string): Incident {
    const message = controlsShown(error.message);
    const place = placeOf(this.#theme?.places() ?? [], budget.at);
    return place ? { chemin: place.file, ligne: place.ligne, colonne: place.colonne, message } : { chemin, message };
  }

  /** Gives as text what is put straight to the page meanwhile. */
  asText(put: () => string): string {
    const inserts = this.#inserts;
    this.#inserts = null;
    try {
      return put();
    } finally {
      this.#inserts = inserts;
    }
  }

  /** Puts out what a page has once, as `put` does. */
  putOnce(output: string, what: OnceAPage): string {
    if (this.#seen.has(what)) return output;
    this.#seen.add(what);
    return this.put(this.putStamped(output + what.opening, this.nonce, 'unique'), what.rest);
  }
}

/** A site as templates see it: the same on all pages of a content. */
export const shownSite = (site: SiteContent['site']) =>
  site.image === undefined ? site : { ...site, image: imageOf(site.image, { alt: '' }) };

/** A page as templates see it. @param origin of the site */
function shownPage(page: PageRequest['page'], origin: string) {
  const { adresse, image } = page;
  if (adresse === undefined) return image === undefined ? page : { ...page, image: requestImage(image) };
  const whole = { ...page, adresse: origin + adresse };
  return image === undefined ? whole : { ...whole, image: requestImage(image) };
}

/** An article as templates see it. */
const withImage = <Shown extends ArticleSummary>(article: Shown) => ({
  ...article,
  image: requestImage(article.image),
});

/** An error of the engine itself also stays in its section: it must not fail the whole page. */
const ourError = (thrown: unknown): RenderError => new RenderError(`erreur interne du moteur : ${String(thrown)}`);

export const page = new Page();

/** `{% section %}` where its output does not go straight to the page. */
export const renderSection = (type: unknown): string => page.asText(() => page.putSection('', type));

/** As `page.putOnce` where the output does not go straight to the page. */
export const once = (what: OnceAPage): string => page.asText(() => page.putOnce('', what));

export const onceAPage = (element: 'script' | 'style', body: string): OnceAPage => ({
  opening: `<${element} nonce="`,
  rest: new KeptText(`">${body}</${element}>`),
});

/** A literal of a file. */
export const keptText = (text: string): KeptText => new KeptText(text);
