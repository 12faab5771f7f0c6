import { Page } from '../../frame/page.tsx';
import { List } from '../../parts/list.tsx';
import { Name } from '../../parts/name.tsx';
import { ReasonNotice } from '../../parts/notice.tsx';
import { GuardedForm, type Opening } from '../../unsaved/guarded/guarded-form.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { inMenuOrder, menuName } from './menu-names.ts';
import { Menus } from './menus.tsx';
import type { MenusProps } from './props.ts';
import type { MenusSession } from './session.ts';
import type { MenuUse } from './theme-use.ts';

interface Alive {
  readonly opening: Opening<MenusSession>;
  readonly findUse: () => Promise<MenuUse | null>;
}

const HELD = 'Rien n’est enregistré : une entrée est à corriger.';

/** `/studio/<site>/menus`: what the menus of all pages show. @param alive what the page does in a browser; null where the server draws the page */
export function MenusPage({ alive = null, ...data }: MenusProps & { readonly alive?: Alive | null }) {
  return (
    <Page
      title="Menus"
      beside={
        <p class="soft">
          <Name of={data.site.name} />
        </p>
      }
      isNarrow
    >
      <ReasonNotice why={data.readOnly} />
      <GuardedForm
        opening={alive?.opening ?? null}
        isReadOnly={data.readOnly !== null}
        held={HELD}
        conflict={(session, onSettled, onClose) => <ConflictDialog {...{ session, onSettled, onClose }} />}
      >
        {(session) =>
          session && alive ? <Menus {...{ session, data }} findUse={alive.findUse} /> : <FirstMenus {...data} />
        }
      </GuardedForm>
    </Page>
  );
}

/** What is shown until the script has read the menus. */
const FirstMenus = ({ menus }: MenusProps) => (
  <>
    {inMenuOrder(Object.keys(menus)).map((menu) => (
      <section key={menu} aria-labelledby={`menu-${menu}`}>
        <h2 id={`menu-${menu}`}>
          <Name of={menuName(menu)} />
        </h2>
        <List items={menus[menu] ?? []} keyOf={(entry) => JSON.stringify(entry)}>
          {({ titre }) => <Name of={titre} />}
        </List>
      </section>
    ))}
  </>
);
