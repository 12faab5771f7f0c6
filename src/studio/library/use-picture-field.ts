import { useState } from 'preact/hooks';
import type { LibraryFile, LibrarySite } from './props.ts';

type LibraryScript = typeof import('./main.tsx');

interface PictureFieldOptions {
  /** Address of the script of the library, which is loaded when it is first needed. */
  readonly script: string;
  readonly site: LibrarySite;
  readonly isReadOnly: boolean;
  /** Id of the picture that the field has; undefined for none of the library. */
  readonly chosen: string | undefined;
  readonly onChosen: (file: LibraryFile) => void;
}

/** How a field gets a picture of the library: by the library's window, or by a file that falls on the field. */
export function usePictureField({ script, site, isReadOnly, chosen, onChosen }: PictureFieldOptions) {
  const [told, setTold] = useState<{ readonly words: string; readonly isBad: boolean } | null>(null);
  const [isOver, setOver] = useState(false);
  /** Does something with the library, and tells why where it fails. */
  const withLibrary = async (work: (library: LibraryScript) => Promise<LibraryFile | null>) => {
    setTold(null);
    try {
      const file = await work(await import(script));
      setTold(null);
      if (file) onChosen(file);
    } catch (error) {
      setTold({ words: (error as Error).message, isBad: true });
    }
  };
  return {
    /** What the field says of what is done. */
    told,
    tell: (words: string) => setTold({ words, isBad: false }),
    /** Whether a file is held over the field. */
    isOver,
    /** Opens the window. */
    open: () => withLibrary((library) => library.choosePicture({ site, isReadOnly, chosen: chosen ?? null })),
    /** What the element of the field hears. */
    dropZone: {
      onDragOver: (event: DragEvent) => {
        if (isReadOnly || !event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        const [file] = event.dataTransfer?.files ?? [];
        if (!file || isReadOnly) return;
        event.preventDefault();
        const tellShare = (share: number) => {
          const words = share < 1 ? `Envoi : ${Math.floor(share * 100)} %` : 'Préparation de l’image…';
          setTold({ words, isBad: false });
        };
        tellShare(0);
        void withLibrary((library) => library.importPicture(site, file, tellShare));
      },
    },
  };
}
