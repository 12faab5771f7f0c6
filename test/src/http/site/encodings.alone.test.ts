import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { needs } from '../../../support/needs.ts';
import { sharedProgram } from '../../../support/program.ts';
import { createPublicSite } from '../../../support/public-site.ts';

const LONG = Array.from({ length: 400 }, (_, n) => `.é${n} { color: #${1000 + n}; }`).join('\n');

it('curl shows the same page, encoded or not', needs('curl'), async () => {
  const vitrine = await sharedProgram();
  const site = await createPublicSite(vitrine, {
    'layout/theme.liquid': '<style nonce="{{ nonce }}">é{}</style><main>{{ content_for_layout }}</main>',
    'sections/texte.liquid': LONG,
  });
  const curl = async (...options: string[]) => {
    const words = ['-sS', ...options, '-H', `host: ${site.host}`, `http://127.0.0.1:${vitrine.port}/`];
    return (await promisify(execFile)('curl', words)).stdout.replaceAll(/nonce="[^"]+"/g, 'nonce');
  };
  const plain = await curl();
  expect(plain).toContain(LONG);
  expect(await curl('--compressed')).toBe(plain);
  await vitrine.close();
});
