import { readSettings } from '../../content/settings.ts';
import { hasAgreed } from '../../mail/contact.ts';
import { findSetting, SETTINGS_TABS } from '../../storage/settings.ts';
import type { MemberSite } from '../../storage/sites.ts';
import { contactSettingIn } from '../../text/contact-address.ts';
import { isolated } from '../../text/names.ts';
import type { StudioPage } from './document.ts';
import { readOnlyOf } from './read-only.ts';
import { scriptPath } from './script-routes.ts';
import type { PageSources } from './studio-pages.ts';
import { siteLink, type Visitor } from './visitor.ts';

/** `/studio/<site>/reglages` and `…/reglages/<onglet>`: one tab of the settings of a site. @param end of the address @returns null where there is no such tab */
export async function openSettingsPage(
  { database: { management, service }, isMailed, originOf }: PageSources,
  { account }: Visitor,
  site: MemberSite,
  end: string | undefined,
): Promise<StudioPage | null> {
  const [first, ...others] = SETTINGS_TABS;
  const tab = end === undefined ? first : others.find((one) => one === end);
  if (!tab) return null;
  const [{ values }, description] = await Promise.all([
    readSettings(management, site.id, tab),
    findSetting(management, site.id, 'general', 'description'),
  ]);
  const contact = tab === 'contact' && isMailed ? (contactSettingIn(values)?.address ?? null) : null;
  const isAwaited = contact !== null && service !== null && !(await hasAgreed(service, site.id, contact));
  return {
    title: `${isolated(site.nom)} – réglages`,
    site,
    section: 'settings',
    view: 'settings',
    props: {
      account: account.id,
      site: { id: site.id, address: originOf(site), ...siteLink(site) },
      ...{ tab, values, readOnly: readOnlyOf(site), library: scriptPath('library') },
      awaited: isAwaited ? contact : null,
      description: typeof description === 'string' ? description : '',
    },
  };
}
