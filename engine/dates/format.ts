import { RenderError } from '../runtime/errors.ts';
import { CYCLE_SECONDS, CYCLE_YEARS, type Moment } from './moment.ts';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DAY_MS = 86_400_000;

/** Ruby refuses (Errno::ERANGE) to make more than this many characters out of each character of the format. */
const RUBY_GROWTH = 1_048_576;
/** What stands in for a width that Ruby refuses. */
const REFUSED_WIDTH = 1024;
/** Ruby reads a width into an int; `%2147483648d` is no directive and stays as written. */
const MAX_WIDTH = 2_147_483_647;

/** Directives that are formats of their own. */
const COMPOSED = new Map([
  ['c', '%a %b %e %H:%M:%S %Y'],
  ['D', '%m/%d/%y'],
  ['F', '%Y-%m-%d'],
  ['r', '%I:%M:%S %p'],
  ['R', '%H:%M'],
  ['T', '%H:%M:%S'],
  ['v', '%e-%^b-%4Y'],
  ['x', '%m/%d/%y'],
  ['X', '%H:%M:%S'],
]);

/** Directives that are neither composed nor a padded number. */
const OTHERS = '%aAbBhpPZzntNL';

/** The letters that may follow the modifiers of POSIX locales, which change nothing. */
const LOCALE_LETTERS = new Map([
  ['E', 'cCxXyY'],
  ['O', 'deHkIlmMSuUVwWy'],
]);

type Padding = '' | ' ' | '0';

interface Directive {
  letter: string;
  /** -1 if none is written, 0 after the flag `-`. */
  width: number;
  padding: Padding;
  /** The flag `-`. */
  bare: boolean;
  /** The flag `^`. */
  upper: boolean;
  /** The flag `#`. */
  swap: boolean;
  colons: number;
  /** The position after the directive. */
  end: number;
}

/** A moment as the calendar of its zone shows it; each part is computed when it is asked for, most never are. */
class Calendar {
  readonly #moment: Moment;
  readonly #local: Date;

  constructor(moment: Moment) {
    this.#moment = moment;
    this.#local = new Date(this.#epochMs + this.offsetSeconds * 1000);
  }

  get #epochMs(): number {
    return Math.floor(this.#moment.epochMs);
  }

