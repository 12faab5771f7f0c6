import { it } from 'vitest';
import { freshDatabase } from '../support/database.ts';
import { adminJson, expectRefusal, runAdmin } from '../support/operator.ts';

it('a database without the extension is not distributed, which is told in a sentence', async () => {
  const url = await freshDatabase({ migrated: false });
  await adminJson(url, 'base', 'migrer');
  expectRefusal(await runAdmin(url, ['base', 'distribuer']), 'L’extension citus n’est pas dans cette base');
  expectRefusal(await runAdmin(url, ['base', 'distribuer', '--fragments', '0']), 'n’est pas un entier de 1 à 1024');
});
