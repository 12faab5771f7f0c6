import { themePaths } from '../../text/theme-paths.ts';
import { List } from '../parts/list.tsx';
import { Name } from '../parts/name.tsx';
import type { Usage } from './props.ts';

interface UsageListProps {
  readonly usages: readonly Usage[];
  /** Address of the site’s page. */
  readonly path: string;
}

/** Places of a site, each with its kind and the way to it: what names a file, or a text. */
export const UsageList = ({ usages, path }: UsageListProps) => (
  <List items={usages} keyOf={({ genre, id, nom }) => `${genre} ${id} ${nom}`} empty={<p class="soft">Nulle part.</p>}>
    {(usage) => <UsageWords usage={usage} path={path} />}
  </List>
);

/** What is said of a place, before its name. */
const GENRES: Readonly<Record<string, string>> = {
  ...{ theme: 'Thème publié', brouillon: 'Brouillon', version: 'Ancienne version', page: 'Page', article: 'Article' },
  ...{ blog: 'Blog', menu: 'Menu', reglages: 'Réglages du site', redirection: 'Redirection' },
};

function UsageWords({ usage: { genre, id, nom }, path }: { readonly usage: Usage; readonly path: string }) {
  const address = placeOf(path, genre, id, nom);
  const name = <Name of={nom} />;
  return (
    <>
      {GENRES[genre] ?? genre}
      {nom !== '' && (
        <>
          {' : '}
          {address === null ? name : <a href={address}>{name}</a>}
        </>
      )}
    </>
  );
}

/** Where a place is worked on; null where that is no page of its own. */
function placeOf(path: string, genre: string, id: string | null, name: string): string | null {
  if (genre === 'menu') return `${path}/menus`;
  if (genre === 'reglages') return `${path}/reglages`;
  if (genre === 'redirection') return `${path}/redirections?${new URLSearchParams({ q: name })}`;
  if (genre === 'blog') return `${path}/contenu?genre=blogs`;
  if (id === null) return null;
  if (genre === 'theme' || genre === 'brouillon') return themePaths(path, id).personnaliser;
  return genre === 'page' || genre === 'article' ? `${path}/contenu/${genre}s/${id}` : null;
}
