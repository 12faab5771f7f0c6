import { PictureField, shownPicture } from '../../../library/picture-field.tsx';
import { StrongName } from '../../../parts/name.tsx';
import { cut, DESCRIPTION_SHOWN, lengthWords, SearchResult } from '../../../parts/search-result.tsx';
import { LongText } from './long-text.tsx';
import { useForm } from './session-context.ts';

/** What search engines and shared links show of the site. */
export function SeoFields() {
  const { session, data, textOf, valueAt, isReadOnly } = useForm();
  const { site, library } = data;
  const own = textOf('description');
  const description = own || data.description;
  const picture = shownPicture(textOf('image'), site.path);
  const { host } = new URL(site.address);
  const isHidden = valueAt('masque') === true;
  return (
    <>
      <LongText
        path="description"
        label="Description"
        help={lengthWords(own.length, DESCRIPTION_SHOWN)}
        placeholder={data.description}
      />
      <PictureField
        {...{ legend: 'Image des liens partagés', src: textOf('image'), site, script: library, isReadOnly }}
        onChange={(src) => session?.change('image', src)}
      />
      <p class="soft">
        Elle accompagne les liens vers les pages qui n’ont pas d’image à elles. 1200 × 630 pixels conviennent.
      </p>
      <div class="looks">
        <figure class="look">
          <figcaption>Dans un moteur de recherche</figcaption>
          {isHidden ? (
            <p class="soft">Le site n’y paraît pas.</p>
          ) : (
            <SearchResult address={host} title={site.name} description={description} />
          )}
        </figure>
        <figure class="look">
          <figcaption>Dans un message ou sur un réseau</figcaption>
          <div class="shared">
            {picture === null ? <span class="no-picture">Sans image</span> : <img src={picture} alt="" />}
            <span class="result-address">{host}</span>
            <StrongName of={site.name} />
            <span class="result-about">{cut(description, DESCRIPTION_SHOWN)}</span>
          </div>
        </figure>
      </div>
      <label class="option">
        <input
          type="checkbox"
          id="masque"
          checked={isHidden}
          onChange={({ currentTarget }) => session?.change('masque', currentTarget.checked)}
        />
        <span>
          <strong>Cacher le site aux moteurs de recherche</strong>
          Ses pages restent ouvertes à qui en a l’adresse ; les moteurs les retirent en quelques jours.
        </span>
      </label>
    </>
  );
}
