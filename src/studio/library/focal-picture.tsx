import { useId } from 'preact/hooks';
import { cropPosition, focalWords, movedFocal, pointAt } from './focal.ts';
import { largeAddress } from './pictures.ts';
import type { LibraryFile } from './props.ts';

type Focal = LibraryFile['focal'];

interface FocalPictureProps {
  readonly file: LibraryFile;
  /** Address of the site in the studio. */
  readonly path: string;
  readonly focal: Focal;
  /** Without it the point is shown only. */
  readonly onMove: ((focal: Focal) => void) | null;
}

/** Height of the picture at most. */
const HIGHEST = 'min(50dvh, 26rem)';

/** What crops of some ratios show. */
const CROPS = [
  ['Carré', 1],
  ['Portrait', 4 / 5],
  ['Large', 21 / 9],
] as const;

/** Whether something is done to the point itself. */
const isPoint = ({ target }: Event): boolean => (target as Element).closest('button') !== null;

/** A photograph with its point of interest, which a click, a finger or arrows move, and what crops show around it. */
export function FocalPicture({ file, path, focal, onMove }: FocalPictureProps) {
  const help = useId();
  const { largeur, hauteur, couleur, alt } = file;
  const address = largeAddress(path, file);
  const follow = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const box = (currentTarget as HTMLElement).getBoundingClientRect();
    onMove?.(pointAt((clientX - box.left) / box.width, (clientY - box.top) / box.height));
  };
  const press = (event: PointerEvent) => {
    // A finger beside the point may be about to scroll: only its tap moves the point.
    if (!onMove || event.button !== 0 || (event.pointerType === 'touch' && !isPoint(event))) return;
    event.preventDefault();
    const place = event.currentTarget as HTMLElement;
    place.setPointerCapture(event.pointerId);
    place.querySelector('button')?.focus();
    follow(event);
  };
  return (
    <div class="focal">
      <div
        class={onMove ? 'focal-picture' : 'focal-picture fixed'}
        style={{
          aspectRatio: `${largeur} / ${hauteur}`,
          maxWidth: `calc(${HIGHEST} * ${largeur / hauteur})`,
          background: couleur || undefined,
        }}
        onPointerDown={press}
        onPointerUp={(event) => event.pointerType === 'touch' && !isPoint(event) && follow(event)}
        onPointerMove={(event) => {
          if ((event.currentTarget as HTMLElement).hasPointerCapture(event.pointerId)) follow(event);
        }}
      >
        <img src={address} alt={alt} draggable={false} width={largeur} height={hauteur} />
        {onMove && (
          <button
            type="button"
            class="focal-point"
            style={{ left: `${focal.x * 100}%`, top: `${focal.y * 100}%` }}
            aria-label={`Point d’intérêt : ${focalWords(focal)}`}
            aria-describedby={help}
            onKeyDown={(event) => {
              const moved = movedFocal(focal, event.key, event.shiftKey);
              if (!moved) return;
              event.preventDefault();
              onMove(moved);
            }}
          />
        )}
      </div>
      {onMove && (
        <>
          <p class="soft" id={help}>
            Cliquez sur ce qui compte, ou déplacez le point avec les flèches : les recadrages le gardent en vue.
          </p>
          <p class="unseen" role="status">
            {focalWords(focal)}
          </p>
        </>
      )}
      <ul class="crops" aria-label="Recadrages">
        {CROPS.map(([label, quotient]) => (
          <li key={label}>
            <img
              src={address}
              alt=""
              width={Math.round(quotient * 100)}
              height={100}
              style={{ aspectRatio: String(quotient), objectPosition: cropPosition(file, quotient, focal) }}
            />
            <span class="soft">{label}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
