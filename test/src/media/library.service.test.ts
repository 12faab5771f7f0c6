import { expect, it } from 'vitest';
import { MomentaryRefusal } from '../../../src/errors.ts';
import { listLibrary } from '../../../src/media/library.ts';
import type { RolePools } from '../../../src/storage/role-pools.ts';

it('all texts of a site are read by one request at a time, and by two of all sites; more wait, and too many are refused', async () => {
  const answers: (() => void)[] = [];
  const query = () => new Promise((resolve) => answers.push(() => resolve({ rows: [] })));
  const db = { query } as unknown as RolePools;
  const own = (site: string) => ({ siteId: site, accountId: `owner of ${site}` });
  const unused = (site: string) => listLibrary(db, own(site), { filtre: 'inutilises' });
  const crowd = Array.from({ length: 40 }, () => unused('a').catch((error) => error));
  const others = ['b', 'c', 'd'].map(unused);
  const search = listLibrary(db, own('e'), { q: 'pain' });
  await new Promise(setImmediate);
  expect(answers).toHaveLength(3);
  for (let answered = 0; answered < answers.length; answered++) {
    answers[answered]?.();
    await new Promise(setImmediate);
  }
  expect((await Promise.all(crowd)).filter((one) => one instanceof MomentaryRefusal)).toHaveLength(7);
  expect(await Promise.all([...others, search])).toHaveLength(4);
});
