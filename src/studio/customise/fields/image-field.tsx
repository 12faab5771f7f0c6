import { useState } from 'preact/hooks';
import { pictureAt } from '../../../../engine/pictures/facts.ts';
import { Api } from '../../api/client.ts';
import { CHANGING_MEDIA } from '../../api/refusals.ts';
import { tileAddress } from '../../library/pictures.ts';
import type { LibraryFile, LibrarySite } from '../../library/props.ts';
import { usePictureField } from '../../library/use-picture-field.ts';
import { type Loaded, useLoaded } from '../../live/use-loaded.ts';
import { Name } from '../../parts/name.tsx';
import { imageParts } from '../model/problems.ts';
import { isRecord } from '../model/values.ts';
import { type Studio, useStudio } from '../view/studio-context.ts';
import type { FieldProps } from './field-props.ts';
import { AddressInput } from './line-input.tsx';

/** Where a picture of the theme, or of the site or the web, is shown from. */
function addressOf(src: string, texts: ReadonlyMap<string, string>): string | null {
  const svg = texts.get(`assets/${src}`);
  if (svg !== undefined) return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  return /^(?:https?:|data:image\/)/i.test(src) ? src : null;
}

const siteOf = ({ site, adresses }: Studio['data']): LibrarySite => ({
  ...{ id: site.id, path: adresses.site, address: site.adresse },
});

/** The picture of the library that a setting holds, as the library knows it; null where it holds another. */
function useLibraryPicture(id: string | undefined): Loaded<LibraryFile | null> {
  const { data } = useStudio();
  return useLoaded(
    async (signal) => {
      if (id === undefined) return null;
      const asked = { query: { id }, act: CHANGING_MEDIA, signal };
      return (await new Api(data.site.id).send<{ media: LibraryFile }>('/api/medias', asked)).media;
    },
    [id],
  );
}

/** What stands where no picture is shown. A picture of the library is on its way there, or gone, which the field says elsewhere. */
function insteadOf(src: string, isReadOnly: boolean): string {
  if (pictureAt(src.trim()) !== undefined) return '';
  if (src !== '') return 'Image du site';
  return isReadOnly ? 'Aucune image' : 'Déposez une photo ici';
}

export function ImageField(props: FieldProps) {
  const { setting, value, id, isReadOnly, onChange, siblings } = props;
  const { session, data } = useStudio();
  const [isOpen, setOpen] = useState(false);
  const { src, alt } = imageParts(value);
  const ofLibrary = pictureAt(src.trim());
  const loaded = useLibraryPicture(ofLibrary);
  const picture = loaded.state === 'there' ? loaded.value : null;
  const pictures = [...session.texts.keys()]
    .flatMap((path) => /^assets\/(.*\.svg)$/s.exec(path)?.[1] ?? [])
    .sort((a, b) => a.localeCompare(b, 'fr'));
  const shown = picture ? tileAddress(data.adresses.site, picture) : addressOf(src.trim(), session.texts);
  // Most themes describe a picture in a setting of its own.
  const words = siblings.settings.find(({ id: other }) => other === `${setting.id}_alt`);

  const choose = (address: string, isTyped = false) => {
    // Size and description of the old picture do not fit the new one.
    if (words && !isTyped && address !== '' && address !== src && siblings.valueOf(words)) {
      onChange(address, false, { [words.id]: '' });
      tell('La description de l’image précédente est retirée.');
    } else if (isRecord(value) && pictureAt(address) === undefined) {
      onChange(alt === '' ? address : { src: address, alt }, isTyped);
    } else onChange(address, isTyped);
  };
  const describe = (words: string) => {
    // Without words of its own, a picture of the library has those of the library.
    if (ofLibrary !== undefined && words === '') onChange(src, true);
    else onChange(isRecord(value) ? { ...value, alt: words } : { src, alt: words }, true);
  };
  const { told, tell, isOver, open, dropZone } = usePictureField({
    ...{ script: data.scripts.library, site: siteOf(data), isReadOnly, chosen: ofLibrary },
    onChosen: (file) => choose(file.src),
  });
  const openLabel = src === '' ? 'Choisir une image' : 'Changer d’image';

  return (
    <div class={isOver ? 'stack image-field over' : 'stack image-field'} {...dropZone}>
      {shown ? (
        <img class={picture ? 'image-now photo' : 'image-now'} src={shown} alt="" />
      ) : (
        <span class={ofLibrary === undefined ? 'image-now none' : 'image-now photo none'}>
          {insteadOf(src, isReadOnly)}
        </span>
      )}
      <span class="image-acts">
        {!isReadOnly && (
          <button
            type="button"
            id={ofLibrary === undefined ? undefined : id}
            // The label of the field would else be its whole name.
            aria-label={`${openLabel} : ${setting.label}`}
            aria-haspopup="dialog"
            onClick={open}
          >
            {openLabel}
          </button>
        )}
        {pictures.length > 0 && !isReadOnly && (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Fermer' : 'Images du thème'}
            <span class="unseen"> : {setting.label}</span>
          </button>
        )}
        {src !== '' && !isReadOnly && (
          <button type="button" onClick={() => choose('')}>
            Retirer<span class="unseen"> l’image : {setting.label}</span>
          </button>
        )}
      </span>
      <p class={told?.isBad ? 'problem' : 'about'} role="status">
        {told?.words}
      </p>
      {isOpen && (
        <fieldset class="pictures" aria-label={`Images du thème : ${setting.label}`}>
          {pictures.map((name) => (
            <button
              key={name}
              type="button"
              class="picture"
              aria-pressed={name === src}
              title={name}
              onClick={() => choose(name)}
            >
              <img src={addressOf(name, session.texts) ?? ''} alt={name.replace(/\.svg$/, '')} loading="lazy" />
            </button>
          ))}
        </fieldset>
      )}
      {ofLibrary === undefined ? (
        <AddressInput
          {...props}
          value={src}
          placeholder="Nom d’une image du thème, ou https://…"
          onChange={(address) => choose(String(address), true)}
        />
      ) : (
        <p class={loaded.state === 'failed' ? 'problem' : 'about'}>
          {picture && <Name of={picture.nom} />}
          {loaded.state === 'asked' && 'Image de la bibliothèque'}
          {loaded.state === 'failed' && (loaded.failure.error as Error).message}
        </p>
      )}
      {src !== '' && (!words || isRecord(value)) && (
        <label class="alt">
          <span>Description pour qui ne voit pas l’image</span>
          <input
            type="text"
            value={alt}
            placeholder={picture?.alt}
            readOnly={isReadOnly}
            onInput={(event) => describe(event.currentTarget.value)}
          />
        </label>
      )}
    </div>
  );
}
