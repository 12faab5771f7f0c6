import { DEFAULT_LIMITS, type RenderLimits } from '../limits.ts';
import { budget } from '../runtime/budget.ts';
import { asRenderError, RenderLimit } from '../runtime/errors.ts';
import { LinkedUnits } from '../runtime/link.ts';
import { placeOf } from '../runtime/places.ts';
import { plainData } from '../runtime/plain-data.ts';
import { positionIn } from '../syntax/position.ts';
import type { Limit } from '../types.ts';
import { emitRoot, emitSnippet, type Globals, type Surroundings } from './emit-unit.ts';
import { parseFile } from './parser.ts';
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

/**
 * Compiles one template to JavaScript, in this very process: for tests, tools and benchmarks. Strangers' templates must be compiled in
 * the sandbox.
 * @throws LiquidError when the template does not parse
 * @example compileTemplate('Bonjour {{ nom | escape }}').render({ nom: 'Léa' }) // 'Bonjour Léa'
 */
export function compileTemplate(source: string, options: TemplateOptions = {}): CompiledTemplate {
  const { file = 'template.liquid' } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { units, places } = new LinkedUnits(
    templateUnits(source, options).map(({ code, ...rest }) => ({ ...rest, factory: new Function(`return ${code}`)() })),
  );
  const render = units[0]?.run as (data: unknown) => string;
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
 * The JavaScript of one template and of its snippets, a unit each; the template first.
 * @throws LiquidError when the template does not parse
 */
export function templateUnits(
  source: string,
  { snippets = {}, file = 'template.liquid' }: TemplateOptions = {},
): { readonly path: string; readonly snippet?: string; readonly code: string }[] {
  const template = parseFile(file, source);
  if ('error' in template) {
    throw new LiquidError(template.error.message, { file, ...positionIn(source, template.error.offset) });
  }
  // If two files have one name, the one without `.liquid` is used.
  const files = Object.entries(snippets).sort(([a], [b]) => Number(b.endsWith(LIQUID)) - Number(a.endsWith(LIQUID)));
  return [
    { path: file, code: emitRoot(template, GLOBALS, SURROUNDINGS) },
    ...files.map(([path, text]) => ({
      path,
      snippet: path.endsWith(LIQUID) ? path.slice(0, -LIQUID.length) : path,
      code: emitSnippet(parseFile(path, text), SURROUNDINGS),
    })),
  ];
}

const LIQUID = '.liquid';

const GLOBALS: Globals = {
  parameter: 'data',
  code: (name, unit) => propertyCode(unit, 'data', name),
  hash: () => 'data',
};

const SURROUNDINGS: Surroundings = {
  section: (type, unit) => `${unit.helper('noSection')}(${type})`,
  nonce: () => undefined,
};
