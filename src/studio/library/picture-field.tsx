import { pictureAt } from '../../../engine/pictures/facts.ts';
import type { LibrarySite } from './props.ts';
import { usePictureField } from './use-picture-field.ts';

interface PictureFieldProps {
  readonly legend: string;
  /** Address of the picture; empty for none. */
  readonly src: string;
  readonly site: LibrarySite;
  /** Address of the script of the library. */
  readonly script: string;
  readonly isReadOnly: boolean;
  readonly onChange: (src: string) => void;
}

/** Where a page of the studio shows a picture from; null for an address that shows none there. @param path of the site in the studio */
export const shownPicture = (src: string, path: string): string | null =>
  pictureAt(src) === undefined ? (/^https?:/i.test(src) ? src : null) : path + src;

/** A picture from the library of the site. */
export function PictureField({ legend, src, site, script, isReadOnly, onChange }: PictureFieldProps) {
  const shown = shownPicture(src, site.path);
  const { told, isOver, open, dropZone } = usePictureField({
    ...{ script, site, isReadOnly, chosen: pictureAt(src) },
    onChosen: (file) => onChange(file.src),
  });
  return (
    <fieldset class={isOver ? 'field image-field over' : 'field image-field'} {...dropZone}>
      <legend>{legend}</legend>
      {shown === null ? (
        <span class="image-now none">{isReadOnly ? 'Aucune image' : 'Déposez une photo ici'}</span>
      ) : (
        <img class="image-now" src={shown} alt="" />
      )}
      {!isReadOnly && (
        <span class="image-acts">
          <button type="button" aria-haspopup="dialog" onClick={open}>
            {src === '' ? 'Choisir une image' : 'Changer d’image'}
          </button>
          {src !== '' && (
            <button type="button" onClick={() => onChange('')}>
              Retirer<span class="unseen"> l’image</span>
            </button>
          )}
        </span>
      )}
      <p class={told?.isBad ? 'problem' : 'about'} role="status">
        {told?.words}
      </p>
    </fieldset>
  );
}
