import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FAULTS as OF_SCHEDULER } from '../sandbox/simulation/faults.ts';
import { FAULTS as OF_RECOVERY } from '../src/accounts/recovery/world/faults.ts';
import type { Fault } from '../support/faults.ts';

it.each([
  ['scheduler', OF_SCHEDULER],
  ['recovery of an account', OF_RECOVERY],
] as const)('each fault that is looked for can be put into the %s', (_of, faults) => {
  const isOnce = ({ file, text }: Fault) =>
    readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').split(text).length === 2;
  expect(faults.filter((fault) => !isOnce(fault)).map(({ name }) => name)).toEqual([]);
});
