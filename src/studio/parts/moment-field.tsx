import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { zoneWords } from '../../text/zone-names.ts';
import { Button } from './button.tsx';
import { Field, Option, Options } from './field.tsx';
import { type Moment, type ReadMoment, readMoment, type Turn, type TypedMoment, typedFrom } from './typed-moment.ts';

interface MomentFieldProps {
  /** Of the instant in a form: ISO 8601, empty where none is chosen. No other field of the page has the name. */
  readonly name: string;
  readonly label: string;
  /** Of the site. */
  readonly zone: string;
  /** Which instant the fields begin with, ISO 8601. */
  readonly initial?: string | null;
  /** What no moment means, in a sentence. */
  readonly help?: string;
  /** Whether a moment that is typed must be still to come, by the clock of the browser; the server judges by its own. */
  readonly refusesPast?: boolean;
  readonly isRequired?: boolean;
  /** Hears of each change by the person. */
  readonly onMoment?: (moment: Moment) => void;
}

/** A date and a time of the site's zone, and the moment in words. A form with a moment that is refused cannot be sent. */
export function MomentField(props: MomentFieldProps) {
  const { name, label, zone, initial = null, help, refusesPast = false, isRequired = false, onMoment } = props;
  const fields = useRef<HTMLFieldSetElement>(null);
  const [typed, setTyped] = useState(() => typedFrom(initial, zone));
  const [isTouched, setTouched] = useState(false);
  const whenEmpty = [...(help ? [help] : []), `${capitalised(zoneWords(zone))}.`].join(' ');
  const reading = (of: TypedMoment, isTyped = true) =>
    readMoment(of, { zone, whenEmpty, after: refusesPast && isTyped ? Date.now() : null });
  // A moment that was there before may have passed since.
  const read = reading(typed, isTouched);
  useLayoutEffect(() => tellForm(inputsOf(fields.current), read));
  const change = (now: TypedMoment) => {
    setTyped(now);
    setTouched(true);
    onMoment?.(reading(now).moment);
  };
  const said = `dit-${name}`;
  const input = {
    ...{ 'aria-describedby': said, required: isRequired, autocomplete: 'off' },
    'aria-invalid': read.isWrong || undefined,
  };
  return (
    <fieldset class="moment" ref={fields} onInput={({ currentTarget }) => change(typedIn(currentTarget, name))}>
      <legend>{label}</legend>
      <div class="moment-fields">
        <Field name={`${name}-jour`} label="Jour" type="date" value={typed.day} {...input} />
        <Field name={`${name}-heure`} label="Heure" type="time" value={typed.time} {...input} />
      </div>
      <p id={said} role="status" class={read.isWrong ? 'refusal' : 'soft'}>
        {read.sentence}
      </p>
      <Corrections name={name} read={read} turn={typed.turn} take={change} />
      <input type="hidden" name={name} value={read.moment.kind === 'chosen' ? read.moment.instant : ''} />
    </fieldset>
  );
}

interface CorrectionsProps {
  readonly name: string;
  readonly read: ReadMoment;
  readonly turn: Turn | null;
  readonly take: (typed: TypedMoment) => void;
}

const TURNS = [
  ['first', 'La première fois, avant le recul des horloges'],
  ['second', 'La seconde fois, après le recul des horloges'],
] as const;

/** What a person is asked of a time that does not exist, or comes twice. */
const Corrections = ({ name, read: { next, twice }, turn, take }: CorrectionsProps) => (
  <>
    {next && (
      <p>
        <Button onClick={() => take(next.typed)}>Prendre {next.words}</Button>
      </p>
    )}
    {twice !== null && (
      <Options legend={`${twice} vient deux fois ce jour-là`}>
        {TURNS.map(([value, words]) => (
          <Option key={value} type="radio" name={`${name}-fois`} value={value} checked={turn === value} required>
            {words}
          </Option>
        ))}
      </Options>
    )}
  </>
);

const inputsOf = (fields: HTMLFieldSetElement | null): HTMLInputElement[] => [
  ...(fields?.querySelectorAll<HTMLInputElement>('.moment-fields input') ?? []),
];

/** Has the browser refuse to send a form with a moment that is refused, at the field that is to be filled in or changed. */
function tellForm(inputs: readonly HTMLInputElement[], { moment, twice }: ReadMoment): void {
  // Which of two times is asked by fields that are required.
  const why = moment.kind === 'refused' && twice === null ? moment.why : '';
  const place = inputs.find(({ value }) => value === '') ?? inputs[0];
  for (const input of inputs) input.setCustomValidity(input === place ? why : '');
}

/** What stands in the fields. A turn is that of the time beside it: another time has none yet. */
function typedIn(fields: HTMLFieldSetElement, name: string): TypedMoment {
  const [day = '', time = ''] = inputsOf(fields).map(({ value }) => value);
  const turn = fields.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}-fois"]:checked`)?.value;
  return { day, time: time.slice(0, 5), turn: turn === 'first' || turn === 'second' ? turn : null };
}

const capitalised = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
