import type { Code } from '../compiler/emitter.ts';
import { type Globals, Linker } from '../compiler/linker.ts';
import { literal, mapLiteral } from '../compiler/literal.ts';
import { parseFile } from '../compiler/parser.ts';
import { Program } from '../compiler/program.ts';
import type { Broken, Template } from '../compiler/template.ts';
import { lazy } from '../runtime/lazy.ts';
import type { ThemeFiles } from '../types.ts';
import { readJsonObject, recordAt } from './json.ts';
import { buildSection, objectsIn, objectsOfSection, orderedKeys } from './section.ts';
import { currentValues, fixedSectionValues, globalSettings } from './settings.ts';

/** What every template of a theme sees, beside `section` and `settings`: the page's own values. */
const OF_PAGE = ['site', 'menus', 'page', 'article', 'blog', 'nonce', 'template'] as const;

/** Those of them that a request brings. */
const OF_REQUEST = ['page', 'article', 'blog', 'nonce', 'template'] as const;

const LAYOUT = 'layout/theme.liquid';
const TEMPLATES = /^templates\/(.*)\.json$/;
const SECTIONS = /^sections\/(.*)\.liquid$/;
const SNIPPETS = /^snippets\/(.*)\.liquid$/;

/**
 * Compiles a theme to one JavaScript program: an expression for a function of the runtime that gives the theme, ready to render.
 * Settings, the order of sections, their schemas and what follows from them are decided here. Nothing in the files can make it
 * throw: what is wrong shows where it is used.
 * @param themeId named in the addresses of its assets
 */
export function compileTheme(files: ThemeFiles, themeId = ''): string {
  return new ThemeCompiler(files, themeId).program();
}

interface SectionType {
  /** Name of its function. */
  readonly run: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly steady: boolean;
}

class ThemeCompiler {
  readonly #files: ThemeFiles;
  readonly #program: Program;
  readonly #linker: Linker;
  readonly #current = lazy(() => currentValues(this.#files));
  /** Code for the theme's settings. */
  readonly #settings = lazy(() => {
    const settings = globalSettings(this.#files, this.#current());
    return this.#program.data(settings, objectsIn(settings));
  });
  readonly #ofLayout: Globals;
  readonly #ofSection: Globals;
  readonly #sections = new Map<string, SectionType>();
  /** Sections that a template names itself, by type. */
  readonly #fixed = new Map<string, string>();

  constructor(files: ThemeFiles, themeId: string) {
    this.#files = files;
    this.#program = new Program(themeId);
    this.#linker = new Linker(this.#program, {
      snippet: (name) => this.#file(`snippets/${name}.liquid`) ?? this.#file(`snippets/${name}`),
      snippetNames: this.#names(SNIPPETS),
      section: (type) => this.#sectionCode(type),
      nonce: 'page.nonce',
    });
    this.#ofLayout = this.#globals('content_for_layout', 'page.content_for_layout', '');
    this.#ofSection = this.#globals('section', 'section', 'section');
  }

  program(): string {
    const layout = this.#file(LAYOUT);
    const layoutName = layout ? this.#linker.root(parseFile(layout.file, layout.source), this.#ofLayout) : 'null';
    const templates = this.#names(TEMPLATES).map((name) => [name, `[${this.#placed(name).join(', ')}]`] as const);
    this.#linker.finish();
    this.#program.helper('page');
    this.#program.placed(mapLiteral(this.#fixed), 'fixed');
    return this.#program.source(`layout: ${layoutName}, templates: ${mapLiteral(templates)}`);
  }

  #file(file: string): { readonly file: string; readonly source: string } | undefined {
    const source = Object.hasOwn(this.#files, file) ? this.#files[file] : undefined;
    return source === undefined ? undefined : { file, source };
  }

  /** The names of the files whose paths match, without folder and extension. */
  #names(pattern: RegExp): string[] {
    return Object.keys(this.#files).flatMap((path) => pattern.exec(path)?.[1] ?? []);
  }

  /** What the layout, or every section, sees: the page's values, `settings`, and one value of its own. */
  #globals(own: string, code: string, parameter: string): Globals {
    const known = new Map<string, () => string>([
      ...OF_PAGE.map((name) => [name, () => `${this.#program.helper('page')}.${name}`] as const),
      [own, () => code],
      ['settings', this.#settings],
    ]);
    return {
      parameter,
      code: (name) => known.get(name)?.(),
      get hash() {
        return `{${[...known].map(([name, code]) => `${name}: ${code()}`).join(', ')}}`;
      },
    };
  }

  /** The sections of a JSON template, in its order; one that is ordered and not declared renders nothing (rule 5). */
  #placed(template: string): string[] {
    const file = readJsonObject(this.#files[`templates/${template}.json`]);
    const declared = recordAt(file, 'sections');
    return orderedKeys(file.order).flatMap((key) => {
      const values = recordAt(declared, key);
      return typeof values.type === 'string' ? [this.#place(key, values.type, values)] : [];
    });
  }

  #place(id: string, type: string, values: Readonly<Record<string, unknown>>): string {
    const section = this.#section(type);
    if (!section) return `{type: ${literal(type)}}`;
    const built = buildSection(id, type, values, section.schema, this.#files);
    const object = this.#program.data(built, objectsOfSection(built));
    const { run, steady } = section;
    return this.#program.placed(`{type: ${literal(type)}, run: ${run}, object: ${object}, steady: ${steady}}`);
  }

  #section(type: string) {
    const known = this.#sections.get(type);
    if (known) return known;
    const file = this.#file(`sections/${type}.liquid`);
    if (!file) return undefined;
    const template = parseFile(file.file, file.source);
    const section = {
      run: this.#linker.root(template, this.#ofSection),
      schema: schemaOf(template),
      steady: this.#isSteady(template),
    };
    this.#sections.set(type, section);
    return section;
  }

  /** Whether every page of the same content shows the section alike, so that it need be rendered once only. */
  #isSteady(template: Template | Broken): boolean {
    if ('error' in template) return false;
    return !OF_REQUEST.some((name) => template.traits.reads.has(name)) && this.#linker.isSteady(template);
  }

  /** A section that a template names itself; its values live in the theme's settings (rule 3). */
  #sectionCode({ code, known }: Code): string {
    for (const type of known ? [String(known.value ?? '')] : this.#names(SECTIONS)) this.#fix(type);
    return `${this.#program.helper('renderSection')}(fixed, ${code})`;
  }

  #fix(type: string): void {
    if (this.#fixed.has(type) || !this.#file(`sections/${type}.liquid`)) return;
    this.#fixed.set(type, '');
    this.#fixed.set(type, this.#place(type, type, fixedSectionValues(this.#current(), type)));
  }
}

/** A section's first schema; one that does not parse counts as empty. */
const schemaOf = (template: Template | Broken) =>
  readJsonObject('error' in template ? undefined : template.traits.schemas[0]?.text);
