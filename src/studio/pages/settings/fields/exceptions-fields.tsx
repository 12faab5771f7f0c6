import {
  EXCEPTIONS,
  exceptionProblem,
  type HoursException,
  LABEL_UNITS,
} from '../../../../text/site-facts/exceptions.ts';
import { hoursProblems, type Span } from '../../../../text/site-facts/hours.ts';
import { Button } from '../../../parts/button.tsx';
import { Field } from '../../../parts/field.tsx';
import { nextSpan, typedExceptions } from '../typed-hours.ts';
import { focusSoon } from './focus-soon.ts';
import { useForm } from './session-context.ts';
import { SpansFields } from './spans-fields.tsx';

const PATH = 'exceptions';
const ADD = 'ajouter-une-periode';
const NEW: HoursException = { du: '', au: '', libelle: '', plages: [] };

/** Days with other hours than those of the week. */
export function ExceptionsFields() {
  const { session, valueAt } = useForm();
  const exceptions = typedExceptions(valueAt(PATH));
  const put = (now: readonly HoursException[]) => session?.change(PATH, now.length === 0 ? undefined : now);
  const isTold = session?.problemOf(PATH) !== undefined;
  return (
    <fieldset class="group">
      <legend>Fermetures et horaires particuliers</legend>
      <p class="soft">Congés, jours fériés, ouvertures exceptionnelles. Ceux qui sont passés ne sont plus montrés.</p>
      {exceptions.map((exception, place) => (
        <ExceptionFields
          key={place}
          {...{ exception, place, isTold }}
          onChange={(now) => put(exceptions.with(place, now))}
          onRemove={() => {
            put(exceptions.toSpliced(place, 1));
            focusSoon(ADD);
          }}
          onLeave={() => session?.leave(PATH)}
        />
      ))}
      {exceptions.length < EXCEPTIONS && (
        <p>
          <Button
            id={ADD}
            onClick={() => {
              put([...exceptions, NEW]);
              focusSoon(`exception-${exceptions.length}-nom`);
            }}
          >
            Ajouter une période
          </Button>
        </p>
      )}
    </fieldset>
  );
}

interface ExceptionFieldsProps {
  readonly exception: HoursException;
  readonly place: number;
  /** Whether what is wrong is told. */
  readonly isTold: boolean;
  readonly onChange: (exception: HoursException) => void;
  readonly onRemove: () => void;
  readonly onLeave: () => void;
}

function ExceptionFields({ exception, place, isTold, onChange, onRemove, onLeave }: ExceptionFieldsProps) {
  const id = `exception-${place}`;
  const of = exception.libelle.trim() || `période ${place + 1}`;
  const problem = isTold ? (exceptionProblem(exception) ?? undefined) : undefined;
  const hoursProblem = isTold ? hoursProblems(exception.plages)[0]?.words : undefined;
  const isClosed = exception.plages.length === 0;
  const take = (change: Partial<HoursException>) => onChange({ ...exception, ...change });
  return (
    <fieldset class="period" id={id}>
      <legend class="unseen">{of}</legend>
      <div class="pairs">
        <Field
          {...{ id: `${id}-nom`, name: `${id}-nom`, label: 'Nom', maxLength: LABEL_UNITS, placeholder: 'Noël' }}
          value={exception.libelle}
          autocomplete="off"
          onInput={({ currentTarget: { value } }) => take({ libelle: value })}
          onBlur={onLeave}
        />
        <div class="dates">
          <Field
            {...{ id: `${id}-du`, name: `${id}-du`, label: 'Du', type: 'date' }}
            value={exception.du}
            refusal={problem}
            // Most closings have one day: the last one follows the first until it is chosen.
            onInput={({ currentTarget: { value: du } }) =>
              take({ du, ...(exception.au === '' || exception.au === exception.du ? { au: du } : {}) })
            }
          />
          <Field
            {...{ id: `${id}-au`, name: `${id}-au`, label: 'Au', type: 'date' }}
            value={exception.au}
            onInput={({ currentTarget: { value: au } }) => take({ au })}
            onBlur={onLeave}
          />
        </div>
      </div>
      <label class="closed">
        <input
          type="checkbox"
          checked={isClosed}
          onChange={({ currentTarget: { checked } }) =>
            take({ plages: checked ? [] : ([nextSpan([])] satisfies Span[]) })
          }
        />
        <span>
          Fermé<span class="unseen">, {of}</span>
        </span>
      </label>
      {!isClosed && (
        <SpansFields
          {...{ id: `${id}-heures`, of, spans: exception.plages, problem: hoursProblem, onLeave }}
          onChange={(plages) => take({ plages })}
        />
      )}
      <p class="day-end">
        <Button kind="quiet" onClick={onRemove}>
          Retirer cette période<span class="unseen"> : {of}</span>
        </Button>
      </p>
    </fieldset>
  );
}
