/** The end of an account, by its own person (docs/accounts.md). */
import { Refusal } from '../errors.ts';
import type { MediaStore } from '../media/store/media-store.ts';
import { findAccount, findCredentials } from '../storage/accounts.ts';
import { listMemberships } from '../storage/members.ts';
import { hasSlug } from '../storage/slugs.ts';
import type { AccountServices } from './account-services.ts';
import type { Evidence } from './acting-account.ts';
import { ChangedMeanwhile, deleteAccount } from './deletion.ts';
import { isWitness } from './site-ends.ts';

/** How often a deletion begins again because the sites of the account changed meanwhile. */
const ROUNDS = 5;

interface AccountEnd {
  readonly accountId: string;
  /** Slugs or ids of the sites that go with the account: those that nobody else owns, all of them and no other. */
  readonly sites: readonly string[];
  readonly evidence: Omit<Evidence, 'session' | 'password'> & { readonly password: string };
  readonly store: MediaStore;
  /** Slug of the site that health checks visit. */
  readonly witness: string | undefined;
}

/**
 * Deletes an account with the sites that nobody else owns, at once. Its other sites stay to their owners.
 * @throws Refusal `mot_de_passe_incorrect`, `trop_de_tentatives`; `dernier_proprietaire` when other sites would go than the person has named;
 *   `invalid_input` for the site that health checks visit; `unauthorized` when the account is gone; QueueFull
 */
export async function endAccount(services: AccountServices, end: AccountEnd): Promise<void> {
  const { accountId, evidence } = end;
  const claim = { who: { accountId }, ...evidence };
  const done = await services.check.whoKnows(claim, ({ digest }) => endOf(services, end, digest));
  if (!done) throw new Refusal('mot_de_passe_incorrect');
}

/** @returns null when the account has another password by now */
async function endOf(services: AccountServices, end: AccountEnd, digest: string): Promise<true | null> {
  const { db, enqueue } = services;
  const { accountId, sites, store, witness } = end;
  for (let round = 1; round <= ROUNDS; round++) {
    const account = await findAccount(db, accountId);
    if (!account) throw new Refusal('unauthorized');
    const memberships = await listMemberships(db, accountId);
    const alone = memberships.filter(({ seul }) => seul);
    const isNamed = alone.every(({ id, slug }) => sites.some((name) => name === slug || name.toLowerCase() === id));
    const isAlone = sites.every((name) => alone.some(({ id, slug }) => name === slug || name.toLowerCase() === id));
    if (!isNamed || !isAlone) throw stillOwned(alone.map(({ slug }) => slug));
    const alsoIds = alone.map(({ id }) => id);
    if (witness !== undefined && (await hasSlug(db, alsoIds, witness))) throw isWitness();
    try {
      await deleteAccount(
        db,
        account,
        {
          ...{ memberships, heir: null },
          judge: async (client) => {
            if ((await findCredentials(client, { accountId }))?.mot_de_passe !== digest) throw new OtherPassword();
          },
          tell: async (client) => {
            if (account.isConfirmed) await enqueue(client, { kind: 'compte_supprime', to: account.email });
          },
        },
        { store },
      );
      return true;
    } catch (error) {
      if (error instanceof OtherPassword) return null;
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
  throw new Refusal('indisponible');
}

class OtherPassword extends Error {
  override name = 'OtherPassword';
}

/** @param slugs the sites that would go with the account */
const stillOwned = (slugs: readonly string[]): Refusal =>
  new Refusal('dernier_proprietaire', {
    message:
      slugs.length === 0
        ? 'Aucun site n’est supprimé avec ce compte : rechargez la page.'
        : `Ces sites n’ont pas d’autre propriétaire, et seraient supprimés avec le compte : ${slugs.join(', ')}. Dites-le, ou nommez-en d’abord un autre propriétaire.`,
  });
