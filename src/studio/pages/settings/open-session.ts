import { compareWhole } from '../../../merge/conflict.ts';
import { Api } from '../../api/client.ts';
import { READING_SETTINGS, SAVING_SETTINGS } from '../../api/refusals.ts';
import { GuardedStore } from '../../unsaved/guarded/guarded-store.ts';
import { IndexedDbShelf } from '../../unsaved/indexed-db-shelf.ts';
import { joinOpenPages } from '../../unsaved/open-pages.ts';
import { followPage } from '../../unsaved/page-life.ts';
import { lookElsewhere, tellUnkept, type WaysOut } from '../../unsaved/telling.ts';
import { UnsavedWork } from '../../unsaved/unsaved-work.ts';
import type { SettingsProps } from './props.ts';
import { SettingsSession } from './session.ts';
import { SPLIT } from './tabs.ts';

/** What a person can do where the settings cannot be reached. */
export const waysOut = ({ site }: SettingsProps): WaysOut => ({
  others: { label: 'Page du site', href: site.path },
  takeAway: () => null,
});

/**
 * Opens one tab of the settings, with what earlier pages have not saved. Never `acces`: drafts keep what is typed in the browser, and a code
 * is to be kept nowhere.
 * @throws ApiRefusal, Unreachable
 */
export async function openSession(data: SettingsProps): Promise<SettingsSession> {
  const { site, tab, account } = data;
  const path = `/api/parametres/${tab}`;
  const store = new GuardedStore(new Api(site.id), {
    ...{ path, name: 'valeurs', siteId: site.id, split: SPLIT },
    acts: { reading: READING_SETTINGS, saving: SAVING_SETTINGS },
  });
  const work = new UnsavedWork({
    ...{ store, document: `${site.id} parametres/${tab}`, isReviewed: false },
    compare: (_, versions) => compareWhole(versions),
    shelf: new IndexedDbShelf(account),
    pages: await joinOpenPages(),
  });
  const session = new SettingsSession(work, tab);
  const { notices } = session;
  tellUnkept(notices, work);
  const restored = await work.open();
  await work.look();
  if (restored?.some((one) => work.isChanged(one))) {
    const abandon = () => {
      const takeUp = session.abandon();
      const takeUpAgain = () => {
        takeUp();
        notices.hide('acte');
      };
      notices.hide('restaure');
      notices.show('acte', 'info', 'Vos changements non enregistrés sont abandonnés.', {
        actions: [{ label: 'Les reprendre', run: takeUpAgain }],
      });
    };
    notices.show('restaure', 'info', 'Vos changements non enregistrés ont été repris.', {
      actions: [{ label: 'Les abandonner', run: abandon }],
    });
  }
  followPage(work, () => void lookElsewhere(work, notices, waysOut(data)));
  return session;
}
