import type { PictureRefusal, RefusedPicture } from '../protocol.ts';

/** Thrown for a file that nothing is made of. */
export class Refused extends Error {
  override name = 'Refused';
  readonly answer: RefusedPicture;

  constructor(refused: PictureRefusal, detail?: 'heic') {
    super(refused);
    this.answer = detail === undefined ? { refused } : { refused, detail };
  }
}
