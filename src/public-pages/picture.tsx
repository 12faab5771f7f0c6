import type { Picture } from '../studio/parts/props.ts';
import { safePicture } from '../studio/parts/safe-link.tsx';

interface PictureProps {
  readonly picture: Picture;
  readonly alt?: string;
  /** Whether it is loaded only when it is nearly seen. */
  readonly isLazy?: boolean;
}

/** A picture of the catalog. */
export const CatalogPicture = ({ picture: { address, width, height }, alt = '', isLazy = false }: PictureProps) => (
  <img
    src={safePicture(address)}
    width={width}
    height={height}
    alt={alt}
    decoding="async"
    loading={isLazy ? 'lazy' : undefined}
  />
);
