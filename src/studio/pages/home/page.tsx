import { themePaths } from '../../../text/theme-paths.ts';
import { Page, Section } from '../../frame/page.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActButton } from '../../parts/act-buttons.tsx';
import { SiteState } from '../../parts/badge.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { dayWords } from '../../parts/day-words.ts';
import { EmptyState, List } from '../../parts/list.tsx';
import { Name } from '../../parts/name.tsx';
import { Notice } from '../../parts/notice.tsx';
import { OfflineNotice } from '../../parts/offline-notice.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { SiteAddresses } from '../../parts/site-addresses.tsx';
import { ThemePicture } from '../../parts/theme-picture.tsx';
import { UnconfirmedNotice } from '../../parts/unconfirmed-notice.tsx';
import { counted } from '../../parts/words.ts';
import { keepSite } from '../this-site/keep.ts';
import type { HomeProps, SiteCard } from './props.ts';

/** `/studio`: the sites of an account. */
export const HomePage = ({ account, sites }: HomeProps) => (
  <Page
    title="Vos sites"
    beside={
      sites.length > 0 && (
        <>
          <p class="soft">{`${counted(sites.length, 'site')} sur ce compte.`}</p>
          <p>
            <ButtonLink href="/studio/nouveau">Nouveau site</ButtonLink>
          </p>
        </>
      )
    }
  >
    <UnconfirmedNotice {...account} />
    {(sites.length === 0 || sites.some(isKept)) && (
      <List class="sites" items={sites.filter(isKept)} keyOf={({ id }) => id} empty={<NoSite />}>
        {(site) => <Card {...site} />}
      </List>
    )}
    <DeletedSites sites={sites.filter((site) => !isKept(site))} />
  </Page>
);

const isKept = ({ offline }: SiteCard): boolean => !offline || offline.goesAt === null;

/** Sites that their owners have deleted, until they are gone. */
function DeletedSites({ sites }: { readonly sites: readonly SiteCard[] }) {
  const acts = useActs();
  if (sites.length === 0) return null;
  return (
    <Section title="Sites supprimés" id="supprimes">
      <Refusal {...acts} />
      <List items={sites} keyOf={({ id }) => id}>
        {({ id, name, path, offline }) => (
          <>
            <p>
              <a href={path}>
                <Name of={name} />
              </a>{' '}
              s’efface le {dayWords(offline?.goesAt ?? '')}, avec tout ce qu’il a.
            </p>
            {offline?.ownPage ? (
              <p class="acts">
                <ActButton act={`garder ${id}`} acts={acts} work={() => keepSite({ id, name })}>
                  Garder ce site
                </ActButton>
              </p>
            ) : (
              <p class="soft">Un propriétaire peut encore le garder.</p>
            )}
          </>
        )}
      </List>
    </Section>
  );
}

const NoSite = () => (
  <EmptyState title="Ce compte n’a accès à aucun site.">
    <p class="soft">
      Faites le vôtre en une minute, ou demandez au propriétaire d’un site de vous y inviter : il apparaîtra ici.
    </p>
    <p class="acts">
      <ButtonLink kind="primary" href="/studio/nouveau">
        Nouveau site
      </ButtonLink>{' '}
      <ButtonLink href="/catalogue">Voir le catalogue</ButtonLink>
    </p>
  </EmptyState>
);

function Card({ id, name, path, published, requests, offline, ...site }: SiteCard) {
  const heading = `site-${id}`;
  const paths = published && themePaths(path, published.id);
  return (
    <article class="card" aria-labelledby={heading}>
      <div class="cover">
        <ThemePicture picture={site.picture} name={published?.name ?? name} />
        <h2 id={heading}>
          <a href={path}>
            <Name of={name} />
          </a>
        </h2>
      </div>
      <SiteState {...site} />
      <SiteAddresses {...site} />
      {offline && <OfflineNotice {...offline} />}
      {site.inactivity !== null && <Notice>{site.inactivity}</Notice>}
      <p>
        {published ? (
          <>
            <Name of={published.name} /> est publié.{' '}
            <a href={`${path}#themes`} aria-describedby={heading}>
              Voir ses thèmes
            </a>
          </>
        ) : (
          <>
            Aucun thème publié. <a href={`${path}#ajouter`}>Choisir un thème</a>
          </>
        )}
        {requests !== null && (
          <>
            <br />
            <a href={`${path}/demandes`} aria-describedby={heading}>
              {requests === 0
                ? 'Aucune demande reçue en 30 jours'
                : `${counted(requests, 'demande reçue', 'demandes reçues')} en 30 jours`}
            </a>
          </>
        )}
      </p>
      <p class="acts">
        {paths ? (
          <>
            <ButtonLink kind="primary" href={paths.personnaliser} aria-describedby={heading}>
              Personnaliser
            </ButtonLink>{' '}
            <ButtonLink href={paths.code} aria-describedby={heading}>
              Modifier le code
            </ButtonLink>
          </>
        ) : (
          <ButtonLink kind="primary" href={`${path}#ajouter`} aria-describedby={heading}>
            Installer un thème
          </ButtonLink>
        )}
      </p>
    </article>
  );
}
