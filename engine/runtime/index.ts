/** What emitted programs call. */
import { FILTER_RUNS } from '../filters/index.ts';
import { budget, CHUNK_UNITS } from './budget.ts';
import { unknownSection } from './comments.ts';
import { atLeast, atMost, contains, equal, greater, isBlank, isEmpty, isText, less, truthy } from './compare.ts';
import { RenderError } from './errors.ts';
import { include } from './include.ts';
import { command, index, keysOf, property, walk } from './lookup.ts';
import {
  columns,
  elements,
  forLoop,
  isIterable,
  isRange,
  itemAt,
  items,
  offsetOf,
  sizeOf,
  startOf,
  tableRowLoop,
  turns,
} from './loops.ts';
import { Memory } from './memory.ts';
import { bound, counted, leadingInteger, wholePart } from './numbers.ts';
import { keptText, once, onceAPage, page, renderSection } from './page.ts';
import { Scope } from './scope.ts';
import { print, text } from './text.ts';
import { float, type Hash, isNil, Range } from './values.ts';

/** @throws RenderError */
function fail(message: string): never {
  throw new RenderError(message);
}

/** What a filter that leaves nil alone makes of a value. */
const keepNil = (value: unknown, run: (value: unknown) => unknown): unknown => (isNil(value) ? null : run(value));

const constantRange = (first: unknown, last: unknown): Range => new Range(wholePart(first), wholePart(last));
const range = (first: unknown, last: unknown): Range => new Range(bound(first), bound(last));

/** The value of a cycle's turn, as text. */
const pick = (turn: number, values: readonly unknown[]): string => {
  const value = values[turn];
  return Array.isArray(value) ? print(value) : text(value);
};

/** Where there is no theme, no section is known. */
const noSection = (type: unknown): string => unknownSection(text(type));

const filter = (name: string) => FILTER_RUNS.get(name);
const newMemory = () => new Memory();
const newScope = (globals: Hash, passed?: Hash) => new Scope(globals, passed);

export const runtime = {
  atLeast,
  atMost,
  budget,
  columns,
  command,
  constantRange,
  contains,
  counted,
  elements,
  equal,
  fail,
  filter,
  float,
  forLoop,
  greater,
  include,
  index,
  isBlank,
  isEmpty,
  isIterable,
  isRange,
  isText,
  itemAt,
  items,
  keepNil,
  keptText,
  keysOf,
  leadingInteger,
  less,
  newMemory,
  offsetOf,
  once,
  onceAPage,
  page,
  pick,
  CHUNK_UNITS,
  print,
  property,
  range,
  renderSection,
  newScope,
  noSection,
  sizeOf,
  startOf,
  tableRowLoop,
  truthy,
  turns,
  walk,
} as const;
