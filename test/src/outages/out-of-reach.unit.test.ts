import { expect, it } from 'vitest';
import { isOutOfReach } from '../../../src/storage/out-of-reach.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

it.each([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  '08006',
  '08P01',
  '57P01',
  '57P03',
  '53300',
  '25006',
  '28P01',
  '3D000',
])('%s means that the database is out of reach', (code) => expect(isOutOfReach(withCode(code))).toBe(true));

it.each(['53100', '57014', '23505', '40001', '42501', 'ENOENT', 'ENOSPC'])('%s does not', (code) =>
  expect(isOutOfReach(withCode(code))).toBe(false));

it.each([
  undefined,
  null,
  'Query read timeout',
  new Error('a statement about Connection terminated'),
])('%s does not either', (error) => expect(isOutOfReach(error)).toBe(false));
