import { controlsShownInLines } from '../../../../engine/text/controls.ts';
import type { Conflict, ConflictChoice, UpgradedFile } from '../../../contract/upgrade.ts';
import { Option } from '../../parts/field.tsx';

/** A file in conflict: its places, and whose text is taken there. The form’s value by its path is the choice. */
export const ConflictedFile = ({ chemin, conflits = [], autres_conflits: more }: UpgradedFile) => (
  <fieldset class="conflict">
    <legend>{chemin}</legend>
    <div class="choices">
      <Option type="radio" name={chemin} value={'garder' satisfies ConflictChoice} defaultChecked>
        Garder ce qui est à vous
      </Option>
      <Option type="radio" name={chemin} value={'catalogue' satisfies ConflictChoice}>
        Prendre ce qu’a le catalogue
      </Option>
    </div>
    {conflits.map((conflict, index) => (
      <Place key={index} {...conflict} />
    ))}
    {more && (
      <p>
        Et {more} {more > 1 ? 'autres endroits' : 'autre endroit'} de ce fichier.
      </p>
    )}
  </fieldset>
);

const Place = ({ original, proprietaire, catalogue, coupe, ...place }: Conflict) => (
  <div class="place">
    <h3>{nameOf(place)}</h3>
    <div class="texts">
      <Text title="À l’installation" text={original} absent="absent" />
      <Text title="Le vôtre" text={proprietaire} absent="retiré par vous" />
      <Text title="Celui du catalogue" text={catalogue} absent="retiré du catalogue" />
    </div>
    {coupe && <p class="soft">Ces textes sont plus longs que ce qui est montré.</p>}
  </div>
);

function nameOf({ ligne, cles }: Pick<Conflict, 'ligne' | 'cles'>): string {
  if (ligne !== undefined) return `Ligne ${ligne}`;
  return cles ? cles.join(' › ') : 'Tout le fichier';
}

interface TextProps {
  readonly title: string;
  readonly text: string | null;
  /** What stands there instead of no text. */
  readonly absent: string;
}

const Text = ({ title, text, absent }: TextProps) => (
  <div>
    <h4>{title}</h4>
    {text === null ? <p class="soft">{absent}</p> : <pre>{controlsShownInLines(text)}</pre>}
  </div>
);
