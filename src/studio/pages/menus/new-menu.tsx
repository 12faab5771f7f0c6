import { useState } from 'preact/hooks';
import { MENU_LIMITS } from '../../../content/menu-limits.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { useDesk } from './menu-context.ts';
import { menuKey, menuName } from './menu-names.ts';

/** Makes a new menu, by a name in words. @param taken keys that are menus already */
export function NewMenu({ taken }: { readonly taken: readonly string[] }) {
  const { session, announce } = useDesk();
  const [name, setName] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const make = () => {
    const key = menuKey(name);
    const same = taken.find((one) => one === key || menuName(one) === name.trim());
    if (key === null) return setRefusal('Ce nom a besoin d’au moins une lettre.');
    if (same !== undefined) return setRefusal('Le site a déjà un menu de ce nom.');
    session.make(key);
    setName('');
    announce(`Menu ajouté : ${menuName(key)}.`);
    requestAnimationFrame(() => document.getElementById(`ajouter-${key}`)?.focus());
  };
  if (taken.length >= MENU_LIMITS.menus) return <p class="soft">Un site a {MENU_LIMITS.menus} menus au plus.</p>;
  return (
    <details class="new-menu">
      <summary>Nouveau menu</summary>
      <Field
        name="nom-du-menu"
        label="Nom du menu"
        help="Par exemple « Liens utiles ». Pour qu’un thème le montre, choisissez ensuite ce menu dans « Personnaliser »."
        autoComplete="off"
        maxLength={64}
        value={name}
        refusal={refusal}
        onInput={(event) => {
          setName(event.currentTarget.value);
          setRefusal(undefined);
        }}
        onKeyDown={(event) => {
          // Enter would save the whole page.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          make();
        }}
      />
      <Button onClick={make}>Ajouter ce menu</Button>
    </details>
  );
}
