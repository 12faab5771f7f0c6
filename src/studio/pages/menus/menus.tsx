import { useEffect, useMemo, useState } from 'preact/hooks';
import { Api } from '../../api/client.ts';
import { LinkPlaces } from '../../links/link-places.ts';
import { Notice } from '../../parts/notice.tsx';
import { KnownTargets } from './known-targets.ts';
import { DeskContext, type MenuDesk } from './menu-context.ts';
import { inMenuOrder } from './menu-names.ts';
import { MenuSection, type Shown } from './menu-section.tsx';
import { NewMenu } from './new-menu.tsx';
import type { MenusProps } from './props.ts';
import type { MenusSession } from './session.ts';
import type { MenuUse } from './theme-use.ts';

interface MenusListProps {
  readonly session: MenusSession;
  readonly data: MenusProps;
  /** Which menus the published theme shows. */
  readonly findUse: () => Promise<MenuUse | null>;
}

/** All menus of the site, and those that its theme would show. */
export function Menus({ session, data, findUse }: MenusListProps) {
  const [said, announce] = useState('');
  const [use, setUse] = useState<MenuUse | null>(null);
  const isReadOnly = data.readOnly !== null;
  const desk = useMemo((): MenuDesk => {
    const { site } = data;
    return { session, places: new LinkPlaces(site), targets: new KnownTargets(new Api(site.id)), isReadOnly, announce };
  }, [session, data, isReadOnly]);
  useEffect(() => {
    // Without an answer nothing is said of who shows a menu.
    findUse().then(setUse, () => undefined);
    const renew = () => desk.targets.renew();
    addEventListener('focus', renew);
    return () => removeEventListener('focus', renew);
  }, [desk]);
  const there = session.keys;
  const menus = inMenuOrder([...there, ...(use?.keys() ?? [])]);
  const shownOf = (menu: string): Shown => {
    const places = use?.get(menu);
    if (places) return { kind: 'used', places: [...places] };
    return use ? { kind: 'unused' } : { kind: 'unknown' };
  };
  const problem = session.totalProblem;
  return (
    <DeskContext.Provider value={desk}>
      <p class="unseen" role="status" aria-live="polite">
        {said}
      </p>
      {problem !== null && <Notice kind="bad">{problem}</Notice>}
      {menus.length === 0 && <p>Le site n’a pas encore de menu.</p>}
      {menus.map((menu) => (
        <MenuSection
          key={menu}
          menu={menu}
          shown={shownOf(menu)}
          isThere={there.includes(menu)}
          isRemovable={there.includes(menu) && (data.theme === null || shownOf(menu).kind === 'unused')}
        />
      ))}
      {!isReadOnly && <NewMenu taken={menus} />}
    </DeskContext.Provider>
  );
}
