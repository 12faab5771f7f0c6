import { List } from '../../studio/parts/list.tsx';
import { SafeLink } from '../../studio/parts/safe-link.tsx';
import { CatalogPicture } from '../picture.tsx';
import type { WelcomeProps } from './props.ts';

const POINTS: readonly { readonly title: string; readonly text: string }[] = [
  {
    title: 'Rendu à chaque requête',
    text: 'Aucune page n’est fabriquée d’avance, il n’y a rien à régénérer. Le visiteur lit le thème publié et le contenu tels qu’ils sont à cet instant.',
  },
  {
    title: 'Le thème est du code, si vous voulez',
    text: 'Liquid, JSON et CSS, dans des fichiers que l’on exporte et réimporte. On règle couleurs et sections sans code, ou l’on ouvre l’éditeur.',
  },
  {
    title: 'Un bac à sable autour de chaque thème',
    text: 'Le code d’un thème tourne dans des processus à part, sous des limites de temps et de mémoire. Un thème en faute n’arrête pas les autres sites.',
  },
  {
    title: 'Une API et un client',
    text: 'Le studio, le client en ligne de commande et vos programmes passent par la même API. Ses écritures conditionnelles empêchent d’écraser le travail d’un autre.',
  },
];

const COMMANDS = `npx vitrine connexion
npx vitrine init origo --dossier mon-theme
npx vitrine apercu mon-theme
npx vitrine pousser
npx vitrine publier`;

/** `/` for visitors who are not signed in. */
export const WelcomePage = ({ lead, store, first, themes }: WelcomeProps) => (
  <>
    <header class="bar">
      <p class="mark">vitrine</p>
      <nav aria-label="Plateforme">
        <ul>
          <li>
            <SafeLink href={store}>Catalogue</SafeLink>
          </li>
          <li>
            <a href="/docs">API</a>
          </li>
          <li>
            <a class="enter" href="/connexion">
              Se connecter
            </a>
          </li>
        </ul>
      </nav>
    </header>
    <section class="hero">
      <div>
        <h1>Votre site, rendu à l’instant où on le demande.</h1>
        <p class="lead">{lead}</p>
        <p class="ways">
          <SafeLink class="primary" href={store}>
            Voir le catalogue des thèmes
          </SafeLink>{' '}
          <a href="/connexion">Ouvrir le studio</a>
        </p>
      </div>
      {first.length > 0 && (
        <div class={`collage c${first.length}`} aria-hidden="true">
          {first.map((picture) => (
            <CatalogPicture key={picture.address} picture={picture} />
          ))}
        </div>
      )}
    </section>
    <section aria-labelledby="points">
      <h2 id="points" class="unseen">
        Ce que fait vitrine
      </h2>
      <List class="points" items={POINTS} keyOf={({ title }) => title}>
        {({ title, text }) => (
          <>
            <h3>{title}</h3>
            <p>{text}</p>
          </>
        )}
      </List>
    </section>
    {themes.length > 0 && (
      <section aria-labelledby="themes">
        <h2 id="themes">Les thèmes du catalogue</h2>
        <p class="soft">
          Chacun est un dessin à part entière, décliné en éditions par métier. Une fois installé, il est à vous.
        </p>
        <List class="tiles" items={themes} keyOf={({ id }) => id}>
          {({ name, picture }) => (
            <SafeLink href={store}>
              <CatalogPicture picture={picture} isLazy />
              <span>{name}</span>
            </SafeLink>
          )}
        </List>
      </section>
    )}
    <section class="terminal" aria-labelledby="client">
      <div>
        <h2 id="client">Depuis votre éditeur</h2>
        <p>
          Le client suit un dossier de votre machine, vérifie le thème sans réseau et n’envoie que ce qui a changé, si
          personne d’autre n’y a touché.
        </p>
      </div>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the name is read where the keyboard comes there. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <pre tabIndex={0} aria-label="Commandes du client">
        <code>{COMMANDS}</code>
      </pre>
    </section>
    <footer>
      <p>
        <a href="/api/sante">État du service</a>
      </p>
      <p>
        <a href="/docs">Documentation de l’API</a>
      </p>
      <p>
        <a href="/openapi.json">Description OpenAPI</a>
      </p>
    </footer>
  </>
);
