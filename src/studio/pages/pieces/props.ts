import type { Picture } from '../../parts/props.ts';

export interface PiecesProps {
  /** The theme that the picture is of. */
  readonly picture: Picture | null;
}
