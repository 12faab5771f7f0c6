import type { Span } from '../../../../text/site-facts/hours.ts';
import { SPANS } from '../../../../text/site-facts/hours.ts';
import { Button } from '../../../parts/button.tsx';
import { fieldEnd, isPastMidnight, nextSpan, storedEnd } from '../typed-hours.ts';
import { focusSoon } from './focus-soon.ts';

interface SpansFieldsProps {
  /** Names the day or the exception in ids. */
  readonly id: string;
  /** « lundi »: which hours these are, for who cannot see where the fields stand. */
  readonly of: string;
  readonly spans: readonly Span[];
  readonly problem: string | undefined;
  readonly onChange: (spans: readonly Span[]) => void;
  readonly onLeave: () => void;
}

/** The spans of hours of one day. */
export function SpansFields({ id, of, spans, problem, onChange, onLeave }: SpansFieldsProps) {
  const [refusalId, addId] = [`refus-${id}`, `ajouter-${id}`];
  const add = spans.length === 0 ? 'Ajouter des heures' : 'Ajouter une plage';
  const put = (place: number, span: Span) => onChange(spans.with(place, span));
  const field = (place: number, span: Span, end: 'de' | 'a') => (
    <label class="hour">
      <span>{end === 'de' ? 'de' : 'à'}</span>
      <input
        type="time"
        id={`${id}-${place}-${end}`}
        aria-label={`${end === 'de' ? 'Ouverture' : 'Fermeture'}, ${of}, plage ${place + 1}`}
        value={end === 'de' ? span.de : fieldEnd(span.a)}
        aria-invalid={problem === undefined ? undefined : 'true'}
        aria-describedby={problem === undefined ? undefined : refusalId}
        onInput={({ currentTarget: { value } }) =>
          put(place, end === 'de' ? { ...span, de: value } : { ...span, a: storedEnd(value) })
        }
        onBlur={onLeave}
      />
    </label>
  );
  return (
    <div class="spans">
      {spans.map((span, place) => (
        <div class="span" key={place}>
          {field(place, span, 'de')}
          {field(place, span, 'a')}
          {isPastMidnight(span) && <span class="soft">le lendemain</span>}
          <Button
            kind="quiet"
            aria-label={`Retirer la plage ${place + 1}, ${of}`}
            onClick={() => {
              onChange(spans.toSpliced(place, 1));
              focusSoon(addId);
            }}
          >
            Retirer
          </Button>
        </div>
      ))}
      {problem !== undefined && (
        <p class="refusal" id={refusalId} role="alert">
          {problem}
        </p>
      )}
      {spans.length < SPANS && (
        <Button
          id={addId}
          aria-label={`${add}, ${of}`}
          onClick={() => {
            onChange([...spans, nextSpan(spans)]);
            focusSoon(`${id}-${spans.length}-de`);
          }}
        >
          {add}
        </Button>
      )}
    </div>
  );
}
