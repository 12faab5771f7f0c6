import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ERRORS } from '../../src/errors.ts';

it('docs/errors.md lists the catalogue, each code with its status and sentence', async () => {
  const page = await readFile(new URL('../../docs/errors.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| `(\w+)` \| (\d{3}) \| (.*) \|$/gm)].map(([, code, status, sentence]) => [
    code,
    Number(status),
    sentence,
  ]);
  expect(listed).toEqual(
    Object.entries<{ status: number; message?: string }>(ERRORS).map(([code, { status, message }]) => [
      code,
      status,
      message ?? '',
    ]),
  );
});
