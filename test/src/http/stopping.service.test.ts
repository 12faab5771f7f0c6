import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestProgram, type TestProgram } from '../../support/program.ts';

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await startTestProgram();
});
afterAll(() => vitrine.close());

it('an instance that is about to stop says so to health checks, and serves as before', async () => {
  const check = () => vitrine.ask({ path: '/api/sante?c=base' });
  expect((await check()).status).toBe(200);
  vitrine.program.http.announceStop();
  const refused = await check();
  expect([refused.status, refused.json()]).toEqual([
    503,
    { error: 'indisponible', message: 'Cette instance s’arrête. Réessayez dans un instant.' },
  ]);
  expect((await vitrine.ask({ path: '/connexion' })).status).toBe(200);
});
