import { Name } from '../parts/name.tsx';
import { pixelWords, sizeWords, typeWords } from './file-words.ts';
import { fileAddress, isPhoto, isPicture, tileAddress } from './pictures.ts';
import type { LibraryFile } from './props.ts';

interface TileProps {
  readonly file: LibraryFile;
  /** Address of the site in the studio. */
  readonly path: string;
  readonly onOpen: () => void;
  /** Takes the file, where one is chosen. */
  readonly onChoose?: (() => void) | undefined;
  readonly isChosen: boolean;
  /** Whether words were typed that are not saved. */
  readonly isUnsaved: boolean;
}

/** A file of the library in its list. */
export function Tile({ file, path, onOpen, onChoose, isChosen, isUnsaved }: TileProps) {
  const words = (
    <>
      <TilePicture file={file} path={path} />
      <span class="tile-name">
        <Name of={file.nom} />
      </span>
      <span class="tile-facts">
        {[pixelWords(file) || typeWords(file), sizeWords(file.octets)].filter(Boolean).join(' · ')}
      </span>
      {isUnsaved ? (
        <span class="tile-hint">Pas encore enregistré</span>
      ) : (
        isPicture(file) && file.alt === '' && <span class="tile-hint">Sans description</span>
      )}
    </>
  );
  if (!onChoose) {
    return (
      <a
        class="tile"
        href={fileAddress(path, file)}
        data-media={file.id}
        aria-haspopup="dialog"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onOpen();
        }}
      >
        {words}
      </a>
    );
  }
  return (
    <>
      <button type="button" class="tile" data-media={file.id} aria-pressed={isChosen} onClick={onChoose}>
        {words}
      </button>
      <button type="button" class="tile-open" aria-haspopup="dialog" onClick={onOpen}>
        Modifier
        <span class="unseen">
          {' : '}
          <Name of={file.nom} />
        </span>
      </button>
    </>
  );
}

/** The place of a picture has its colour and its size before the picture has come. */
const TilePicture = ({ file, path }: Pick<TileProps, 'file' | 'path'>) =>
  isPicture(file) ? (
    <span class="tile-picture" style={file.couleur ? { background: file.couleur } : undefined}>
      <img
        class={isPhoto(file) ? undefined : 'whole'}
        src={tileAddress(path, file)}
        alt={file.alt}
        width={4}
        height={3}
        style={isPhoto(file) ? { objectPosition: `${file.focal.x * 100}% ${file.focal.y * 100}%` } : undefined}
        loading="lazy"
        decoding="async"
      />
    </span>
  ) : (
    <span class="tile-picture document" aria-hidden="true">
      PDF
    </span>
  );
