import { videoSource } from '../../../../engine/language/addresses.ts';
import { meantAddress } from '../../links/meant-address.ts';
import { textValue } from '../model/problems.ts';
import type { Choice } from '../model/settings.ts';
import { useStudio } from '../view/studio-context.ts';
import { Select } from './choice-fields.tsx';
import type { FieldProps } from './field-props.ts';
import { AddressInput } from './line-input.tsx';

/** The group in which a person looks for a page of the site. */
function groupOf(address: string): string {
  if (!/^\/blog(?:\/|$)/.test(address)) return 'Pages';
  return /^\/blog\/[^/]+\/[^/]+/.test(address) ? 'Articles' : 'Listes du blog';
}

interface PagePickerProps {
  readonly label: string;
  readonly value: string;
  readonly isReadOnly: boolean;
  readonly onChange: (address: string) => void;
}

/** Chooses a page of the site; the field beside it takes any other address. */
export function PagePicker({ label, onChange, ...select }: PagePickerProps) {
  const pages = useStudio()
    .data.pages.filter(({ adresse }) => adresse !== '/')
    .map(({ titre, adresse }): Choice => ({ value: adresse, label: titre, group: groupOf(adresse) }));
  return (
    <Select
      {...select}
      label={`${label} : choisir une page du site`}
      choices={[{ value: '/', label: 'Accueil', group: undefined }, ...pages]}
      missing={select.value === '' ? 'Choisir une page du site…' : 'Autre adresse'}
      onChange={(address) => onChange(String(address))}
    />
  );
}

export function UrlField(props: FieldProps) {
  const { setting, value, isReadOnly, onChange } = props;
  const address = textValue(value);
  const meant = meantAddress(address.trim());
  return (
    <div class="stack">
      <PagePicker label={setting.label} value={address} isReadOnly={isReadOnly} onChange={(page) => onChange(page)} />
      <AddressInput {...props} value={address} placeholder="/page, https://…, mailto:… ou tel:…" />
      {meant && !isReadOnly && (
        <button type="button" class="hint" onClick={() => onChange(meant)}>
          Écrire « {meant} »
        </button>
      )}
    </div>
  );
}

export function VideoField(props: FieldProps) {
  const written = textValue(props.value);
  const address = written.trim();
  const host = { youtube: 'YouTube', vimeo: 'Vimeo', other: null }[videoSource(address)?.type ?? 'other'];
  return (
    <>
      <AddressInput {...props} value={written} placeholder="https://www.youtube.com/watch?v=…" />
      {address !== '' && (
        <p class="about">
          {host ? `Vidéo reconnue : ${host}.` : 'Ce n’est ni YouTube ni Vimeo : le thème montre un lien, ou rien.'}
        </p>
      )}
    </>
  );
}
