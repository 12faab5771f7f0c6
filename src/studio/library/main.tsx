/** The library as a window above any page of the studio. Pages load this script when a person first chooses a picture. */
import { render } from 'preact';
import { Api } from '../api/client.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { admittedType, whyNotSent } from './admitted.ts';
import { ALL, Library } from './library.ts';
import { LibraryView } from './library-view.tsx';
import { DOCUMENT, isPicture } from './pictures.ts';
import type { LibraryFile, LibrarySite } from './props.ts';
import { sendFile } from './send-file.ts';

interface ChoosingOptions {
  readonly site: LibrarySite;
  readonly isReadOnly: boolean;
  /** Id of the picture that is chosen now; null for none. */
  readonly chosen: string | null;
}

/** One for each site: uploads go on when the window is closed, and what was typed is there when it is opened again. */
const libraries = new Map<string, Library>();

function libraryOf(site: LibrarySite): Library {
  const known = libraries.get(site.id);
  if (known) return known;
  const made = new Library(new Api(site.id), site, { medias: [], suite: null });
  libraries.set(site.id, made);
  return made;
}

/** Opens the library of a site, to choose a picture. A single picture that is imported is chosen. @returns null where none was chosen */
export function choosePicture({ site, isReadOnly, chosen }: ChoosingOptions): Promise<LibraryFile | null> {
  const library = libraryOf(site);
  void library.show(ALL);
  const host = document.body.appendChild(document.createElement('div'));
  host.dataset.ownKeys = '';
  return new Promise((resolve) => {
    const end = (file: LibraryFile | null) => {
      library.onArrived = () => undefined;
      render(null, host);
      host.remove();
      resolve(file);
    };
    const take = (files: readonly File[]) => {
      const isAlone = files.length === 1 && !library.uploads.isBusy;
      library.onArrived = (file) => {
        if (isAlone && isPicture(file)) end(file);
      };
      library.uploads.add([...files]);
    };
    render(
      <Dialog title="Bibliothèque" class="library-window" onClose={() => end(null)}>
        <LibraryView {...{ library, isReadOnly, chosen }} onChoose={end} onFiles={take} />
        <p class="acts">
          <Button onClick={() => end(null)}>Fermer</Button>
        </p>
      </Dialog>,
      host,
    );
  });
}

type OnSent = (share: number) => void;

/** Takes one picture into the library of a site. @throws Error with a sentence, ApiRefusal, Unreachable */
export async function importPicture(site: LibrarySite, file: File, onSent: OnSent): Promise<LibraryFile> {
  if (admittedType(file) === DOCUMENT) throw new Error('Un PDF ne se montre pas comme une image.');
  return importFile(site, file, onSent);
}

/** Takes one file into the library of a site. @throws Error with a sentence, ApiRefusal, Unreachable */
export async function importFile(site: LibrarySite, file: File, onSent: OnSent): Promise<LibraryFile> {
  const why = whyNotSent(file);
  if (why !== null) throw new Error(why);
  const told = await sendFile(site.id, file, { signal: new AbortController().signal, onSent });
  const media = told.media as LibraryFile;
  libraryOf(site).put(media);
  return media;
}
