import { chooseOwnMainAddress } from '../accounts/main-address.ts';
import type { Actor } from '../accounts/members.ts';
import { Refusal } from '../errors.ts';
import { findHolder } from '../storage/domains.ts';
import type { RolePools } from '../storage/role-pools.ts';
import type { DomainQuestions, NameState } from './domain-questions.ts';

/** Of these names the DNS says that visitors, or some of them, would not find the site. */
const ELSEWHERE: ReadonlySet<NameState> = new Set(['en_partie', 'ailleurs', 'nulle_part']);

/**
 * Chooses the main address of a site for its owner. Every other address of the site leads to the main one, so a name has to lead here before; where
 * nobody can tell, the owner decides.
 * @param db pools of the service role
 * @param slug of the site
 * @param host one of its domains; null for its subdomain
 * @throws Refusal `domaine_ailleurs`, `introuvable`, `trop_de_tentatives`, `indisponible`; as `asOwner`
 */
export async function chooseMainName(
  { db, questions }: { readonly db: RolePools; readonly questions: DomainQuestions },
  { slug, ...own }: Actor & { readonly slug: string },
  host: string | null,
): Promise<void> {
  // Of names of others nothing is asked.
  if (host !== null && (await findHolder(db, host)) === own.siteId) {
    const { etat } = await questions.stateOf(host, slug, own);
    if (ELSEWHERE.has(etat)) throw new Refusal('domaine_ailleurs');
  }
  await chooseOwnMainAddress({ db }, own, host);
}
