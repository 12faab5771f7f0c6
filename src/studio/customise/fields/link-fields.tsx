import { videoSource } from '../../../../engine/language/addresses.ts';
import type { ThemePageData } from '../../theme/props.ts';
import { meantAddress } from '../model/links.ts';
import { textValue } from '../model/problems.ts';
import { useStudio } from '../view/studio-context.ts';
import type { FieldProps } from './field-props.ts';
import { AddressInput } from './line-input.tsx';

/** Groups of the site's pages as a person looks for them. */
function groupsOf(pages: ThemePageData['pages']) {
  const isArticle = (address: string) => /^\/blog\/[^/]+\/[^/]+/.test(address);
  const isBlog = (address: string) => /^\/blog(?:\/|$)/.test(address);
  return [
    { name: 'Pages', pages: pages.filter(({ adresse }) => !isBlog(adresse)) },
    { name: 'Listes du blog', pages: pages.filter(({ adresse }) => isBlog(adresse) && !isArticle(adresse)) },
    { name: 'Articles', pages: pages.filter(({ adresse }) => isArticle(adresse)) },
  ].filter((group) => group.pages.length > 0);
}

/** Chooses a page of the site; the field beside it takes any other address. */
export function PagePicker({
  label,
  value,
  isReadOnly,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly isReadOnly: boolean;
  readonly onChange: (address: string) => void;
}) {
  const { pages } = useStudio().data;
  const isHome = value === '/';
  const isPage = isHome || pages.some(({ adresse }) => adresse === value);
  return (
    <select
      aria-label={`${label} : choisir une page du site`}
      disabled={isReadOnly}
      onChange={({ currentTarget }) => {
        if (currentTarget.value !== '') onChange(currentTarget.value);
      }}
    >
      <option value="" selected={!isPage}>
        {value === '' ? 'Choisir une page du site…' : 'Autre adresse'}
      </option>
      <option value="/" selected={isHome}>
        Accueil
      </option>
      {groupsOf(pages).map((group) => (
        <optgroup key={group.name} label={group.name}>
          {group.pages
            .filter(({ adresse }) => adresse !== '/')
            .map(({ titre, adresse }) => (
              <option key={adresse} value={adresse} selected={adresse === value}>
                {titre}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
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
