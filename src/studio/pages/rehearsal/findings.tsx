import { controlsShownInLines } from '../../../../engine/text/controls.ts';
import type { Rehearsal, RehearsedPage } from '../../../contract/rehearsal.ts';
import { reasonInWords } from '../../preview/reasons.ts';
import { Still } from './still.tsx';
import type { Stills } from './stills.ts';

interface FindingsProps {
  readonly page: RehearsedPage;
  readonly themes: Pick<Rehearsal, 'publie' | 'brouillon'>;
  readonly stills: Stills;
}

/** Everything that a rehearsal has found on a page. */
export function Findings({ page, themes: { publie, brouillon }, stills }: FindingsProps) {
  const { adresse, raison, apres, sections, casses, fichiers, difference, etat } = page;
  return (
    <div class="findings">
      {raison !== null && <p>{reasonInWords(raison, apres?.statut ?? 503)}</p>}
      <Lines
        title="Sections qui échouent avec ce brouillon seulement"
        lines={sections.map(({ type, chemin, ligne, message }) => {
          const place = ligne === undefined ? chemin : `${chemin}, ligne ${ligne}`;
          return `${type} – ${place} : ${message}`;
        })}
      />
      <Lines
        title="Ce que les visiteurs ne trouveraient plus"
        lines={casses.map(({ adresse, genre }) => `${genre === 'lien' ? 'La page' : 'Le fichier'} ${adresse}`)}
      />
      <Lines title="Fichiers de la page dont le contenu change" lines={fichiers} />
      {etat !== 'omise' && (
        <div class="pictures">
          {publie && <Still {...{ stills, adresse }} themeId={publie.id} caption="Avec le thème publié" />}
          <Still {...{ stills, adresse }} themeId={brouillon.id} caption="Avec ce brouillon" />
        </div>
      )}
      {difference !== null && <Difference text={difference} />}
    </div>
  );
}

const Lines = ({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) =>
  lines.length > 0 && (
    <div>
      <h3>{title}</h3>
      <ul>
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
    </div>
  );

const KINDS: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'place' };

/** The HTML that differs: signs and colours both tell added from removed. */
const Difference = ({ text }: { readonly text: string }) => (
  <div>
    <h3>HTML qui diffère</h3>
    {/* biome-ignore lint/a11y/useSemanticElements: it is a text, and the keyboard reaches it to scroll it. */}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above. */}
    <pre class="html-difference" tabIndex={0} role="region" aria-label="HTML qui diffère">
      {(text === '' ? ['Seules des lignes vides diffèrent.'] : text.split('\n')).map((line, index) => (
        <span key={index} class={KINDS[line.charAt(0)]}>
          {controlsShownInLines(line)}
        </span>
      ))}
    </pre>
  </div>
);
