import type { Liquid, Template } from 'liquidjs';
import { blankOpaqueBodies } from '../language/blanks.ts';
import { readJsonObject, recordAt } from '../language/json.ts';
import { createLanguage, parseTemplates } from '../language/liquid.ts';
import type { ThemeFiles } from '../types.ts';
import { buildSection, orderedKeys, type SectionObject } from './section.ts';
import { fixedSectionValues, globalSettings } from './settings.ts';

/** A section file, parsed. */
interface SectionType {
  readonly templates: readonly Template[];
  readonly schema: Readonly<Record<string, unknown>>;
}

/** One place in a page: a section with its values, or a type that the theme does not have. */
export interface PlacedSection {
  readonly type: string;
  readonly known: boolean;
  /** @throws a Liquid error when the section's file does not parse */
  open(): { readonly templates: readonly Template[]; readonly object: SectionObject };
}

/** The files of one theme, each read and parsed when it is first needed and never again. */
export class Theme {
  readonly liquid: Liquid;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly #files: ThemeFiles;
  readonly #types = new Map<string, SectionType>();
  readonly #placed = new Map<string, readonly PlacedSection[]>();
  readonly #fixed = new Map<string, PlacedSection>();
  #layout: readonly Template[] | undefined;

  constructor(themeId: string, files: ThemeFiles, renderSection: (type: string) => string) {
    this.#files = files;
    this.liquid = createLanguage({
      themeId,
      snippet: (name) => this.#source(`snippets/${name}.liquid`),
      renderSection,
    });
    this.settings = deepFreeze(globalSettings(files));
  }

  get hasLayout(): boolean {
    return this.#source('layout/theme.liquid') !== undefined;
  }

  /** @throws a Liquid error when the layout does not parse */
  get layout(): readonly Template[] {
    this.#layout ??= this.#parse('layout/theme.liquid');
    return this.#layout;
  }

  hasTemplate(name: string): boolean {
    return this.#source(`templates/${name}.json`) !== undefined;
  }

  /** The sections of a JSON template, in its order; one that is ordered and not declared renders nothing (rule 5). */
  sectionsOf(template: string): readonly PlacedSection[] {
    let placed = this.#placed.get(template);
    if (!placed) {
      const file = readJsonObject(this.#source(`templates/${template}.json`));
      const declared = recordAt(file, 'sections');
      placed = orderedKeys(file.order).flatMap((key) => {
        const values = recordAt(declared, key);
        return typeof values.type === 'string' ? [this.#place(key, values.type, values)] : [];
      });
      this.#placed.set(template, placed);
    }
    return placed;
  }

  /** A section that Liquid names itself; its values live in the theme's settings (rule 3). */
  fixedSection(type: string): PlacedSection {
    let placed = this.#fixed.get(type);
    if (!placed) {
      placed = this.#place(type, type, fixedSectionValues(this.#files, type));
      this.#fixed.set(type, placed);
    }
    return placed;
  }

  #place(id: string, type: string, values: Readonly<Record<string, unknown>>): PlacedSection {
    let object: SectionObject | undefined;
    return {
      type,
      known: this.#source(`sections/${type}.liquid`) !== undefined,
      open: () => {
        const { templates, schema } = this.#type(type);
        object ??= deepFreeze(buildSection(id, type, values, schema));
        return { templates, object };
      },
    };
  }

  #type(type: string): SectionType {
    let known = this.#types.get(type);
    if (!known) {
      const path = `sections/${type}.liquid`;
      const blanked = blankOpaqueBodies(this.#source(path) ?? '');
      const schema = readJsonObject(blanked.bodies.find(({ tag }) => tag === 'schema')?.body);
      known = { templates: parseTemplates(this.liquid, blanked, path), schema };
      this.#types.set(type, known);
    }
    return known;
  }

  #parse(path: string): readonly Template[] {
    return parseTemplates(this.liquid, blankOpaqueBodies(this.#source(path) ?? ''), path);
  }

  #source(path: string): string | undefined {
    return Object.hasOwn(this.#files, path) ? this.#files[path] : undefined;
  }
}

/** What is resident must be the same for the next request, whatever a template does with it. */
export function deepFreeze<T>(value: T): T {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const child of Object.values(next)) open.push(child);
  }
  return value;
}
