import { expect, it } from 'vitest';
import { QueueFull } from '../../../concurrency/queue-full.ts';
import { PasswordCheck } from '../../../src/accounts/password-check.ts';
import { freshDatabase, openPools } from '../../support/database.ts';

it('lets nobody wait long for another account, however much that asks for', async () => {
  const pools = openPools(await freshDatabase(), 'vitrine_service');
  const check = new PasswordCheck(pools);
  const order: string[] = [];
  const hash = (accountId: string) =>
    check.hash('un autre mot de passe', accountId).then(
      () => order.push(accountId),
      (error) => expect(error).toBeInstanceOf(QueueFull),
    );
  // As the link for a new password of one account does, used many times at once.
  const asked = Array.from({ length: 60 }, () => hash('another'));
  await Promise.all([...asked, hash('mine')]);
  expect(order.indexOf('mine')).toBeLessThan(2);
  expect(order.indexOf('mine')).toBeGreaterThanOrEqual(0);
  await pools.end();
});
