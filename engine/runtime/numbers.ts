import { budget } from './budget.ts';
import { RenderError } from './errors.ts';
import { strip } from './strip.ts';
import { asText } from './text-object.ts';
import { Float, float, integer, isNil, numeric } from './values.ts';

/** Digits that a number may have: beyond them arithmetic would take longer than a budget can see. */
const DIGITS = 10_000;

/** An exact decimal, as which the reference computes with floats: 0.1 + 0.2 is 0.3. */
class Decimal {
  readonly unscaled: bigint;
  /** Digits behind the point. */
  readonly scale: number;
  /** Below 0, or the 0 that a float may have below 0. */
  readonly isNegative: boolean;

  constructor(unscaled: bigint, scale: number, isNegative = unscaled < 0n) {
    this.unscaled = unscaled;
    this.scale = scale;
    this.isNegative = isNegative;
  }
}

type Operand = number | bigint | Decimal;

const DECIMAL_TEXT = /^-?\d+\.\d+$/;
const LEADING_INTEGER = /^[ \t-\r]*([+-]?\d+(?:_\d+)*)/;

function bounded(digits: string): string {
  budget.spend(digits.length);
  if (digits.length > DIGITS) throw new RenderError('le nombre a trop de chiffres');
  return digits;
}

function decimal(text: string): Decimal {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const unscaled = BigInt(whole + fraction);
  if (scale < 0) return new Decimal(unscaled * 10n ** BigInt(-scale), 0);
  return new Decimal(unscaled, scale, text.startsWith('-'));
}

/** The number that the reference reads from any value; 0 when it has none. */
function operand(value: unknown): Operand {
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) return finite(value);
    return value === 0 && Object.is(value, -0) ? wholeDecimal(value) : value;
  }
  if (typeof value === 'string') {
    const bare = strip(value);
    if (DECIMAL_TEXT.test(bare)) return decimal(bounded(bare));
    const digits = LEADING_INTEGER.exec(value)?.[1];
    return digits === undefined ? 0 : integer(BigInt(bounded(digits.replaceAll('_', '').replace('+', ''))));
  }
  if (value instanceof Float) return wholeDecimal(Float.number(value));
  return typeof value === 'bigint' ? value : 0;
}

const wholeDecimal = (value: number): Decimal => new Decimal(BigInt(value), 0, value < 0 || Object.is(value, -0));

function finite(value: number): Decimal {
  if (!Number.isFinite(value)) throw new RenderError('le nombre n’est pas fini');
  return decimal(String(value));
}

const isWhole = (value: Operand): value is number | bigint => !(value instanceof Decimal);

function result(value: number | bigint | Decimal): unknown {
  if (value instanceof Decimal) {
    if (value.unscaled === 0n) return new Float(value.isNegative ? -0 : 0);
    const digits = String(value.unscaled);
    bounded(digits);
    return float(Number(`${digits}e-${value.scale}`));
  }
  if (typeof value === 'number') return value;
  const whole = integer(value);
  if (typeof whole === 'bigint') bounded(String(whole));
  return whole;
}

const toDecimal = (value: Operand): Decimal => (isWhole(value) ? new Decimal(BigInt(value), 0) : value);

/** Both operands with the same number of digits behind the point. */
function aligned(a: Operand, b: Operand): { a: bigint; b: bigint; scale: number } {
  const [x, y] = [toDecimal(a), toDecimal(b)];
  const scale = Math.max(x.scale, y.scale);
  const at = ({ unscaled, scale: own }: Decimal) => unscaled * 10n ** BigInt(scale - own);
  return { a: at(x), b: at(y), scale };
}

const isZero = (value: Operand) => (isWhole(value) ? value === 0 || value === 0n : value.unscaled === 0n);
const isMinusZero = (value: Operand) => !isWhole(value) && value.unscaled === 0n && value.isNegative;

