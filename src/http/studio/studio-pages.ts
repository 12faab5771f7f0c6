import { listKeys } from '../../storage/keys.ts';
import { findNextAddress } from '../../storage/links.ts';
import { listOwnedSites } from '../../storage/members.ts';
import type { AccountAddress } from '../../studio/parts/props.ts';
import type { ReadCatalog } from '../../themes/catalog.ts';
import type { Storefront } from '../catalogue/catalogue-routes.ts';
import type { NavigationSources, StudioPage } from './document.ts';
import { pictureOf } from './theme-picture.ts';
import type { Visitor } from './visitor.ts';

/** The address of an account, as pages show it. */
export const addressOf = ({ email, isConfirmed }: Visitor['account'], isMailed: boolean): AccountAddress => ({
  ...{ email, isConfirmed, isMailed },
});

/** What the pages without an editor are made from. */
export interface PageSources extends NavigationSources {
  readonly storefront: Storefront;
  readonly readCatalog: ReadCatalog;
  /** The domain under which each site has its slug. */
  readonly sitesDomain: string;
  /** Whether this installation sends mail. */
  readonly isMailed: boolean;
}

/** Without a service credential nobody is signed in. */
export async function openKeysPage({ database: { service } }: PageSources, visitor: Visitor): Promise<StudioPage> {
  const keys = service ? await listKeys(service, visitor.account.id) : [];
  return { title: 'Clés d’API', place: 'keys', view: 'keys', props: { keys, now: Date.now() } };
}

export async function openAccountPage(
  { database: { service }, isMailed }: PageSources,
  { account, sites, session }: Visitor,
): Promise<StudioPage> {
  const next = service ? await findNextAddress(service, account.id) : null;
  const owned = service ? await listOwnedSites(service, account.id) : [];
  const alone = new Set(owned.flatMap(({ id, seul }) => (seul ? [id] : [])));
  const ownSites = sites.filter(({ id }) => alone.has(id)).map(({ id, nom }) => ({ id, name: nom }));
  return {
    title: 'Compte',
    place: 'account',
    view: 'account',
    props: {
      ...addressOf(account, isMailed),
      next,
      ownSites,
      goesAt: account.efface_le,
      ...(session.isOperator && session.hasSecondFactor && { operates: true }),
    },
  };
}

/** `/studio/pieces`: the parts that pages are made of. */
export async function openPiecesPage({ storefront }: PageSources): Promise<StudioPage> {
  const [theme] = storefront.themes;
  return { title: 'Pièces', view: 'pieces', props: { picture: pictureOf(storefront, theme?.id ?? null) } };
}
