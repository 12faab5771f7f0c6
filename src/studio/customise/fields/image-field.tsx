import { useState } from 'preact/hooks';
import { imageParts } from '../model/problems.ts';
import { isRecord } from '../model/values.ts';
import { useStudio } from '../view/studio-context.ts';
import type { FieldProps } from './field-props.ts';
import { AddressInput } from './line-input.tsx';

/** Where a picture of the theme, or of the site or the web, is shown from. */
function addressOf(src: string, texts: ReadonlyMap<string, string>): string | null {
  const svg = texts.get(`assets/${src}`);
  if (svg !== undefined) return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  return /^(?:https?:|data:image\/)/i.test(src) ? src : null;
}

export function ImageField(props: FieldProps) {
  const { setting, value, isReadOnly, onChange, siblings } = props;
  const { session } = useStudio();
  const [isOpen, setOpen] = useState(false);
  const { src, alt } = imageParts(value);
  const pictures = [...session.texts.keys()]
    .flatMap((path) => /^assets\/(.*\.svg)$/s.exec(path)?.[1] ?? [])
    .sort((a, b) => a.localeCompare(b, 'fr'));
  const shown = addressOf(src.trim(), session.texts);
  // Most themes describe a picture in a setting of its own.
  const hasOwnAlt = siblings.settings.some(({ id: other }) => other === `${setting.id}_alt`);

  const choose = (address: string, isTyped = false) => {
    // Size and description of the old picture do not fit the new one.
    if (isRecord(value)) onChange(alt === '' ? address : { src: address, alt }, isTyped);
    else onChange(address, isTyped);
  };
  const describe = (words: string) => onChange(isRecord(value) ? { ...value, alt: words } : { src, alt: words }, true);

  return (
    <div class="stack">
      <span class="image-now">
        {shown ? (
          <img src={shown} alt="" />
        ) : (
          <span class="no-image">{src === '' ? 'Aucune image' : 'Image du site'}</span>
        )}
        <span class="image-acts">
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
      </span>
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
      <AddressInput
        {...props}
        value={src}
        placeholder="Nom d’une image du thème, ou https://…"
        onChange={(address) => choose(String(address), true)}
      />
      {src !== '' && (!hasOwnAlt || isRecord(value)) && (
        <label class="alt">
          <span>Description pour qui ne voit pas l’image</span>
          <input
            type="text"
            value={alt}
            readOnly={isReadOnly}
            onInput={(event) => describe(event.currentTarget.value)}
          />
        </label>
      )}
    </div>
  );
}
