import { float, integer } from '../runtime/values.ts';
import { type Literal, NIL } from './expression.ts';

const INTEGER = /^-?\d+$/;
const DIGITS_AND_DOTS = /^-?\d[\d.]*$/;
/** A longer literal counts as the nearest float; no integer of a template is that long. */
const DIGITS = 1_000;

/** The number that a text is, `1.2.3` being 1.2 as in the reference; undefined for any other text. */
export function numberLiteral(text: string): Literal | undefined {
  if (INTEGER.test(text))
    return { kind: 'literal', value: text.length > DIGITS ? float(Number(text)) : integer(BigInt(text)) };
  if (!DIGITS_AND_DOTS.test(text)) return undefined;
  const [whole = '', fraction = ''] = text.split('.', 2);
  const value = Number(`${whole}.${fraction || '0'}`);
  return Number.isNaN(value) ? NIL : { kind: 'literal', value: float(value) };
}
