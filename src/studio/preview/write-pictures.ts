/** Writes the pictures of a library into a page. */
export type WritePictures = (page: Document) => Promise<void>;

/**
 * What writes the pictures of a library into pages: a script of its own, which is loaded for the first picture.
 * @param script its address @param path address of the site in the studio
 */
export function writePicturesBy(script: string, path: string): WritePictures {
  let made: Promise<{ writeInto: WritePictures }> | undefined;
  return async (page) => {
    made ??= import(script).then(
      ({ LibraryPictures }: typeof import('./library-pictures.ts')) => new LibraryPictures(path),
    );
    try {
      await (await made).writeInto(page);
    } catch {
      // The page is shown without its photographs, and the next one loads the script again.
      made = undefined;
    }
  };
}
