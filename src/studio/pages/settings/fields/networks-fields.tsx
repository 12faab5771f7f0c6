import { NETWORKS } from '../../../../text/site-facts/networks.ts';
import { TextValue } from './text-value.tsx';

/** Where the site is found elsewhere. */
export const NetworksFields = () => (
  <>
    <p class="soft">
      L’adresse complète de chaque page, telle que le navigateur la montre. Un champ vide ne montre rien.
    </p>
    {NETWORKS.map(({ id, name }) => (
      <TextValue
        key={id}
        path={id}
        label={id === 'google' ? 'Fiche Google' : name}
        type="url"
        placeholder="https://"
        autocomplete="off"
      />
    ))}
  </>
);
