import { useEffect, useState } from 'preact/hooks';
import { Name } from '../parts/name.tsx';
import { OfflineNotice } from '../parts/offline-notice.tsx';
import type { FrameProps, SiteLink } from './props.ts';

/** With so many sites the list has a filter field. */
const FILTER_FROM = 8;

/** The header of every page: the sites, the account, and why the site is off. */
export function Header({ sites, site, place }: FrameProps) {
  const current = (isCurrent: boolean) => (isCurrent ? 'page' : undefined);
  return (
    <header class="top">
      <a class="mark" href="/studio" aria-current={current(place === 'sites')}>
        vitrine
      </a>
      {sites.length > 0 && <SitesMenu sites={sites} site={site} />}
      <div class="end">
        <a href="/studio/cles" aria-current={current(place === 'keys')}>
          Clés
        </a>
        <a href="/studio/compte" aria-current={current(place === 'account')}>
          Compte
        </a>
        <form method="post" action="/deconnexion">
          <button type="submit">Se déconnecter</button>
        </form>
      </div>
      {site?.offline && <OfflineNotice {...site.offline} />}
    </header>
  );
}

/** Without case and accents. */
const plain = (text: string): string => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** A popover works without a script, with the keyboard too; the filter needs one, and is shown once the page is alive. */
function SitesMenu({ sites, site }: { readonly sites: readonly SiteLink[]; readonly site: SiteLink | null }) {
  const [wanted, setWanted] = useState('');
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const found = sites.filter(({ name }) => plain(name).includes(plain(wanted)));
  return (
    <nav class="switch" aria-label="Sites">
      <button type="button" popovertarget="menu-sites">
        <span>{site ? <Name of={site.name} /> : 'Sites'}</span>
      </button>
      <div id="menu-sites" popover>
        {sites.length >= FILTER_FROM && (
          <label hidden={!isAlive}>
            Filtrer{' '}
            <input
              type="search"
              autocomplete="off"
              value={wanted}
              onInput={({ currentTarget }) => setWanted(currentTarget.value)}
              onKeyDown={({ key }) => {
                const [first] = found;
                if (key === 'Enter' && first) location.assign(first.path);
              }}
            />
          </label>
        )}
        <ul>
          {found.map(({ name, path }) => (
            <li key={path}>
              <a href={path} aria-current={path === site?.path ? 'true' : undefined}>
                <Name of={name} />
              </a>
            </li>
          ))}
        </ul>
        <a class="all" href="/studio">
          Tous les sites
        </a>
      </div>
    </nav>
  );
}
