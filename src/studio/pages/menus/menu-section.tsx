import { MENU_LIMITS } from '../../../content/menu-limits.ts';
import { Button } from '../../parts/button.tsx';
import { Name } from '../../parts/name.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useDesk } from './menu-context.ts';
import { menuName } from './menu-names.ts';
import { MenuRows } from './menu-rows.tsx';

/** What is known of who shows a menu. */
export type Shown =
  /** There is no published theme, or it was not read yet, or cannot be read. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unused' }
  /** By these places of the theme, in words; none where only its code names the menu. */
  | { readonly kind: 'used'; readonly places: readonly string[] };

interface MenuSectionProps {
  readonly menu: string;
  readonly shown: Shown;
  /** Whether it may be removed. */
  readonly isRemovable: boolean;
  /** Whether the site has it. */
  readonly isThere: boolean;
}

/** One menu of the site. */
export function MenuSection({ menu, shown, isRemovable, isThere }: MenuSectionProps) {
  const { session, isReadOnly, announce } = useDesk();
  const name = menuName(menu);
  const heading = `menu-${menu}`;
  const rows = session.rowsOf(menu);
  const add = () => {
    const id = session.add(menu);
    announce('Entrée ajoutée : choisissez où elle mène.');
    requestAnimationFrame(() => document.getElementById(`cible-${id}`)?.focus());
  };
  return (
    <section aria-labelledby={heading} class="menu">
      <h2 id={heading}>
        <Name of={name} />
      </h2>
      <p class="soft">
        {shown.kind === 'used' && shown.places.length > 0 && (
          <>
            Montré par le thème :{' '}
            {shown.places.map((place, at) => (
              <span key={place}>
                {at > 0 && ', '}
                <Name of={place} />
              </span>
            ))}
            .{' '}
          </>
        )}
        {shown.kind === 'used' && shown.places.length === 0 && 'Montré par le thème. '}
        {shown.kind === 'unused' && 'Le thème que voient les visiteurs ne montre pas ce menu. '}
        {!isThere && 'Le site n’a pas encore ce menu : ajoutez une première entrée. '}
        {isThere && rows?.length === 0 && 'Ce menu n’a pas encore d’entrée.'}
      </p>
      {rows === null ? (
        <Notice kind="bad">Ce menu ne peut pas être montré ici. Il reste tel qu’il est.</Notice>
      ) : (
        rows.length > 0 && <MenuRows menu={menu} name={`Entrées : ${name}`} rows={rows} />
      )}
      {!isReadOnly && (
        <p class="acts">
          {rows !== null && (
            <Button id={`ajouter-${menu}`} disabled={!session.hasRoom} onClick={add}>
              Ajouter une entrée
            </Button>
          )}{' '}
          {isRemovable && (
            <Button kind="danger" onClick={() => session.removeMenu(menu, name)}>
              Supprimer ce menu
            </Button>
          )}
        </p>
      )}
      {!isReadOnly && !session.hasRoom && (
        <p class="soft">Les menus d’un site ont {MENU_LIMITS.entries} entrées au plus, toutes ensemble.</p>
      )}
    </section>
  );
}
