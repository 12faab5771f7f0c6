import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownSandbox, startTestProgram, type TestProgram } from '../../support/program.ts';
import { createPublicSite } from '../../support/public-site.ts';
import { until } from '../../support/until.ts';

const LOOP =
  '{% for a in (1..9000) %}{% for b in (1..9000) %}{% for c in (1..9000) %}{% endfor %}{% endfor %}{% endfor %}';

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await startTestProgram({}, { sandbox: ownSandbox() });
});
afterAll(() => vitrine.close());

it('the page of a theme that loops is a 503 platform page with nothing of the theme, and comes back with a fix', async () => {
  const hostile = await createPublicSite(vitrine, { 'sections/texte.liquid': `secret${LOOP}` });
  const other = await createPublicSite(vitrine);
  const waiting = hostile.visit();
  let over = false;
  waiting.finally(() => {
    over = true;
  });
  let answered = 0;
  for (; !over; answered++) expect((await other.visit()).status).toBe(200);
  expect(answered).toBeGreaterThan(20);
  const page = await waiting;
  expect([page.status, page.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect(page.text).toContain('indisponible');
  expect(page.text).not.toContain('secret');
  await hostile.write('sections/texte.liquid', 'réparé');
  await until('the page is shown', async () => expect((await hostile.visit()).text).toBe('<main>réparé</main>'));
});
