/** One tag of the language. */
export interface TagFacts {
  /** What stands between the tag and its end, `end` before its name: more Liquid, or text in which no tag is read. */
  readonly holds?: 'liquid' | 'text';
  /** Its name is that of a branch: a part of what these tags hold begins with it. */
  readonly parts?: readonly string[];
  /** The folder of the file that it names. */
  readonly names?: 'sections' | 'snippets';
  /** The object that is there in each turn of a loop. */
  readonly loop?: 'forloop' | 'tablerowloop';
  /** Words that may stand in it beside values. */
  readonly words?: readonly string[];
}

const CONDITION = ['and', 'or', 'contains'];

const TABLE = {
  '#': {},
  assign: {},
  break: {},
  capture: { holds: 'liquid' },
  case: { holds: 'liquid' },
  comment: { holds: 'text' },
  continue: {},
  cycle: {},
  decrement: {},
  doc: { holds: 'text' },
  echo: {},
  else: { parts: ['case', 'for', 'if', 'unless'] },
  elsif: { parts: ['if', 'unless'], words: CONDITION },
  for: { holds: 'liquid', loop: 'forloop', words: ['in', 'reversed', 'limit', 'offset', 'continue'] },
  if: { holds: 'liquid', words: CONDITION },
  ifchanged: { holds: 'liquid' },
  include: { names: 'snippets', words: ['with', 'for', 'as'] },
  increment: {},
  javascript: { holds: 'text' },
  liquid: {},
  raw: { holds: 'text' },
  render: { names: 'snippets', words: ['with', 'for', 'as'] },
  schema: { holds: 'text' },
  section: { names: 'sections' },
  style: { holds: 'liquid' },
  stylesheet: { holds: 'text' },
  tablerow: { holds: 'liquid', loop: 'tablerowloop', words: ['in', 'cols', 'limit', 'offset'] },
  unless: { holds: 'liquid', words: CONDITION },
  when: { parts: ['case'], words: ['or'] },
} satisfies Record<string, TagFacts>;

type Table = typeof TABLE;

/** The tags that are read on their own: branches are read by the tag around them. */
export type TagName = { [Name in keyof Table]: Table[Name] extends { parts: unknown } ? never : Name }[keyof Table];

/** The tags of the language: those of the reference, and ours. */
export const TAGS: ReadonlyMap<string, TagFacts> = new Map(Object.entries(TABLE));
