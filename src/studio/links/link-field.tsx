import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Name } from '../parts/name.tsx';
import type { LinkPlace, LinkPlaces } from './link-places.ts';
import { meantAddress } from './meant-address.ts';

/** The search waits so long for the next key, milliseconds. */
const PAUSE_MS = 200;

interface LinkFieldProps {
  readonly name: string;
  /** Where a page has several such fields. */
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  readonly places: LinkPlaces;
  /** Why the address is refused. */
  readonly refusal?: string | undefined;
  readonly isReadOnly?: boolean;
  /** Whether places are offered only while the field, or one of them, has the focus; otherwise always. */
  readonly isFolded?: boolean;
  readonly onValue: (address: string) => void;
  /** A place was chosen, and its address is not put into the field yet. Without it, `onValue` is told the address. */
  readonly onChoose?: (place: LinkPlace) => void;
}

/** The field of an address, with the places of the site that its words find. */
export function LinkField(props: LinkFieldProps) {
  const { name, id, label, value, places, refusal, isReadOnly = false, isFolded = false, onValue, onChoose } = props;
  const [isOpen, setOpen] = useState(!isFolded);
  const box = useRef<HTMLDivElement>(null);
  const field = () => box.current?.querySelector('input');
  const choose = (place: LinkPlace) => {
    (onChoose ?? (({ address }: LinkPlace) => onValue(address)))(place);
    if (!isFolded) return;
    field()?.focus();
    setOpen(false);
  };
  const fold = isFolded && {
    onFocusIn: (event: FocusEvent) => !isReadOnly && event.target === field() && setOpen(true),
    onFocusOut: ({ relatedTarget }: FocusEvent) =>
      !box.current?.contains(relatedTarget as Node | null) && setOpen(false),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isOpen) return;
      event.preventDefault();
      field()?.focus();
      setOpen(false);
    },
  };
  const meant = isReadOnly ? null : meantAddress(value.trim());
  return (
    <div class="link-field" ref={box} {...fold}>
      <Field
        name={name}
        {...(id !== undefined && { id })}
        label={label}
        autoComplete="off"
        spellcheck={false}
        readOnly={isReadOnly}
        value={value}
        refusal={refusal}
        onInput={(event) => {
          setOpen(true);
          onValue(event.currentTarget.value);
        }}
      />
      {meant && (
        <Button kind="quiet" onClick={() => onValue(meant)}>
          Écrire « {meant} »
        </Button>
      )}
      {isOpen && <FoundPlaces places={places} address={value} onChoose={choose} />}
    </div>
  );
}

/** Words to look for in what is typed: a full address needs no search. */
const wordsOf = (address: string): string | null =>
  /^(?:[a-z]+:|#|\?)/i.test(address) ? null : address.replace(/^\/+/, '');

function usePlaces(places: LinkPlaces, address: string): readonly LinkPlace[] | string {
  const [found, setFound] = useState<readonly LinkPlace[] | string>([]);
  useEffect(() => {
    const words = wordsOf(address.trim());
    const leaving = new AbortController();
    const tell = (next: readonly LinkPlace[] | string) => {
      if (!leaving.signal.aborted) setFound(next);
    };
    if (words === null) tell([]);
    const timer = setTimeout(() => {
      if (words !== null) places.find(words, leaving.signal).then(tell, (error) => tell((error as Error).message));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [places, address]);
  return found;
}

interface FoundPlacesProps {
  readonly places: LinkPlaces;
  readonly address: string;
  readonly onChoose: (place: LinkPlace) => void;
}

function FoundPlaces({ places, address, onChoose }: FoundPlacesProps) {
  const found = usePlaces(places, address);
  if (typeof found === 'string') {
    return (
      <p class="refusal" role="alert">
        {found}
      </p>
    );
  }
  if (found.length === 0) return null;
  return (
    <ul class="link-places" aria-label="Pages, articles et fichiers du site">
      {found.map((place) => (
        <li key={place.address}>
          <button type="button" aria-pressed={place.address === address.trim()} onClick={() => onChoose(place)}>
            <Name of={place.title} />{' '}
            <span class="soft">{place.isSeen ? place.kind : `${place.kind}, pas publié`}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
