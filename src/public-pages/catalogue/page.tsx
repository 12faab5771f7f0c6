import { List } from '../../studio/parts/list.tsx';
import { Name } from '../../studio/parts/name.tsx';
import { SafeLink } from '../../studio/parts/safe-link.tsx';
import { isolated } from '../../text/names.ts';
import { CatalogPicture } from '../picture.tsx';
import type { CatalogueProps, ShownEdition, ShownTheme } from './props.ts';

/** The number of themes from which the page begins with an overview. */
const GLANCE_FROM = 3;

/** `/catalogue`: the themes made for a trade, or all of them. */
export const CataloguePage = ({ lead, filter, count, themes }: CatalogueProps) => (
  <>
    <header>
      <p class="mark">
        <a href="/">vitrine</a>
      </p>
      <h1>Le catalogue</h1>
      <p class="lead">{lead}</p>
    </header>
    {/* Links, so that no script is needed. */}
    <nav class="filter" aria-label="Filtrer par métier">
      <List items={filter} keyOf={({ address }) => address}>
        {({ label, address, isCurrent }) => (
          <a href={address} aria-current={isCurrent ? 'page' : undefined}>
            {label}
          </a>
        )}
      </List>
    </nav>
    <h2 class="count">{count}</h2>
    {themes.length >= GLANCE_FROM && <Glance themes={themes} />}
    {themes.length > 0 && (
      <ul class="themes">
        {themes.map((theme) => (
          <li key={theme.id} id={theme.place}>
            <Theme {...theme} />
          </li>
        ))}
      </ul>
    )}
  </>
);

/** An overview of all themes; each entry leads to its place further down. */
const Glance = ({ themes }: Pick<CatalogueProps, 'themes'>) => (
  <nav class="glance" aria-label="Les thèmes d’un coup d’œil">
    <List items={themes} keyOf={({ id }) => id}>
      {({ place, name, picture }) => (
        <a href={`#${place}`}>
          {picture ? <CatalogPicture picture={picture} /> : <span class="tile" />}
          <span>
            <Name of={name} />
          </span>
        </a>
      )}
    </List>
  </nav>
);

const Theme = ({ id, name, version, audience, traits, trades, picture, demo, ...editions }: ShownTheme) => (
  <article aria-labelledby={id}>
    {picture ? (
      <CatalogPicture picture={picture} alt={`Page d’accueil du site de démonstration : ${isolated(name)}`} isLazy />
    ) : (
      <p class="plate" aria-hidden="true">
        <Name of={name} />
      </p>
    )}
    <div class="about">
      <h3 id={id}>
        <Name of={name} />
      </h3>{' '}
      <p class="version">Version {version}</p>
      {audience !== '' && <p class="for">{audience}</p>}
      {traits.length > 0 && (
        <List class="traits" items={traits} keyOf={(trait) => trait}>
          {(trait) => trait}
        </List>
      )}
      {demo !== null && (
        <p>
          <SafeLink class="demo" href={demo}>
            Visiter la démonstration
            <span class="unseen">
              {' '}
              : <Name of={name} />
            </span>
          </SafeLink>
        </p>
      )}
      {trades.length > 0 && (
        <>
          <h4>Métiers</h4>
          <List class="trades" items={trades} keyOf={({ address }) => address}>
            {({ label, address }) => <a href={address}>{label}</a>}
          </List>
        </>
      )}
    </div>
    <Editions {...editions} />
  </article>
);

/** The edition for the chosen trade is shown; the others are a list of names until the visitor opens it. */
const Editions = ({ meant, editions }: Pick<ShownTheme, 'meant' | 'editions'>) =>
  (meant || editions.length > 0) && (
    <div class="editions">
      <h4>Éditions</h4>
      {meant && <Definitions editions={[meant]} isMeant />}
      {editions.length > 0 && (
        <details>
          <summary>
            {meant ? 'Les autres : ' : ''}
            {editions.map(({ name }) => name).join(', ')}
          </summary>
          <Definitions editions={editions} />
        </details>
      )}
    </div>
  );

interface DefinitionsProps {
  readonly editions: readonly ShownEdition[];
  readonly isMeant?: boolean;
}

const Definitions = ({ editions, isMeant = false }: DefinitionsProps) => (
  <dl>
    {editions.map(({ place, name, audience }) => (
      <div key={place} id={place}>
        <dt>
          {name}
          {isMeant && (
            <>
              {' '}
              <span class="badge">pour ce métier</span>
            </>
          )}
        </dt>
        <dd>{audience}</dd>
      </div>
    ))}
  </dl>
);
