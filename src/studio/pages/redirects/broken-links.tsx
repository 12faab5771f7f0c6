import { useEffect, useState } from 'preact/hooks';
import type { z } from 'zod';
import type { BrokenLinks as Reading } from '../../../contract/broken-links.ts';
import { Api } from '../../api/client.ts';
import { Trouble } from '../../library/trouble.tsx';
import { UsageList } from '../../library/usage-list.tsx';
import { Button, ButtonLink } from '../../parts/button.tsx';
import { EmptyState, List } from '../../parts/list.tsx';
import { counted } from '../../parts/words.ts';
import { newRedirectAddress } from './addresses.ts';
import type { RedirectsProps } from './props.ts';

type Answer = z.output<typeof Reading>;
type BrokenLink = Answer['liens'][number];

/** So many links are shown. */
const SHOWN = 500;

const WHY: Readonly<Record<BrokenLink['etat'], string>> = {
  absente: 'Rien n’est à cette adresse.',
  brouillon: 'Ce qui est à cette adresse n’est pas publié.',
  supprimee: 'Cette adresse dit que la page est supprimée.',
};

interface Search {
  /** By address. */
  readonly links: ReadonlyMap<string, BrokenLink>;
  /** How many addresses were not looked at: parts of the site have too many. */
  readonly omitted: number;
  readonly isOver: boolean;
  /** What ended the search before its end; null for nothing. */
  readonly trouble: unknown;
}

const NOTHING_YET: Search = { links: new Map(), omitted: 0, isOver: false, trouble: null };

/** Each place once: a theme may be told in several parts. */
const together = (places: BrokenLink['ou'], more: BrokenLink['ou']): BrokenLink['ou'] => [
  ...new Map([...places, ...more].map((place) => [`${place.genre} ${place.id} ${place.nom}`, place])).values(),
];

/** Looks one part of the site through after the other. @param attempt counts the searches */
function useBrokenLinks(siteId: string, attempt: number): Search {
  const [search, setSearch] = useState(NOTHING_YET);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const links = new Map<string, BrokenLink>();
    let omitted = 0;
    const tell = (more: Partial<Search>) => {
      if (!signal.aborted) setSearch({ ...NOTHING_YET, ...more, omitted, links: new Map(links) });
    };
    const look = async () => {
      const api = new Api(siteId);
      for (let from: string | null = ''; from !== null; ) {
        const query: Record<string, string> = from === '' ? {} : { apres: from };
        const { liens, omises, suite }: Answer = await api.send<Answer>('/api/liens-casses', { query, signal });
        for (const link of liens) {
          const known = links.get(link.adresse);
          links.set(link.adresse, known ? { ...link, ou: together(known.ou, link.ou) } : link);
        }
        omitted += omises;
        from = suite;
        tell({ isOver: suite === null });
      }
    };
    tell({});
    look().catch((trouble) => tell({ trouble, isOver: true }));
    return () => leaving.abort();
  }, [siteId, attempt]);
  return search;
}

/** The links of the site that lead nowhere, each with the places that have it. */
export function BrokenLinks({ site, readOnly }: RedirectsProps) {
  const [attempt, setAttempt] = useState(0);
  const { links, omitted, isOver, trouble } = useBrokenLinks(site.id, attempt);
  const shown = [...links.values()];
  return (
    <section aria-labelledby="titre-liens">
      <h2 id="titre-liens">Liens qui ne mènent nulle part</h2>
      <p class="soft about-redirects">
        Ce sont les liens de vos pages, articles, blogs, menus, réglages et du thème publié vers une adresse de ce site
        où les visiteurs ne trouvent rien. Un lien vers une adresse redirigée n’est pas brisé.
      </p>
      <p role="status">
        {!isOver && `Recherche en cours… ${links.size > 0 ? counted(links.size, 'lien trouvé', 'liens trouvés') : ''}`}
        {isOver &&
          trouble === null &&
          links.size > 0 &&
          counted(links.size, 'lien ne mène nulle part', 'liens ne mènent nulle part')}
      </p>
      <Trouble error={trouble} />
      {(links.size > 0 || (isOver && trouble === null)) && (
        <List
          class="redirects"
          label="Liens qui ne mènent nulle part"
          items={shown.slice(0, SHOWN)}
          keyOf={({ adresse }) => adresse}
          empty={
            <EmptyState
              title={
                omitted === 0
                  ? 'Tous les liens du site mènent quelque part.'
                  : 'Tous les liens regardés mènent quelque part.'
              }
            />
          }
        >
          {(link) => <OneLink link={link} site={site} isReadOnly={readOnly !== null} />}
        </List>
      )}
      {shown.length > SHOWN && <p class="soft">… et {counted(shown.length - SHOWN, 'autre')}.</p>}
      {omitted > 0 && (
        <p class="soft">
          Un endroit du site a tant de liens que{' '}
          {counted(omitted, 'adresse n’a pas été regardée', 'adresses n’ont pas été regardées')}.
        </p>
      )}
      {isOver && (
        <p class="acts">
          <Button onClick={() => setAttempt((before) => before + 1)}>Chercher de nouveau</Button>
        </p>
      )}
    </section>
  );
}

interface OneLinkProps {
  readonly link: BrokenLink;
  readonly site: RedirectsProps['site'];
  readonly isReadOnly: boolean;
}

function OneLink({ link: { adresse, etat, ou }, site, isReadOnly }: OneLinkProps) {
  const heading = `lien-${encodeURIComponent(adresse)}`;
  return (
    <article class="redirect" aria-labelledby={heading}>
      <h3 id={heading}>
        <bdi>{adresse}</bdi>
      </h3>
      <p>{WHY[etat]}</p>
      <UsageList usages={ou} path={site.path} />
      {!isReadOnly && etat === 'absente' && !adresse.startsWith('/medias/') && (
        <p class="acts">
          <ButtonLink href={newRedirectAddress(site.path, adresse)} aria-describedby={heading}>
            Rediriger
          </ButtonLink>
        </p>
      )}
    </article>
  );
}
