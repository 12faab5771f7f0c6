import { randomBytes } from 'node:crypto';
import { query } from './database.ts';
import { createTenant, type Tenant, type TestProgram } from './program.ts';
import { type SignedIn, signIn } from './sign-in.ts';

/** What makes a session one for `/exploitation`; each may be missing. */
interface Marks {
  /** Whether the account is marked as an operator's. */
  readonly isOperator?: boolean;
  /** Whether the account has a second factor. */
  readonly hasFactor?: boolean;
  /** Whether the session has shown one. */
  readonly hasShown?: boolean;
}

export interface Operator extends SignedIn {
  readonly tenant: Tenant;
}

/** A new account that is signed in, an operator's with a second factor unless `marks` says otherwise. */
export async function enterAsOperator(
  vitrine: Pick<TestProgram, 'databaseUrl'>,
  { isOperator = true, hasFactor = true, hasShown = true }: Marks = {},
): Promise<Operator> {
  const tenant = await createTenant(vitrine.databaseUrl);
  const { accountId } = tenant;
  const session = await signIn(vitrine, tenant);
  if (hasFactor) {
    await query(
      vitrine.databaseUrl,
      'INSERT INTO generateurs (compte_id, secret, confirme_le) VALUES ($1, $2, now())',
      [accountId, randomBytes(20)],
    );
  }
  const mark = 'UPDATE comptes SET exploitant = $2, exploitant_le = now() WHERE id = $1';
  await query(vitrine.databaseUrl, mark, [accountId, isOperator]);
  if (hasShown) {
    const shown = `UPDATE sessions SET second_facteur_le = now(),
      facteur_cree_le = (SELECT confirme_le FROM generateurs g WHERE g.compte_id = $1) WHERE compte_id = $1`;
    await query(vitrine.databaseUrl, shown, [accountId]);
  }
  return { tenant, ...session };
}