export function plus(left: unknown, right: unknown): unknown {
  const [a, b] = [operand(left), operand(right)];
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a + b)) return a + b;
  if (isWhole(a) && isWhole(b)) return result(BigInt(a) + BigInt(b));
  const both = aligned(a, b);
  return result(new Decimal(both.a + both.b, both.scale, both.a + both.b < 0n || (isMinusZero(a) && isMinusZero(b))));
}

export function minus(left: unknown, right: unknown): unknown {
  const [a, b] = [operand(left), operand(right)];
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a - b)) return a - b;
  if (isWhole(a) && isWhole(b)) return result(BigInt(a) - BigInt(b));
  const both = aligned(a, b);
  const takesNothing = isZero(b) && !isMinusZero(b);
  return result(new Decimal(both.a - both.b, both.scale, both.a - both.b < 0n || (isMinusZero(a) && takesNothing)));
}

export function times(left: unknown, right: unknown): unknown {
  const [a, b] = [operand(left), operand(right)];
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a * b)) return a * b + 0;
  if (isWhole(a) && isWhole(b)) return result(BigInt(a) * BigInt(b));
  const [x, y] = [toDecimal(a), toDecimal(b)];
  return result(new Decimal(x.unscaled * y.unscaled, x.scale + y.scale, x.isNegative !== y.isNegative));
}

const floorDivide = (a: bigint, b: bigint): bigint => {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
};

/** Digits behind the point of a quotient that is no integer: more than a double can tell apart. */
const QUOTIENT_DIGITS = 40;

/** @throws RenderError for a divisor of 0 */
export function dividedBy(left: unknown, right: unknown): unknown {
  const [a, b] = [operand(left), operand(right)];
  if (isZero(b)) throw new RenderError('division par 0');
  if (typeof a === 'number' && typeof b === 'number') return Math.floor(a / b) + 0;
  if (isWhole(a) && isWhole(b)) return result(floorDivide(BigInt(a), BigInt(b)));
  const both = aligned(a, b);
  const more = BigInt(QUOTIENT_DIGITS + String(both.b).length);
  const isNegative = toDecimal(a).isNegative !== toDecimal(b).isNegative;
  return result(new Decimal((both.a * 10n ** more) / both.b, Number(more), isNegative));
}

/** @throws RenderError for a divisor of 0 */
export function modulo(left: unknown, right: unknown): unknown {
  const [a, b] = [operand(left), operand(right)];
  if (isZero(b)) throw new RenderError('division par 0');
  if (typeof a === 'number' && typeof b === 'number') return a - b * Math.floor(a / b) + 0;
  const both = aligned(a, b);
  const rest = both.a - both.b * floorDivide(both.a, both.b);
  return isWhole(a) && isWhole(b) ? result(rest) : result(new Decimal(rest, both.scale));
}

export function abs(value: unknown): unknown {
  const number = operand(value);
  if (typeof number === 'number') return Math.abs(number);
  if (typeof number === 'bigint') return result(number < 0n ? -number : number);
  return result(new Decimal(number.unscaled < 0n ? -number.unscaled : number.unscaled, number.scale));
}

