import { Name } from '../parts/name.tsx';
import { SafeLink } from '../parts/safe-link.tsx';
import type { SiteLink, SiteNavigation, SitePlace } from './props.ts';

/** The pages of a site. Each is at the address of the site with `end` behind it. */
const ROWS: readonly { readonly place: SitePlace; readonly label: string; readonly end: string }[] = [
  { place: 'themes', label: 'Thèmes', end: '' },
  { place: 'contents', label: 'Contenu', end: '/contenu' },
  { place: 'menus', label: 'Menus', end: '/menus' },
  { place: 'medias', label: 'Médias', end: '/medias' },
  { place: 'requests', label: 'Demandes', end: '/demandes' },
  { place: 'redirects', label: 'Redirections', end: '/redirections' },
  { place: 'members', label: 'Membres', end: '/membres' },
  { place: 'domains', label: 'Domaines', end: '/domaines' },
  { place: 'journal', label: 'Journal', end: '/journal' },
  { place: 'settings', label: 'Réglages', end: '/reglages' },
  { place: 'this-site', label: 'Ce site', end: '/ce-site' },
];

/** Leads from page to page of a site, with what visitors see now. */
export function SiteNav({ site, place, published, unread, address }: SiteNavigation & { readonly site: SiteLink }) {
  return (
    <nav class="site-nav" aria-label="Ce site">
      <ul>
        {ROWS.filter((row) => row.place !== 'requests' || unread !== null).map((row) => (
          <li key={row.place}>
            <a href={site.path + row.end} aria-current={row.place === place ? 'page' : undefined}>
              {row.label}
            </a>
            {row.place === 'requests' && unread !== null && unread > 0 && (
              <span class="count">
                {unread}
                <span class="unseen"> {unread > 1 ? 'non lues' : 'non lue'}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      <p>
        {published === null ? (
          'Aucun thème publié'
        ) : (
          <>
            Publié : <Name of={published} />
          </>
        )}{' '}
        <SafeLink href={address}>Voir le site</SafeLink>
      </p>
    </nav>
  );
}
