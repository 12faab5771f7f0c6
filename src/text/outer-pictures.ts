/** A picture by a path of the site's library. */
const OF_LIBRARY = /^\/medias\/[^\s\p{Cc}]+$/u;
/** A picture elsewhere. */
const ELSEWHERE = /^https:\/\/[^\s\p{Cc}]+$/u;

/** Whether programs outside a page can be led to a picture. @param image its address, as it is stored */
export const isOuterPicture = (image: string): boolean => OF_LIBRARY.test(image) || ELSEWHERE.test(image);

/**
 * Whole address of the picture of a page or an article, for programs that read of it outside its page; null for one that is neither of the library nor
 * behind `https:`.
 * @param origin of the main address
 */
export function outerPicture(image: string, origin: string): string | null {
  if (OF_LIBRARY.test(image)) return origin + image;
  return ELSEWHERE.test(image) ? image : null;
}
