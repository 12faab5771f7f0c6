/** Reads an emitted program back, by a parser that is not ours, and says what in it could be text of a template. */
import { parseSync } from '@swc/core';
import { runtime } from '../../engine/runtime/index.ts';

const GENERATED = /^(t|v|k|s|o|i|x|c|r|z|g|n|f|a|l|m|p|d|b|w|q|u|end)\d+$/;

/** Names that the compiler writes itself, beside helpers and generated ones. */
const FIXED_NAMES: ReadonlySet<string> = new Set([
  'runtime', // parameters of every unit
  'link',
  'output', // what a function puts out
  'data', // parameter of a template that is no section
  'section', // parameter of a section's function
  'passed', // parameter of a snippet that looks its names up
  'scope', // names that are looked up while rendering
  'memory', // what cycles remember
  'undefined', // nothing passed, nothing assigned
  'Infinity', // a number literal beyond all floats
]);

/** Names behind a point. */
const MEMBERS: ReadonlySet<string> = new Set([
  ...['at', 'enter', 'leave', 'output', 'chunk', 'spend', 'captured'], // of `budget`
  'length', // of an output or a list
  ...['start', 'snippet', 'partials', 'constant', 'stretch'], // of `link`
  'run', // of a snippet
  ...['memory', 'interrupt', 'depth', 'unwind', 'put', 'assign', 'count', 'read', 'readComputed', 'parentLoop'], // of `scope`
  ...['turn', 'stopped', 'offset', 'ifChanged'], // of a memory
  ...['site', 'menus', 'page', 'article', 'blog', 'nonce', 'template', 'content_for_layout'], // of `page`
  ...['settings', 'themeId', 'constants'],
  ...['keptUnits', 'putStamped', 'putSteady', 'putSection', 'putContent', 'putOnce'],
]);

/** Keys of an object without brackets. */
const KEYS: ReadonlySet<string> = new Set([
  ...['run', 'partial', 'isSteady', 'rendered', 'readsRequest', 'schema', 'lines'], // what a unit gives
  ...['site', 'menus', 'page', 'article', 'blog', 'nonce', 'template', 'section', 'content_for_layout', 'settings'], // what `include` sees
]);

/** Pieces of the template literals that `tablerow` writes. */
const TEMPLATE_TEXT: ReadonlySet<string> = new Set(['<td class="col', '">', '</tr>\\n<tr class="row', '']);

const NODE_TYPES: ReadonlySet<string> = new Set([
  ...['Script', 'ExpressionStatement', 'BlockStatement', 'FunctionBody', 'ReturnStatement', 'TryStatement'],
  ...['IfStatement', 'ForStatement', 'ForOfStatement', 'LabeledStatement', 'BreakStatement', 'ContinueStatement'],
  ...['VariableDeclaration', 'VariableDeclarator', 'ObjectPattern', 'AssignmentPatternProperty', 'Parameter'],
  ...['ArrowFunctionExpression', 'FunctionExpression', 'ParenthesisExpression', 'CallExpression'],
  ...['MemberExpression', 'OptionalChainingExpression', 'Computed', 'Identifier', 'KeyValueProperty'],
  ...['ObjectExpression', 'ArrayExpression', 'AssignmentExpression', 'ConditionalExpression'],
  ...['BinaryExpression', 'UnaryExpression', 'UpdateExpression', 'TemplateLiteral', 'TemplateElement'],
  ...['StringLiteral', 'NumericLiteral', 'BigIntLiteral', 'BooleanLiteral', 'NullLiteral'],
]);

type Ast = Readonly<Record<string, unknown>>;

const isAst = (value: unknown): value is Ast => typeof value === 'object' && value !== null;
const child = (node: Ast, key: string): Ast => (isAst(node[key]) ? node[key] : {});
const spanOf = (node: Ast): { start: number; end: number } => node.span as { start: number; end: number };

/** Reads a program back and notes everything that the compiler would not have written. */
class Audit {
  readonly complaints: string[] = [];
  readonly #literals: { start: number; end: number }[] = [];
  readonly #used = new Set<string>();
  readonly #declared: string[] = [];

