import { compareMenus } from '../../../merge/menu-merge.ts';
import { Api } from '../../api/client.ts';
import { SAVING_MENUS } from '../../api/refusals.ts';
import { enliven } from '../../live/enliven.tsx';
import { GuardedStore } from '../../unsaved/guarded/guarded-store.ts';
import { openGuarded } from '../../unsaved/guarded/open-guarded.ts';
import { MenusPage } from './page.tsx';
import type { MenusProps } from './props.ts';
import { MenusSession } from './session.ts';
import { menusOfTheme } from './theme-use.ts';

function aliveOf({ account, site, theme }: MenusProps) {
  const ways = { others: { label: 'Page du site', href: site.path }, takeAway: () => null };
  const open = () =>
    openGuarded({
      ...{ account, document: `${site.id} menus`, ways, compare: (_: string, versions) => compareMenus(versions) },
      store: new GuardedStore(new Api(site.id), {
        ...{ path: '/api/menus', name: 'menus', siteId: site.id },
        acts: { reading: {}, saving: SAVING_MENUS },
      }),
      sessionOf: (work) => new MenusSession(work),
    });
  return { opening: { open, ways }, findUse: async () => (theme ? menusOfTheme(site.id, theme.id) : null) };
}

enliven((data: MenusProps) => <MenusPage {...data} alive={aliveOf(data)} />);
