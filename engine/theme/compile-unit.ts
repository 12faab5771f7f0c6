import { emitRoot, emitSnippet, type Globals, type Surroundings } from '../compiler/emit-unit.ts';
import { literal } from '../compiler/literal.ts';
import { type Instrument, parseFile } from '../compiler/parser.ts';
import { propertyCode } from '../compiler/property.ts';
import type { Broken, Template } from '../compiler/template.ts';
import { OF_PAGE, OF_REQUEST } from '../language/objects.ts';
import { roleOf } from '../language/paths.ts';

const SURROUNDINGS: Surroundings = {
  section: (type, unit) => `${unit.helper('renderSection')}(${type})`,
  nonce: (unit) => `${unit.helper('page')}.nonce`,
  page: (unit) => {
    const object = unit.helper('page');
    const code = (root: string, ...path: string[]) =>
      path.reduce((value, key) => propertyCode(unit, value, key), `${object}.${root}`);
    return {
      object,
      ways: new Map([
        [code('nonce'), 'unique'],
        [code('page', 'instant'), 'unique'],
        [code('content_for_layout'), 'putContent'],
      ]),
    };
  },
};

/**
 * Compiles one `.liquid` file of a theme to a unit: an expression for a `UnitFactory`. Its code depends on the file's role and text
 * and on nothing else, so that themes with the same file share it. Nothing in the file can make it throw: an error is thrown when
 * the file is rendered.
 * @param path `layout/…`, `sections/…` or `snippets/…`; its folder decides how the file is called
 * @param source UTF-16 text
 * @param instruments for a profile only: such a unit measures itself
 */
export function compileUnit(path: string, source: string, instruments?: Instruments): string {
  const template = parseFile(path, source, undefined, instruments?.part);
  const surroundings = instruments ? { ...SURROUNDINGS, measured: instruments.call } : SURROUNDINGS;
  switch (roleOf(path)) {
    case 'layout':
      return emitRoot(template, OF_LAYOUT, surroundings);
    case 'section':
      return emitRoot(template, OF_SECTION, surroundings, sectionProperties(template));
    default:
      return emitSnippet(template, surroundings);
  }
}

/** What makes a unit measure itself. */
export interface Instruments {
  readonly part: Instrument;
  readonly call: NonNullable<Surroundings['measured']>;
}

/** What the layout, or every section, sees: the page's values, and one value of its own. */
function globals(own: string, parameter: string, ownCode: Globals['code']): Globals {
  const code: Globals['code'] = (name, unit) => {
    if (name === own) return ownCode(name, unit);
    return Object.hasOwn(OF_PAGE, name) ? `${unit.helper('page')}.${name}` : undefined;
  };
  return {
    parameter,
    code,
    hash: (unit) => `{${[...Object.keys(OF_PAGE), own].map((name) => `${name}: ${code(name, unit)}`).join(', ')}}`,
  };
}

const OF_LAYOUT = globals('content_for_layout', '', (name, unit) => `${unit.helper('page')}.${name}`);
const OF_SECTION = globals('section', 'section', () => 'section');

/** A section's first schema; and whether it reads what a request brings, so that it has to be rendered on every page. */
function sectionProperties(template: Template | Broken): string[] {
  if ('error' in template) return ['readsRequest: true'];
  const { schemas, reads } = template.traits;
  const schema = schemas[0] ? [`schema: ${literal(schemas[0].text)}`] : [];
  return [`readsRequest: ${Object.keys(OF_REQUEST).some((name) => reads.has(name))}`, ...schema];
}
