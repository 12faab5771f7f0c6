import { Icon } from '../../customise/view/icons.tsx';
import { Tool } from '../../customise/view/tool.tsx';
import { LinkField } from '../../links/link-field.tsx';
import { Field } from '../../parts/field.tsx';
import { useObservable } from '../../parts/use-observable.ts';
import { targetWords } from './known-targets.ts';
import { useDesk } from './menu-context.ts';
import { named, type Row, type Way } from './rows.ts';

/** Titles may be this long while they are typed, UTF-16 code units: what is too long is said. */
const TYPED_UNITS = 1_000;

const WAYS: readonly { readonly way: Way; readonly icon: 'up' | 'down' | 'next' | 'back'; readonly label: string }[] = [
  { way: 'up', icon: 'up', label: 'Monter' },
  { way: 'down', icon: 'down', label: 'Descendre' },
  { way: 'in', icon: 'next', label: 'Mettre sous l’entrée du dessus' },
  { way: 'out', icon: 'back', label: 'Sortir d’un niveau' },
];

interface MenuRowProps {
  readonly menu: string;
  readonly row: Row;
  /** Where an entry of a lower level stands, in words; empty for one of the first. */
  readonly above: string;
  /** Which ways it can be moved. */
  readonly ways: ReadonlySet<Way>;
  readonly isHeld: boolean;
  readonly onMove: (way: Way) => void;
  readonly onRemove: () => void;
  readonly onHandleKey: (event: KeyboardEvent) => void;
  readonly onHandleDown: (event: PointerEvent) => void;
  readonly onHandleBlur: () => void;
}

/** One entry: its title and where it leads are changed in place. */
export function MenuRow({ menu, row, above, ways, isHeld, onMove, onRemove, ...handle }: MenuRowProps) {
  const { session, places, targets, isReadOnly } = useDesk();
  useObservable(targets);
  const { id, titre, url } = row;
  const name = named(titre);
  const problem = (field: 'titre' | 'url') => session.problemOf(menu, row, field);
  // What is said below the field would move a place away on which somebody has just pressed.
  const leaveTarget = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isWithin = currentTarget instanceof Node && currentTarget.contains(relatedTarget as Node | null);
    if (!isWithin) session.leave(id, 'url');
  };
  const told = problem('url') === undefined ? targetWords(url, targets.at(url)) : null;
  return (
    <div class="entry">
      {!isReadOnly && (
        <button
          type="button"
          class="handle"
          aria-label={`Déplacer ${name}`}
          aria-pressed={isHeld}
          data-control="handle"
          onKeyDown={handle.onHandleKey}
          onPointerDown={handle.onHandleDown}
          onBlur={handle.onHandleBlur}
        >
          <Icon name="grip" />
        </button>
      )}
      <div class="entry-fields">
        {above !== '' && <p class="unseen">{above}</p>}
        <Field
          name="titre"
          id={`titre-${id}`}
          label="Titre"
          autoComplete="off"
          dir="auto"
          readOnly={isReadOnly}
          maxLength={TYPED_UNITS}
          value={titre}
          refusal={problem('titre')}
          onInput={(event) => session.set(menu, id, { titre: event.currentTarget.value })}
          onBlur={() => session.leave(id, 'titre')}
        />
        <div onFocusOut={leaveTarget}>
          <LinkField
            name="url"
            id={`cible-${id}`}
            label="Mène à"
            isFolded
            isReadOnly={isReadOnly}
            value={url}
            places={places}
            refusal={problem('url')}
            onValue={(value) => session.set(menu, id, { url: value })}
            onChoose={({ address, title }) =>
              session.set(menu, id, { url: address, ...(titre.trim() === '' && { titre: title }) })
            }
          />
          {told && <p class={told.isGone ? 'target gone' : 'target'}>{told.words}</p>}
        </div>
      </div>
      {!isReadOnly && (
        <fieldset class="tools" aria-label={`Place de ${name}`}>
          {WAYS.map(({ way, icon, label }) => (
            <span key={way} data-control={way}>
              <Tool icon={icon} label={`${label} : ${name}`} isOff={!ways.has(way)} run={() => onMove(way)} />
            </span>
          ))}
          <Tool icon="bin" label={`Retirer ${name}`} run={onRemove} />
        </fieldset>
      )}
    </div>
  );
}
