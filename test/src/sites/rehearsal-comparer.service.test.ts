import { afterAll, expect, it } from 'vitest';
import { PageComparer } from '../../../src/sites/rehearsal/comparer.ts';

const comparer = new PageComparer();
afterAll(() => comparer.close());

const page = (html: string) => ({ body: Buffer.from(html), themeId: 'thème' });
const compared = (adresse: string) =>
  comparer.compare({ before: page('<p>a</p>'), after: page('<p>b</p>'), adresse, hosts: ['a.localhost'] });

it('two pages are compared', async () => {
  expect(await compared('/')).toMatchObject({ isSame: false, difference: expect.stringContaining('+<p>b</p>') });
});

it('a fault of the comparison is told: only a page that takes too long, or too much memory, is left uncompared', async () => {
  await expect(compared('http://[')).rejects.toThrow('Invalid URL');
});