  constructor(program: string) {
    const root = parseSync(program, { syntax: 'ecmascript', isModule: false }) as unknown as Ast;
    this.#visit(root);
    this.#nothingBesideLiterals(Buffer.from(program), spanOf(root).start);
    for (const name of this.#used) if (!this.#declared.includes(name)) this.#complain('never declared', name);
    if (new Set(this.#declared).size !== this.#declared.length) this.#complain('declared twice', this.#declared);
  }

  #complain(what: string, which: unknown): void {
    this.complaints.push(`${what}: ${JSON.stringify(which)}`);
  }

  #visit(value: unknown): void {
    if (Array.isArray(value)) {
      for (const one of value) this.#visit(one);
      return;
    }
    if (!isAst(value)) return;
    const { type } = value;
    if (typeof type === 'string') this.#node(type, value);
    const ownCare = type === 'MemberExpression' || type === 'KeyValueProperty' ? this.#named(type, value) : [];
    for (const [key, part] of Object.entries(value)) if (!ownCare.includes(key)) this.#visit(part);
  }

  #node(type: string, node: Ast): void {
    if (!NODE_TYPES.has(type)) this.#complain('no such syntax', type);
    if (type === 'Identifier') this.#identifier(String(node.value));
    if (type === 'StringLiteral' || type === 'TemplateLiteral') this.#literals.push(spanOf(node));
    if (type === 'TemplateElement' && !TEMPLATE_TEXT.has(String(node.raw))) this.#complain('template text', node.raw);
    if (node.async === true || node.generator === true) this.#complain('async or generator', type);
    if (type === 'Parameter') this.#declare(child(node, 'pat'));
    if (type === 'VariableDeclarator') this.#declare(child(node, 'id'));
    if (type === 'LabeledStatement') this.#declare(child(node, 'label'));
  }

  #declare({ type, value }: Ast): void {
    if (type === 'Identifier' && GENERATED.test(String(value))) this.#declared.push(String(value));
  }

  #identifier(name: string): void {
    if (GENERATED.test(name)) this.#used.add(name);
    else if (!FIXED_NAMES.has(name) && !Object.hasOwn(runtime, name)) this.#complain('identifier', name);
  }

  /** The name behind a point or before a colon, and the computed one; gives the parts that need no further visit. */
  #named(type: string, node: Ast): readonly string[] {
    const part = type === 'MemberExpression' ? 'property' : 'key';
    const name = child(node, part);
    if (name.type === 'Identifier') {
      const allowed = type === 'MemberExpression' ? MEMBERS : KEYS;
      if (!allowed.has(String(name.value))) this.#complain(part, name.value);
      return [part];
    }
    // As a literal, `__proto__` would set the prototype.
    if (part === 'key' && name.type === 'StringLiteral' && name.value !== '__proto__') {
      this.#literals.push(spanOf(name));
      return [part];
    }
    if (name.type !== 'Computed') this.#complain(part, name.type);
    if (!isIndex(child(name, 'expression'))) this.#complain(part, name.expression);
    return [];
  }

  /** Outside string literals there is nothing that could hide text: no comment, escape, private name, byte beyond ASCII. */
  #nothingBesideLiterals(program: Buffer, base: number): void {
    let rest = '';
    let from = 0;
    for (const { start, end } of this.#literals.sort((a, b) => a.start - b.start)) {
      if (start - base < from) continue;
      rest += `${program.toString('latin1', from, start - base)} `;
      from = end - base;
    }
    rest += program.toString('latin1', from);
    const odd = /\/\/|\/\*|<!--|-->|[^\w\s(){}[\].,;:?!=<>&|+\-*/%]/.exec(rest);
    if (odd) this.#complain('beside the literals', rest.slice(Math.max(0, odd.index - 20), odd.index + 20));
  }
}

/** A string literal, or arithmetic of generated names. */
function isIndex({ type, ...node }: Ast): boolean {
  if (type === 'StringLiteral' || type === 'NumericLiteral') return true;
  if (type === 'Identifier') return GENERATED.test(String(node.value));
  return type === 'BinaryExpression' && isIndex(child(node, 'left')) && isIndex(child(node, 'right'));
}

export const complaintsOf = (program: string) => new Audit(program).complaints;