  get offsetSeconds(): number {
    return Math.round(this.#moment.offsetMinutes * 60);
  }

  get epochSeconds(): number {
    return Math.floor(this.#epochMs / 1000);
  }

  get year(): number {
    return this.#local.getUTCFullYear();
  }

  get month(): number {
    return this.#local.getUTCMonth() + 1;
  }

  get day(): number {
    return this.#local.getUTCDate();
  }

  get hour(): number {
    return this.#local.getUTCHours();
  }

  get minute(): number {
    return this.#local.getUTCMinutes();
  }

  get second(): number {
    return this.#local.getUTCSeconds();
  }

  get nanoseconds(): number {
    return this.#local.getUTCMilliseconds() * 1_000_000 + (this.#moment.nanoseconds ?? 0);
  }

  get weekday(): number {
    return this.#local.getUTCDay();
  }

  /** 1 on 1 January. */
  get yearday(): number {
    return dayOfYear(this.#local);
  }

  get zone(): string {
    return this.#moment.zone;
  }

  /** Cycles of the calendar to add to the year and to the seconds. */
  get cycles(): bigint {
    return this.#moment.cycles ?? 0n;
  }
}

interface NumberField {
  readonly value: (calendar: Calendar) => number | bigint;
  readonly digits: number;
  readonly padding: Padding;
}

/** What is written so far, each piece charged before it is made. */
interface Output {
  text: string;
  readonly charge: (characters: number) => void;
  readonly widest: number;
}

const NUMBERS = new Map<string, NumberField>([
  ['d', { value: (at) => at.day, digits: 2, padding: '0' }],
  ['e', { value: (at) => at.day, digits: 2, padding: ' ' }],
  ['H', { value: (at) => at.hour, digits: 2, padding: '0' }],
  ['k', { value: (at) => at.hour, digits: 2, padding: ' ' }],
  ['I', { value: (at) => at.hour % 12 || 12, digits: 2, padding: '0' }],
  ['l', { value: (at) => at.hour % 12 || 12, digits: 2, padding: ' ' }],
  ['j', { value: (at) => at.yearday, digits: 3, padding: '0' }],
  ['m', { value: (at) => at.month, digits: 2, padding: '0' }],
  ['M', { value: (at) => at.minute, digits: 2, padding: '0' }],
  ['S', { value: (at) => at.second, digits: 2, padding: '0' }],
  ['s', { value: (at) => later(at.epochSeconds, at, CYCLE_SECONDS), digits: 1, padding: '0' }],
  ['u', { value: (at) => at.weekday || 7, digits: 1, padding: '0' }],
  ['w', { value: (at) => at.weekday, digits: 1, padding: '0' }],
  ['U', { value: (at) => weekOfYear(at, at.weekday), digits: 2, padding: '0' }],
  ['W', { value: (at) => weekOfYear(at, (at.weekday + 6) % 7), digits: 2, padding: '0' }],
  ['V', { value: (at) => isoWeek(at).week, digits: 2, padding: '0' }],
  ['g', { value: (at) => modulo(isoWeek(at).year, 100), digits: 2, padding: '0' }],
  ['G', { value: (at) => later(isoWeek(at).year, at, CYCLE_YEARS), digits: 4, padding: '0' }],
  ['y', { value: (at) => modulo(at.year, 100), digits: 2, padding: '0' }],
  ['Y', { value: (at) => later(at.year, at, CYCLE_YEARS), digits: 4, padding: '0' }],
  ['C', { value: (at) => later(Math.floor(at.year / 100), at, CYCLE_YEARS / 100), digits: 2, padding: '0' }],
]);

/** A number that grows by so much with each cycle of the calendar. */
const later = (value: number, { cycles }: Calendar, growth: number): number | bigint =>
  cycles === 0n ? value : BigInt(value) + cycles * BigInt(growth);

/**
 * A moment as Ruby's `Time#strftime` writes it. What is no directive stays as written.
 * @param charge called with the number of characters before any padding or text is made; it may throw
 * @throws RenderError when the format ends within a directive
 */
export function formatMoment(moment: Moment, format: string, charge: (characters: number) => void): string {
  const output = { text: '', charge, widest: format.length * RUBY_GROWTH };
  write(new Calendar(moment), format, output);
  return output.text;
}

function write(calendar: Calendar, format: string, output: Output): void {
  let at = 0;
  while (at < format.length) {
    const percent = format.indexOf('%', at);
    writeText(format.slice(at, percent < 0 ? format.length : percent), output);
    if (percent < 0) return;
    const directive = readDirective(format, percent);
    if (directive.letter === '' && directive.end >= format.length)
      throw new RenderError('le format de la date s’arrête avant sa fin');
    if (!writeDirective(calendar, directive, output)) writeText(format.slice(percent, directive.end), output);
    at = directive.end;
  }
}

function writeText(text: string, output: Output): void {
  output.charge(text.length);
  output.text += text;
}

/** The directive at a `%`; its letter is '' if there is none, and then its end is where plain text goes on. */
function readDirective(format: string, percent: number): Directive {
  const directive: Directive = {
    letter: '',
    width: -1,
    padding: '',
    bare: false,
    upper: false,
    swap: false,
    colons: 0,
    end: percent + 1,
  };
  while (readModifier(format, directive));
  const letter = format.charAt(directive.end);
  if (isDirective(letter)) {
    directive.letter = letter;
    directive.end++;
  }
  return directive;
}

/** Whether a flag, a width, colons or a locale modifier stood at the directive's end, which moves behind it. */
function readModifier(format: string, directive: Directive): boolean {
  const sign = format.charAt(directive.end);
  if (isDigit(sign)) return readWidth(format, directive);
  if (sign === ':') return readColons(format, directive);
  const letters = LOCALE_LETTERS.get(sign);
  const next = format.charAt(directive.end + 1);
  const known = letters ? next !== '' && letters.includes(next) : directive.width <= 0 && readFlag(sign, directive);
  if (known) directive.end++;
  return known;
}

function readFlag(sign: string, directive: Directive): boolean {
  if (sign === '-') {
    directive.bare = true;
    directive.padding = '';
    directive.width = 0;
  } else if (sign === '^') directive.upper = true;
  else if (sign === '#') directive.swap = true;
  else if (sign === '_') directive.padding = ' ';
  else return false;
  return true;
}

function readWidth(format: string, directive: Directive): boolean {
  let end = directive.end;
  let width = 0;
  for (; isDigit(format.charAt(end)); end++) width = width * 10 + Number(format.charAt(end));
  if (width > MAX_WIDTH) return false;
  if (format.charAt(directive.end) === '0') directive.padding = '0';
  directive.width = width;
  directive.end = end;
  return true;
}

/** One to three colons, right before `z`. */
function readColons(format: string, directive: Directive): boolean {
  let end = directive.end;
  while (format.charAt(end) === ':' && end - directive.end < 3) end++;
  if (format.charAt(end) !== 'z') return false;
  directive.colons = end - directive.end;
  directive.end = end;
  return true;
}

function isDirective(letter: string): boolean {
  return letter !== '' && (NUMBERS.has(letter) || COMPOSED.has(letter) || OTHERS.includes(letter));
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9' && character.length === 1;
}

/** Whether there was a directive to write. */
function writeDirective(calendar: Calendar, directive: Directive, output: Output): boolean {
  const { letter } = directive;
  const field = NUMBERS.get(letter);
  const composed = COMPOSED.get(letter);
  if (letter === '') return false;
  if (field) writeNumber(field, calendar, directive, output);
  else if (composed) writeComposed(composed, calendar, directive, output);
  else if (letter === 'z') writeOffset(calendar.offsetSeconds, directive, output);
  else if (letter === 'N' || letter === 'L') writeFraction(calendar.nanoseconds, directive, output);
  else writeWord(calendar, directive, output);
  return true;
}

function writeNumber(field: NumberField, calendar: Calendar, directive: Directive, output: Output): void {
  const value = field.value(calendar);
  // The sign of a year does not take the place of a digit, that of another number does.
  const usual = value < 0 && field.digits === 4 ? 5 : field.digits;
  const width = directive.bare ? 1 : directive.width > 0 ? directive.width : usual;
  writePadded(
    value < 0 ? '-' : '',
    String(value < 0 ? -value : value),
    width,
    directive.padding || field.padding,
    output,
  );
}

/** A sign and a text at the right of a width: zeros stand behind the sign, spaces before it. */
function writePadded(sign: string, text: string, width: number, padding: Padding, output: Output): void {
  output.charge(Math.max(width, sign.length + text.length));
  const room = width > output.widest ? REFUSED_WIDTH : width;
  const filled = padding === '0' ? sign + text.padStart(room - sign.length, '0') : (sign + text).padStart(room);
  output.text += filled;
}

function writeComposed(format: string, calendar: Calendar, directive: Directive, output: Output): void {
  const inner = { ...output, text: '' };
  write(calendar, format, inner);
  const { text } = inner;
  writePadded('', directive.upper ? text.toUpperCase() : text, directive.width, directive.padding, output);
}

function writeFraction(nanoseconds: number, directive: Directive, output: Output): void {
  const usual = directive.letter === 'L' ? 3 : 9;
  const width = directive.width > 0 ? directive.width : usual;
  output.charge(width);
  const room = width > output.widest ? REFUSED_WIDTH : width;
  output.text += String(nanoseconds).padStart(9, '0').slice(0, room).padEnd(room, '0');
}

function writeOffset(offsetSeconds: number, directive: Directive, output: Output): void {
  const distance = Math.abs(offsetSeconds);
  const tail = offsetTail(distance, directive.colons);
  const width = Math.max(directive.width - tail.length, 3);
  const hours = String(Math.floor(distance / 3600));
  writePadded(offsetSeconds < 0 ? '-' : '+', hours, width, directive.padding || '0', output);
  writeText(tail, output);
}

/** The minutes and seconds of an offset: `%:::z` leaves out those that are zero. */
function offsetTail(distance: number, colons: number): string {
  const minutes = twoDigits(Math.floor(distance / 60) % 60);
  const seconds = twoDigits(distance % 60);
  if (colons === 0) return minutes;
  if (colons === 1) return `:${minutes}`;
  if (colons === 2 || seconds !== '00') return `:${minutes}:${seconds}`;
  return minutes === '00' ? '' : `:${minutes}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function writeWord(calendar: Calendar, directive: Directive, output: Output): void {
  const word = wordOf(calendar, directive);
  if (word === '') return;
  writePadded('', word, directive.bare ? 0 : directive.width, directive.padding, output);
}

function wordOf(calendar: Calendar, { letter, upper, swap }: Directive): string {
  if (letter === 'n') return '\n';
  if (letter === 't') return '\t';
  if (letter === '%') return '%';
  if (letter === 'Z') return swap ? calendar.zone.toLowerCase() : calendar.zone;
  const half = calendar.hour < 12 ? 'AM' : 'PM';
  if (letter === 'p') return swap ? half.toLowerCase() : half;
  if (letter === 'P') return swap || upper ? half : half.toLowerCase();
  const name = (letter.toLowerCase() === 'a' ? DAYS[calendar.weekday] : MONTHS[calendar.month - 1]) ?? '?';
  const written = letter === 'A' || letter === 'B' ? name : name.slice(0, 3);
  return upper || swap ? written.toUpperCase() : written;
}

function dayOfYear(date: Date): number {
  const first = new Date(0).setUTCFullYear(date.getUTCFullYear(), 0, 1);
  return Math.floor((date.getTime() - first) / DAY_MS) + 1;
}

/** The week of the year, 0 before the first day on which weeks begin; `past` is the days since the week began. */
function weekOfYear(calendar: Calendar, past: number): number {
  return Math.floor((calendar.yearday + 6 - past) / 7);
}

/** A week of ISO 8601 belongs to the year of its Thursday. */
function isoWeek(calendar: Calendar): { readonly year: number; readonly week: number } {
  const thursday = calendar.yearday + 4 - (calendar.weekday || 7);
  const date = new Date(new Date(0).setUTCFullYear(calendar.year, 0, thursday));
  return { year: date.getUTCFullYear(), week: Math.ceil(dayOfYear(date) / 7) };
}

function modulo(value: number, base: number): number {
  return ((value % base) + base) % base;
}
