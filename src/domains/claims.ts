/** Names that owners bring: claimed, proven by a record of the DNS, taken away (docs/domains.md). */
import type { AccountServices } from '../accounts/account-services.ts';
import { removeDomain } from '../accounts/main-address.ts';
import type { Actor } from '../accounts/members.ts';
import { asOwner } from '../accounts/site-ends.ts';
import { otherProof, Refusal, siteFull } from '../errors.ts';
import { record } from '../journal/record.ts';
import { type Claim, deleteClaim, findClaim, insertClaim, listClaims } from '../storage/domain-claims.ts';
import { findDomains, findHolder, insertProvenDomain } from '../storage/domains.ts';
import { findHolding, type Holding } from '../storage/lost-domains.ts';
import type { RolePools } from '../storage/role-pools.ts';
import type { PlatformHosts } from '../text/site-slugs.ts';
import { takeLostName } from './changed-hands.ts';
import { claimableName } from './claimable-name.ts';
import type { DomainQuestions } from './domain-questions.ts';
import { isProof, newToken, proofNameOf } from './proof.ts';

/** Claims that wait at one time, and names that owners give a site; an operator may give more. */
const CLAIMS = 20;
const NAMES = 50;

/**
 * Claims a name for a site: nothing is given yet. A claim that waits already is given again.
 * @param db pools of the service role
 * @param host as `claimableName` gives it
 * @throws Refusal `domaine_present`, `domaine_pris`, `invalid_input` when the site has as many as it may; as `asOwner`
 */
export const claimName = (db: RolePools, own: Actor, host: string): Promise<Claim> =>
  asOwner({ db }, own, async (client) => {
    const { siteId } = own;
    const holding = await findHolding(client, host);
    if (holding?.site_id === siteId) throw new Refusal('domaine_present');
    assertProven(holding);
    const waiting = await findClaim(client, siteId, host);
    if (waiting) return waiting;
    if ((await listClaims(client, siteId)).length >= CLAIMS) throw siteFull(CLAIMS, 'noms qui attendent leur preuve');
    if ((await findDomains(client, siteId)).hosts.length >= NAMES) throw siteFull(NAMES, 'noms de domaine');
    return insertClaim(client, siteId, host, newToken());
  });

/** What an operator has given, no record takes away. @throws Refusal `domaine_pris` */
function assertProven(holding: Holding | null): void {
  if (holding?.prouve_le === null) throw new Refusal('domaine_pris');
}

/** `db`: pools of the service role. */
interface ProofServices extends Pick<AccountServices, 'db' | 'enqueue'> {
  readonly questions: DomainQuestions;
  readonly hosts: PlatformHosts;
}

/**
 * Asks the DNS for the proof of a claim and gives the site the name. Where several sites prove one name, the first has it, until its own proof is gone
 * (`takeLostName`). A name that the site has already stays its own.
 * @throws Refusal `introuvable` without a claim, `domaine_refuse`, `domaine_non_prouve`, `dns_sans_reponse`, `domaine_pris`, `trop_de_tentatives`; as `asOwner`
 */
export async function proveName(
  { db, enqueue, questions, hosts }: ProofServices,
  own: Actor,
  host: string,
): Promise<void> {
  const { siteId } = own;
  const claim = await findClaim(db, siteId, host);
  if (!claim) {
    if ((await findHolder(db, host)) === siteId) return;
    throw new Refusal('introuvable', { message: NO_CLAIM });
  }
  // Since it was claimed, the platform may have got other names, and the program a newer list of suffixes.
  claimableName(host, hosts);
  const holding = await findHolding(db, host);
  if (holding?.site_id !== siteId) assertProven(holding);
  const texts = await questions.textsAt(proofNameOf(host), own);
  if (!texts.some((text) => isProof(text, claim.jeton))) {
    if (holding && holding.site_id !== siteId) throw new Refusal('domaine_pris');
    throw texts.length === 0 ? new Refusal('domaine_non_prouve') : otherProof();
  }
  const refusal = await asOwner({ db }, own, async (client, by) => {
    const why = await takeLostName(client, { enqueue }, { siteId, host, texts });
    if (why) return why;
    // While the DNS was asked the claim may have been taken away, perhaps made anew with another token; or it was proven by a second request.
    if (!(await deleteClaim(client, siteId, host, claim.jeton))) {
      if ((await findHolder(client, host)) === siteId) return null;
      throw new Refusal('introuvable', { message: NO_CLAIM });
    }
    if ((await findDomains(client, siteId)).hosts.length >= NAMES) throw siteFull(NAMES, 'noms de domaine');
    const hadName = (await findHolder(client, host)) === siteId;
    if (!(await insertProvenDomain(client, siteId, host, claim.jeton))) throw new Refusal('domaine_pris');
    if (!hadName) await record(client, { siteId, act: 'domaine_ajoute', by, details: { hote: host } });
    return null;
  });
  if (refusal) throw refusal;
}

/**
 * Takes a name from a site, or a claim that waits. Whoever proves the name later has it.
 * @param db pools of the service role
 * @throws Refusal `introuvable` when the site has neither; as `asOwner`
 */
export const dropName = (db: RolePools, own: Actor, host: string): Promise<void> =>
  asOwner({ db }, own, async (client, by) => {
    const hadClaim = await deleteClaim(client, own.siteId, host);
    const hadName = await removeDomain(client, own.siteId, host, by);
    if (!hadClaim && !hadName) throw new Refusal('introuvable', { message: NO_NAME });
  });

const NO_CLAIM = 'Ce site n’attend pas ce nom de domaine, ou ne l’attend plus : ajoutez-le de nouveau.';
const NO_NAME = 'Ce site n’a pas ce nom de domaine.';