function compareNumbers(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const { a, b } = aligned(operand(left), operand(right));
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The number that a filter gives back when it chooses between its operands. */
const chosen = (value: unknown) => (typeof value === 'number' ? value : result(operand(value)));

export const atLeast = (left: unknown, right: unknown) => chosen(compareNumbers(left, right) < 0 ? right : left);
export const atMost = (left: unknown, right: unknown) => chosen(compareNumbers(left, right) > 0 ? right : left);

export function floor(value: unknown): unknown {
  const number = operand(value);
  if (isWhole(number)) return result(number);
  return result(floorDivide(number.unscaled, 10n ** BigInt(number.scale)));
}

export function ceil(value: unknown): unknown {
  const number = operand(value);
  if (isWhole(number)) return result(number);
  return result(-floorDivide(-number.unscaled, 10n ** BigInt(number.scale)));
}

/** Rounds half away from zero to so many digits behind the point; to tens, hundreds … for a negative number of them. */
export function round(value: unknown, places: unknown = 0): unknown {
  const number = operand(value);
  const digits = Number(wholePart(places));
  if (isWhole(number) && digits >= 0) return result(number);
  const { unscaled, scale, isNegative } = toDecimal(number);
  if (digits >= scale && digits > 0) return result(number);
  if (Math.abs(digits) > DIGITS) throw new RenderError('le nombre a trop de chiffres');
  const unit = 10n ** BigInt(scale - digits);
  const half = unscaled < 0n ? -unit / 2n : unit / 2n;
  const rounded = (unscaled + half) / unit;
  return digits > 0 ? result(new Decimal(rounded, digits, isNegative)) : result(rounded * 10n ** BigInt(-digits));
}

/** What Ruby's `Integer` reads: a leading 0 means octal digits, as `0o` does. */
const INTEGER_TEXT =
  /^[ \t-\r]*([+-]?)(0x[\da-f](?:_?[\da-f])*|0b[01](?:_?[01])*|0d\d(?:_?\d)*|0o?(?:_?[0-7])*|[1-9](?:_?\d)*)[ \t-\r]*$/i;

/**
 * As the reference reads an integer where it needs one: the text of the value must be one.
 * @throws RenderError for anything else
 */
export function toInteger(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  if (typeof value === 'bigint') return Number(value);
  const read = typeof value === 'string' ? INTEGER_TEXT.exec(bounded(value)) : null;
  if (!read || /^0o_?$/i.test(read[2] ?? '')) throw new RenderError('un nombre entier est attendu');
  const size = Number(BigInt(javaScriptDigits((read[2] ?? '').replaceAll('_', '').toLowerCase())));
  return read[1] === '-' ? 0 - size : size;
}

function javaScriptDigits(digits: string): string {
  if (digits.startsWith('0d')) return digits.slice(2);
  return /^0\d/.test(digits) ? `0o${digits}` : digits;
}

/**
 * As Ruby's `to_i`: text by its leading digits, nil as 0, a float without its fraction.
 * @throws RenderError for a value without a number
 */
export function leadingInteger(given: unknown): number {
  const value = asText(given);
  if (isNil(value)) return 0;
  const isNumeric = typeof value === 'number' || typeof value === 'bigint' || value instanceof Float;
  if (!isNumeric && typeof value !== 'string') throw new RenderError('un nombre entier est attendu');
  return Number(wholePart(value));
}

/**
 * A bound of a range: text by its leading digits, nil as 0.
 * @throws RenderError for a value that is not an integer
 */
export function bound(value: unknown): number | bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (isNil(value)) return 0;
  if (typeof value === 'string') return wholePart(value);
  return typeof value === 'bigint' ? value : toInteger(value);
}

/** As Ruby's `to_i` reads a number that a template writes, or a text. */
export function wholePart(value: unknown): number | bigint {
  const number = operand(value);
  if (isWhole(number)) return number;
  return integer(number.unscaled / 10n ** BigInt(number.scale));
}

/** As Ruby prints a float: always with a point, an exponent from 10^15 on and below 10^-4. */
export function printFloat(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e15 || size < 1e-4)) {
    const [mantissa = '', exponent = ''] = value.toExponential().split('e');
    const sign = exponent.startsWith('-') ? '-' : '+';
    return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}e${sign}${exponent.slice(1).padStart(2, '0')}`;
  }
  const digits = Object.is(value, -0) ? '-0' : String(value);
  return digits.includes('.') ? digits : `${digits}.0`;
}

/** As Ruby prints a number: one beyond 2^53 that is no bigint came from data and is a float, and so did a 0 below 0. */
export const printNumber = (value: number): string =>
  Number.isSafeInteger(value) && (value !== 0 || !Object.is(value, -0)) ? String(value) : printFloat(value);

/** The next value of a counter; a value that is not a number counts as 0. */
export function counted(value: unknown, step: 1 | -1): number {
  const number = numeric(value) ?? 0;
  return number + step;
}
