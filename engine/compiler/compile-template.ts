import { DEFAULT_LIMITS, type RenderLimits } from '../limits.ts';
import { budget } from '../runtime/budget.ts';
import { asRenderError, RenderLimit } from '../runtime/errors.ts';
import { runtime } from '../runtime/index.ts';
import { type Places, placeOf } from '../runtime/places.ts';
import { plainData } from '../runtime/plain-data.ts';
import { positionIn } from '../syntax/position.ts';
import type { Limit } from '../types.ts';
import { Linker } from './linker.ts';
import { parseFile } from './parser.ts';
import { Program } from './program.ts';
import { propertyCode } from './property.ts';

export interface TemplateOptions {
  /** Snippets that the template may render or include, by name, with `.liquid` or without. */
  readonly snippets?: Readonly<Record<string, string>>;
  /** Its path, as errors name it. */
  readonly file?: string;
  readonly limits?: Partial<RenderLimits>;
}

export interface CompiledTemplate {
  /**
   * @param data what the template sees; only own properties of plain objects and lists count
   * @throws LiquidError when the template fails or goes over a limit
   */
  render(data?: object): string;
}

/** Why a template was refused, failed, or was stopped; `line` and `column` are 1-based. */
export class LiquidError extends Error {
  override name = 'LiquidError';
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** The limit that ended the render, if one did. */
  readonly limit: Limit | undefined;

  constructor(
    message: string,
    place: { readonly file: string; readonly ligne?: number; readonly colonne?: number },
    limit?: Limit,
  ) {
    super(message);
    this.file = place.file;
    this.line = place.ligne;
    this.column = place.colonne;
    this.limit = limit;
  }
}

interface LoadedTemplate {
  readonly places: Places;
  readonly render: (data: unknown) => string;
}

/**
 * Compiles one template to JavaScript, in this very process: for tests, tools and benchmarks. Templates of strangers belong into
 * the sandbox.
 * @throws LiquidError when the template does not parse
 * @example compileTemplate('Bonjour {{ nom | escape }}').render({ nom: 'Léa' }) // 'Bonjour Léa'
 */
export function compileTemplate(source: string, options: TemplateOptions = {}): CompiledTemplate {
  const { file = 'template.liquid' } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const program = templateProgram(source, options);
  const load = new Function(`return ${program}`)() as (helpers: typeof runtime) => LoadedTemplate;
  const { render, places } = load(runtime);
  return {
    render(data = {}) {
      budget.begin(Date.now, limits);
      try {
        return render(plainData(data));
      } catch (thrown) {
        const error = asRenderError(thrown);
        if (!error) throw thrown;
        const place = placeOf(places(), budget.at) ?? { file };
        throw new LiquidError(error.message, place, error instanceof RenderLimit ? error.limit : undefined);
      }
    },
  };
}

/**
 * The JavaScript of one template and its snippets.
 * @throws LiquidError when the template does not parse
 */
export function templateProgram(
  source: string,
  { snippets = {}, file = 'template.liquid' }: TemplateOptions = {},
): string {
  const template = parseFile(file, source);
  if ('error' in template) {
    throw new LiquidError(template.error.message, { file, ...positionIn(source, template.error.offset) });
  }
  const program = new Program('');
  const linker = new Linker(program, {
    snippet(name) {
      const file = [name, `${name}.liquid`].find((candidate) => Object.hasOwn(snippets, candidate));
      const text = file === undefined ? undefined : snippets[file];
      return file === undefined || text === undefined ? undefined : { file, source: text };
    },
    snippetNames: Object.keys(snippets),
    section: ({ code }) => `${program.helper('noSection')}(${code})`,
    nonce: undefined,
  });
  const globals = { parameter: 'data', code: (name: string) => propertyCode(program, 'data', name), hash: 'data' };
  const root = linker.root(template, globals);
  linker.finish();
  return program.source(`render: ${root}`);
}
