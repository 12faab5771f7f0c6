import { List } from '../../studio/parts/list.tsx';
import { SafeLink } from '../../studio/parts/safe-link.tsx';
import { CatalogPicture } from '../picture.tsx';
import type { WelcomeProps } from './props.ts';

const POINTS: readonly { readonly title: string; readonly text: string }[] = [
  {
    title: 'Un site de votre métier',
    text: 'Dites votre nom et votre métier : le site est là, avec un accueil, une page de contact, des menus et des phrases à garder ou à remplacer.',
  },
  {
    title: 'Vos mots',
    text: 'Les textes, les couleurs et l’ordre des sections se changent dans la page même. Pages et articles s’écrivent comme dans un traitement de texte, et paraissent quand vous le dites.',
  },
  {
    title: 'Vos photographies',
    text: 'Déposez-les dans votre photothèque : elles sont mises à la bonne taille pour chaque écran, du téléphone au grand bureau.',
  },
  {
    title: 'Rien ne se perd',
    text: 'Chaque enregistrement est gardé : on revient à hier en un clic. Un texte supprimé se récupère pendant trente jours.',
  },
];

const COMMANDS = `npx vitrine connexion
npx vitrine init origo --dossier mon-theme
npx vitrine apercu mon-theme
npx vitrine pousser
npx vitrine publier`;

/** `/` for visitors who are not signed in. */
export const WelcomePage = ({ lead, store, signUp, first, themes }: WelcomeProps) => (
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
        <h1>Le site de votre métier, à votre nom, en une minute.</h1>
        <p class="lead">{lead}</p>
        <p class="ways">
          {signUp === null ? (
            <SafeLink class="primary" href={store}>
              Voir le catalogue des thèmes
            </SafeLink>
          ) : (
            <SafeLink class="primary" href={signUp}>
              Créer un compte
            </SafeLink>
          )}{' '}
          {signUp === null ? (
            <a href="/connexion">Ouvrir le studio</a>
          ) : (
            <SafeLink href={store}>Voir les thèmes</SafeLink>
          )}
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
        Ce que vous avez
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
        <p class="soft">Chacun est un dessin à part entière, décliné par métier. Une fois choisi, il est à vous.</p>
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
        <h2 id="client">Pour qui écrit des thèmes</h2>
        <p>
          Un thème est fait de fichiers Liquid, JSON et CSS, que l’on exporte et réimporte, et tourne dans un bac à
          sable. Le client suit un dossier de votre machine, vérifie le thème sans réseau et n’envoie que ce qui a
          changé, si personne d’autre n’y a touché.
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
