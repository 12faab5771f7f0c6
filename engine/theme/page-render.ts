import { Context, type Template } from 'liquidjs';
import { describeError, exceededLimit } from '../language/liquid.ts';
import type { RenderLimits } from '../limits.ts';
import type { Incident, PageRequest, RenderResult, SiteContent } from '../types.ts';
import { failedSection, nestedSection, unknownSection } from './comments.ts';
import type { PlacedSection, Theme } from './theme.ts';

/** One page being rendered: its budget, which all of its sections and the layout share, and what went wrong in it. */
export class PageRender {
  readonly #theme: Theme;
  readonly #content: SiteContent;
  readonly #request: PageRequest;
  readonly #sectionDepth: number;
  readonly #budget: Pick<Context, 'memoryLimit' | 'renderLimit'>;
  readonly #incidents: Incident[] = [];
  #template = '';
  #depth = 0;

  constructor(theme: Theme, content: SiteContent, request: PageRequest, limits: RenderLimits) {
    this.#theme = theme;
    this.#content = content;
    this.#request = request;
    this.#sectionDepth = limits.sectionDepth;
    this.#budget = new Context({}, theme.liquid.options, {
      sync: true,
      memoryLimit: limits.objects,
      renderLimit: limits.timeMs,
    });
  }

  result(): RenderResult {
    if (!this.#theme.hasLayout) return { outcome: 'no-layout' };
    const template = this.#request.templates.find((name) => this.#theme.hasTemplate(name));
    if (template === undefined) return { outcome: 'no-template' };
    this.#template = template;
    try {
      const body = this.#theme
        .sectionsOf(template)
        .map((section) => this.#section(section))
        .join('');
      const html = this.#render(this.#theme.layout, { content_for_layout: body });
      return { outcome: 'page', html, incidents: this.#incidents };
    } catch (error) {
      const limit = exceededLimit(error);
      return limit
        ? { outcome: 'limit', limit }
        : { outcome: 'error', incident: incidentOf(error, 'layout/theme.liquid') };
    }
  }

  /** The HTML of a section that Liquid names itself. */
  fixedSection(type: string): string {
    return this.#section(this.#theme.fixedSection(type));
  }

  /** An error of a section stays in it (rule 9); one that ends the whole render passes. */
  #section(section: PlacedSection): string {
    const { type } = section;
    if (!section.known) return unknownSection(type);
    if (this.#depth >= this.#sectionDepth) return nestedSection(type);
    this.#depth++;
    try {
      const { templates, object } = section.open();
      return this.#render(templates, { section: object });
    } catch (error) {
      if (exceededLimit(error)) throw error;
      this.#incidents.push(incidentOf(error, `sections/${type}.liquid`));
      return failedSection(type);
    } finally {
      this.#depth--;
    }
  }

  #render(templates: readonly Template[], own: Readonly<Record<string, unknown>>): string {
    const { site, menus } = this.#content;
    const { page, nonce } = this.#request;
    // Given as the environment, not as globals, so that a snippet sees only what it is passed (rule 7).
    const scope = { site, menus, page, nonce, settings: this.#theme.settings, template: this.#template, ...own };
    const { liquid } = this.#theme;
    const context = new Context(scope, liquid.options, { sync: true }, { ...this.#budget, liquid });
    return String(liquid.renderSync(templates as Template[], context));
  }
}

function incidentOf(error: unknown, chemin: string): Incident {
  return { chemin, ...describeError(error) };
}
