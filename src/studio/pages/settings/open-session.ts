import { compareWhole } from '../../../merge/conflict.ts';
import { Api } from '../../api/client.ts';
import { READING_SETTINGS, SAVING_SETTINGS } from '../../api/refusals.ts';
import type { Opening } from '../../unsaved/guarded/guarded-form.tsx';
import { GuardedStore } from '../../unsaved/guarded/guarded-store.ts';
import { openGuarded } from '../../unsaved/guarded/open-guarded.ts';
import type { SettingsProps } from './props.ts';
import { SettingsSession } from './session.ts';
import { SPLIT } from './tabs.ts';

/**
 * How one tab of the settings is opened. Never `acces`: drafts keep what is typed in the browser, and a code is to be kept nowhere.
 */
export function openingOf({ account, site, tab }: SettingsProps): Opening<SettingsSession> {
  const ways = { others: { label: 'Page du site', href: site.path }, takeAway: () => null };
  const open = () =>
    openGuarded({
      ...{
        account,
        document: `${site.id} parametres/${tab}`,
        ways,
        compare: (_: string, versions) => compareWhole(versions),
      },
      store: new GuardedStore(new Api(site.id), {
        ...{ path: `/api/parametres/${tab}`, name: 'valeurs', siteId: site.id, split: SPLIT },
        acts: { reading: READING_SETTINGS, saving: SAVING_SETTINGS },
      }),
      sessionOf: (work) => new SettingsSession(work, tab),
    });
  return { open, ways };
}
