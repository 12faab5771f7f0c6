import { useEffect, useRef, useState } from 'preact/hooks';
import { isLink } from '../../../../engine/language/addresses.ts';
import { PagePicker } from './link-fields.tsx';

/** Asks for the address of a link in a text. */
export function LinkForm(props: {
  readonly address: string;
  readonly onApply: (address: string) => void;
  readonly onCancel: () => void;
}) {
  const [address, setAddress] = useState(props.address);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const isEmpty = address.trim() === '';
  const isWrong = !isEmpty && !isLink(address.trim());
  return (
    <div class="link-form">
      <PagePicker label="Lien" value={address} isReadOnly={false} onChange={setAddress} />
      <input
        ref={input}
        type="text"
        aria-label="Adresse du lien"
        aria-invalid={isWrong}
        value={address}
        placeholder="/page, https://…"
        onInput={(event) => setAddress(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isWrong && !(isEmpty && props.address === '')) props.onApply(address.trim());
          else if (event.key === 'Escape') props.onCancel();
        }}
      />
      {isWrong && (
        <p class="problem" role="alert">
          Cette adresse n’est pas admise.
        </p>
      )}
      <span class="acts">
        <button
          type="button"
          disabled={isWrong || (isEmpty && props.address === '')}
          onClick={() => props.onApply(address.trim())}
        >
          {isEmpty && props.address !== '' ? 'Retirer le lien' : 'Poser le lien'}
        </button>
        <button type="button" onClick={props.onCancel}>
          Annuler
        </button>
      </span>
    </div>
  );
}
