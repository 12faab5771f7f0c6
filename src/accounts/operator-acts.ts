/** What operators do to a site: each act stands in the site's record (docs/journal.md), and is done with its entry or not at all. */
import type { ClientBase } from 'pg';
import { Refusal } from '../errors.ts';
import { record } from '../journal/record.ts';
import { lockSite } from '../storage/content.ts';
import type { Doer } from '../storage/journal.ts';
import { bringSiteBack, keepSite, type OfflineKind, type OwnersCause, takeSiteOff } from '../storage/offline-sites.ts';
import { findNamedSite } from '../storage/sites.ts';
import { isStorable } from '../storage/storable-text.ts';
import { isSeen } from '../text/names.ts';

/** The longest reason that an operator gives, characters. */
export const REASON_LENGTH = 500;

/** A reason as it is stored, and told to the members of a site; null for one that is empty, unseen or too long. */
export function reasonOf(typed: string): string | null {
  const words = typed.trim();
  const { length } = [...words];
  return length === 0 || length > REASON_LENGTH || !isSeen(words) || !isStorable(words) ? null : words;
}

/** Takes a site's lock. @returns its slug @throws Refusal `introuvable` where there is no such site */
async function holdSite(client: ClientBase, siteId: string): Promise<string> {
  await lockSite(client, siteId);
  const site = await findNamedSite(client, siteId);
  if (!site) throw new Refusal('introuvable');
  return site.slug;
}

/**
 * Closes a site to its visitors, or gives another reason.
 * @param client in a transaction, as for the other acts
 * @throws Refusal `introuvable`
 */
export async function closeSite(
  client: ClientBase,
  siteId: string,
  { kind, words }: { readonly kind: OfflineKind; readonly words: string },
  by: Doer,
): Promise<void> {
  const slug = await holdSite(client, siteId);
  await takeSiteOff(client, slug, { genre: kind, motif: words, le: new Date().toISOString() });
  await record(client, { siteId, act: 'site_ferme', by, details: { motif: words } });
}

/** Takes the reasons of operators back. @returns what its owners have decided, which stays @throws Refusal `introuvable` */
export async function reopenSite(client: ClientBase, siteId: string, by: Doer): Promise<readonly OwnersCause[]> {
  const back = await bringSiteBack(client, await holdSite(client, siteId));
  if (back?.wasOff) await record(client, { siteId, act: 'site_rouvert', by, details: {} });
  return back?.left ?? [];
}

/** Keeps a site that its owner has deleted. @throws Refusal `introuvable` for one that does not wait for its deletion */
export async function keepDeletedSite(client: ClientBase, siteId: string, by: Doer): Promise<void> {
  if (!(await keepSite(client, siteId))) throw new Refusal('introuvable');
  await record(client, { siteId, act: 'site_garde', by, details: {} });
}

/** What an operator may look at that is the site's own. */
export const LOOKS = { textes: 'les textes', demandes: 'les demandes' } as const;
export type Look = keyof typeof LOOKS;

/**
 * Writes into a site's record that an operator looks at what is the site's own, and why, before that is read in the same transaction.
 * @param words the reason @returns the name of the site @throws Refusal `introuvable`
 */
export async function recordLook(
  client: ClientBase,
  siteId: string,
  { look, words }: { readonly look: Look; readonly words: string },
  by: Doer,
): Promise<string> {
  const site = await findNamedSite(client, siteId);
  if (!site) throw new Refusal('introuvable');
  const details = { objet: LOOKS[look], raison: words };
  await record(client, { siteId, act: 'regard_exploitant', by, details });
  return site.nom;
}
