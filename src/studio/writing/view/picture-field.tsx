import { useState } from 'preact/hooks';
import { pictureAt } from '../../../../engine/pictures/facts.ts';
import type { LibraryFile, LibrarySite } from '../../library/props.ts';
import { type Desk, paneSite } from '../saving.ts';

type LibraryScript = typeof import('../../library/main.tsx');

/** The picture of the text, from the library of the site. */
export function PictureField({ desk }: { readonly desk: Desk }) {
  const { session, data } = desk;
  const isReadOnly = data.lectureSeule !== null;
  const [told, setTold] = useState<{ readonly words: string; readonly isBad: boolean } | null>(null);
  const [isOver, setOver] = useState(false);
  const src = session.textOf('image');
  const ofLibrary = pictureAt(src);
  const shown = ofLibrary === undefined ? (/^https?:/i.test(src) ? src : null) : data.site.chemin + src;

  /** Does something with the library, and tells why where it fails. */
  const withLibrary = async (work: (script: LibraryScript, site: LibrarySite) => Promise<LibraryFile | null>) => {
    setTold(null);
    try {
      const file = await work(await import(data.scripts.library), paneSite(data));
      setTold(null);
      if (file) session.change('image', file.src);
    } catch (error) {
      setTold({ words: (error as Error).message, isBad: true });
    }
  };
  const open = () =>
    withLibrary((library, site) => library.choosePicture({ site, isReadOnly, chosen: ofLibrary ?? null }));
  const drop = (event: DragEvent) => {
    setOver(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (!file || isReadOnly) return;
    event.preventDefault();
    const tell = (share: number) =>
      setTold({ words: share < 1 ? `Envoi : ${Math.floor(share * 100)} %` : 'Préparation de l’image…', isBad: false });
    tell(0);
    void withLibrary((library, site) => library.importPicture(site, file, tell));
  };
  return (
    <fieldset
      class={isOver ? 'field image-field over' : 'field image-field'}
      onDragOver={(event) => {
        if (isReadOnly || !event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
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
