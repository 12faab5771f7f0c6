import { pictureAt } from '../../../../engine/pictures/facts.ts';
import { usePictureField } from '../../library/use-picture-field.ts';
import { type Desk, paneSite } from '../saving.ts';

/** The picture of the text, from the library of the site. */
export function PictureField({ desk }: { readonly desk: Desk }) {
  const { session, data } = desk;
  const isReadOnly = data.lectureSeule !== null;
  const src = session.textOf('image');
  const ofLibrary = pictureAt(src);
  const shown = ofLibrary === undefined ? (/^https?:/i.test(src) ? src : null) : data.site.chemin + src;
  const { told, isOver, open, dropZone } = usePictureField({
    ...{ script: data.scripts.library, site: paneSite(data), isReadOnly, chosen: ofLibrary },
    onChosen: (file) => session.change('image', file.src),
  });
  return (
    <fieldset class={isOver ? 'field image-field over' : 'field image-field'} {...dropZone}>
      <legend>Image</legend>
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
            <button type="button" onClick={() => session.change('image', '')}>
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
