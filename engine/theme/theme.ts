import { currentPath } from '../json/settings-data.ts';
import { isDisabled, recordAt, type Values } from '../json/values.ts';
import { SETTINGS_DATA, templateNameOf } from '../language/paths.ts';
import type { RenderLimits } from '../limits.ts';
import { budget } from '../runtime/budget.ts';
import type { SteadyStretch } from '../runtime/inserts.ts';
import { type PlacedSection, page, type ShownTheme, type SteadyOutput, shownSite } from '../runtime/page.ts';
import { RunNames } from '../runtime/run-names.ts';
import type { PageRequest, RenderResult, SiteContent, ThemeFiles } from '../types.ts';
import { bytesOf, bytesOfText } from './bytes.ts';
import { readJsonObject } from './json.ts';
import type { SectionCode, ThemeProgram } from './program.ts';
import { orderedKeys } from './section.ts';

/** Memory of a theme besides what it is measured by, bytes. */
const BASE_BYTES = 2_000;

/**
 * One theme of a program: its settings and templates, and what a page of it needs beside the code. Parts that no page uses are
 * not built.
 */
export class Theme implements ShownTheme {
  readonly id: string;
  readonly settings: Values;
  readonly constants: string[] = [];
  site: unknown;
  readonly steadySections = new Map<PlacedSection, SteadyOutput>();
  readonly names = new RunNames();
  readonly #stretches = new Map<PlacedSection | 'layout', Map<SteadyStretch, SteadyOutput>>();
  readonly #program: ThemeProgram;
  readonly #assets: ThemeFiles;
  readonly #current: Values;
  /** By name: the text of a template until a page first asks for it, then its sections. */
  readonly #templates = new Map<string, string | readonly PlacedSection[]>();
  /** Sections that a template names itself, by type (docs/rules.md, Rule 3). */
  readonly #fixed = new Map<string, PlacedSection>();
  #content: SiteContent | undefined;
  /** Whether the page that is being rendered is the first with its content. */
  #isFirstPage = true;
  #ownBytes: number;
  #keptBytes = 0;

  /** @param files those that are no code: `config/settings_data.json`, templates, and the pictures that settings may name (`dataOf`) */
  constructor(id: string, program: ThemeProgram, files: ThemeFiles) {
    this.id = id;
    this.#program = program;
    // What the owner of the site chose (docs/rules.md, Rule 4).
    const data = readJsonObject(files[SETTINGS_DATA]);
    this.#current = currentPath(data.current).reduce(recordAt, data);
    const assets: Record<string, string> = {};
    for (const [path, text] of Object.entries(files)) {
      const template = templateNameOf(path);
      if (template !== undefined) this.#templates.set(template, text);
      else if (path.startsWith('assets/')) assets[path] = text;
    }
    this.#assets = assets;
    const { sections: _sections, ...values } = this.#current;
    this.settings = program.settings.read(values, assets);
    this.#ownBytes = BASE_BYTES + bytesOf(files) + bytesOf(this.#current) + bytesOf(this.settings);
  }

  /** @param now a clock, milliseconds @param holder as of `Page.render` */
  render(
    content: SiteContent,
    request: PageRequest,
    now: () => number,
    limits: RenderLimits,
    holder?: number,
  ): RenderResult {
    budget.begin(now, limits, request.present ?? null);
    return page.render(this, content, request, { sectionDepth: limits.sectionDepth, holder });
  }

  get layout(): (() => string) | null {
    return this.#program.layout;
  }

  get places() {
    return this.#program.places;
  }

  /** Memory that the theme takes, with what was rendered of it, bytes; as V8 lays it out, roughly. */
  get bytes(): number {
    return this.#ownBytes + this.#keptBytes + this.names.bytes;
  }

  /** The content that is shown from now on; another one than before shows nothing that was rendered. */
  show(content: SiteContent): void {
    this.#isFirstPage = content !== this.#content;
    if (!this.#isFirstPage) return;
    this.#content = content;
    this.site = shownSite(content.site);
    this.steadySections.clear();
    this.#stretches.clear();
    this.#keptBytes = 0;
  }

  stretchesOf(place: PlacedSection | 'layout'): Map<SteadyStretch, SteadyOutput> | null {
    // Thousands of sites are seldom visited: of one page alone nothing is kept but steady sections.
    if (this.#isFirstPage) return null;
    const known = this.#stretches.get(place);
    if (known) return known;
    const stretches = new Map<SteadyStretch, SteadyOutput>();
    this.#stretches.set(place, stretches);
    return stretches;
  }

  noteKept({ text }: SteadyOutput): void {
    this.#keptBytes += bytesOfText(text.text);
  }

  hasTemplate(name: string): boolean {
    return this.#templates.has(name);
  }

  /** The sections of a JSON template, in its order; one that is ordered and not declared, or disabled, renders nothing (docs/rules.md, Rule 5). */
  template(name: string): readonly PlacedSection[] {
    const known = this.#templates.get(name) ?? [];
    if (typeof known !== 'string') return known;
    const file = readJsonObject(known);
    const declared = recordAt(file, 'sections');
    const placed = orderedKeys(file.order).flatMap((key) => {
      const values = recordAt(declared, key);
      const isShown = typeof values.type === 'string' && !isDisabled(values);
      return isShown ? [this.#place(key, values.type as string, values)] : [];
    });
    const first = placed.findIndex(({ run }) => run !== undefined);
    const sections = placed.map((section, at) => (at === first ? { ...section, isFirst: true } : section));
    this.#templates.set(name, sections);
    this.#ownBytes -= bytesOfText(known);
    return sections;
  }

  /** The section of a type that a template names itself; its values live in the theme's settings (docs/rules.md, Rule 3). */
  fixed(type: string): PlacedSection {
    const known = this.#fixed.get(type);
    if (known) return known;
    const values = recordAt(recordAt(this.#current, 'sections'), type);
    if (isDisabled(values)) return { type, isHidden: true };
    const code = this.#program.sections.get(type);
    if (!code) return { type };
    const placed = this.#placeOf(code, type, type, values);
    this.#fixed.set(type, placed);
    return placed;
  }

  #place(id: string, type: string, values: Values): PlacedSection {
    const code = this.#program.sections.get(type);
    return code ? this.#placeOf(code, id, type, values) : { type, key: id };
  }

  #placeOf({ run, schema, isSteady }: SectionCode, id: string, type: string, values: Values): PlacedSection {
    const object = schema().build(id, type, values, this.#assets);
    this.#ownBytes += bytesOf(object);
    return { type, key: id, run, object: object as unknown as Readonly<Record<string, unknown>>, isSteady: isSteady() };
  }
}
