import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Changed, reconcile } from '../../../merge/reconcile.ts';
import type { MergeRegion } from '../../../merge/text-merge.ts';
import type { Editor } from '../state/editor.ts';

interface ConflictProps {
  readonly editor: Editor;
  /** The texts that do not go together. */
  readonly sides: Changed;
}

/** A file that was changed here and elsewhere, until somebody has chosen. */
export function ConflictView({ editor, sides }: ConflictProps) {
  const { path, base, mine, theirs } = sides;
  const outcome = useMemo(() => reconcile(sides), [base, mine, theirs]);
  if (outcome.kind === 'conflict') return <Regions editor={editor} sides={sides} regions={outcome.regions} />;
  const [told, keep, take] =
    outcome.kind === 'removed-elsewhere'
      ? ['Ce fichier a été supprimé ailleurs, et vous l’avez modifié.', 'Garder le mien', 'Le supprimer aussi']
      : ['Vous avez supprimé ce fichier, et il a été modifié ailleurs.', 'Le supprimer quand même', 'Garder le leur'];
  return (
    <section class="conflict" aria-label={`Deux modifications de ${path}`}>
      <h2>{path}</h2>
      <p>{told}</p>
      <p class="acts">
        <button type="button" onClick={() => editor.resolve(path, mine)}>
          {keep}
        </button>
        <button type="button" onClick={() => editor.resolve(path, theirs)}>
          {take}
        </button>
      </p>
    </section>
  );
}

type Choice = 'mine' | 'theirs' | 'both';

/** The text that a choice leaves of a region. */
const chosenText = (region: MergeRegion, choice: Choice | undefined): string => {
  if (region.kind === 'agreed') return region.text;
  if (choice !== 'both') return region[choice ?? 'mine'];
  const { mine, theirs } = region;
  // The last line of a file may have no break of its own.
  return mine === '' || mine.endsWith('\n') ? mine + theirs : `${mine}\n${theirs}`;
};

function Regions({ editor, sides, regions }: ConflictProps & { readonly regions: readonly MergeRegion[] }) {
  const { path, mine, theirs } = sides;
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map());
  // The choices are about these texts: a save may have found a newer change.
  useEffect(() => setChoices(new Map()), [mine, theirs]);
  const places = regions.flatMap(({ kind }, n) => (kind === 'conflict' ? [n] : []));
  const left = places.filter((n) => !choices.has(n)).length;
  const choose = (n: number, choice: Choice) => setChoices(new Map(choices).set(n, choice));
  const result = () => regions.map((region, n) => chosenText(region, choices.get(n))).join('');
  return (
    <section class="conflict" aria-label={`Deux modifications de ${path}`}>
      <h2>{path} : modifié ici et ailleurs</h2>
      <p>
        {places.length === 1 ? 'Un passage a été modifié' : `${places.length} passages ont été modifiés`} des deux
        côtés. Tout le reste est déjà fusionné. Choisissez, puis enregistrez.
      </p>
      <p class="acts">
        <button type="button" class="primary" disabled={left > 0} onClick={() => editor.resolve(path, result())}>
          Utiliser ce résultat
        </button>
        <span class="soft" role="status">
          {left === 0
            ? 'Tous les choix sont faits.'
            : left === 1
              ? 'Un choix reste à faire.'
              : `${left} choix restent à faire.`}
        </span>
        <button type="button" onClick={() => editor.resolve(path, mine)}>
          Tout garder du mien
        </button>
        <button type="button" onClick={() => editor.resolve(path, theirs)}>
          Tout prendre du leur
        </button>
      </p>
      {regions.map((region, n) => (
        <Region key={n} region={region} choice={choices.get(n)} onChoose={(choice) => choose(n, choice)} />
      ))}
    </section>
  );
}

/** Lines of an agreed region that are shown, at its start and at its end. */
const CONTEXT_LINES = 3;

interface RegionProps {
  readonly region: MergeRegion;
  readonly choice: Choice | undefined;
  readonly onChoose: (choice: Choice) => void;
}

function Region({ region, choice, onChoose }: RegionProps) {
  if (region.kind === 'agreed') {
    const lines = region.text.split('\n');
    const isLong = lines.length > 2 * CONTEXT_LINES + 2;
    const shown = isLong
      ? [
          ...lines.slice(0, CONTEXT_LINES),
          `… ${lines.length - 2 * CONTEXT_LINES} lignes …`,
          ...lines.slice(-CONTEXT_LINES),
        ]
      : lines;
    return <pre class="agreed">{shown.join('\n')}</pre>;
  }
  const sides = [
    ['À l’origine', region.base, null],
    ['Le mien', region.mine, 'mine'],
    ['Le leur', region.theirs, 'theirs'],
  ] as const;
  const offers = [
    ['mine', 'Garder le mien'],
    ['theirs', 'Prendre le leur'],
    ['both', 'Les deux'],
  ] as const;
  return (
    <fieldset class="region">
      <legend class="unseen">Passage à choisir</legend>
      <div class="sides">
        {sides.map(([name, text, side]) => (
          <div key={name} class={side !== null && (choice === side || choice === 'both') ? 'side chosen' : 'side'}>
            <h3>{name}</h3>
            <pre>{text === '' ? <em class="soft">rien</em> : text}</pre>
          </div>
        ))}
      </div>
      <p class="acts">
        {offers.map(([offer, label]) => (
          <button key={offer} type="button" aria-pressed={choice === offer} onClick={() => onChoose(offer)}>
            {label}
          </button>
        ))}
      </p>
    </fieldset>
  );
}
