import type { UnsavedWork } from '../unsaved/unsaved-work.ts';

/** What a preview shows in place of what is stored, with the files of its theme. */
export interface PreviewSource {
  /** @returns a function that ends it */
  readonly subscribe: (listener: () => void) => () => void;
  /** Everything that the page is made of: where one of them differs, the page is rendered anew. */
  parts(): readonly (string | null)[];
  /** The fields of the request besides the address. */
  request(): object;
  /** Reads the files that are written into the frame, which may fetch nothing. @throws ApiRefusal, Unreachable */
  read(): Promise<void>;
  /** The text of a file of the theme, unsaved changes included. */
  readonly textOf: (path: string) => string | undefined;
}

export const isAsset = (path: string): boolean => path.startsWith('assets/');

/** A theme with what is typed in an editor. */
export const themeSource = (work: UnsavedWork): PreviewSource => ({
  subscribe: (listener) => work.subscribe(listener),
  parts: () => [
    ...[...work.changes].flat(),
    '',
    ...work.store.entries.flatMap(({ chemin, empreinte }) => [chemin, empreinte]),
  ],
  request: () => {
    const changes = [...work.changes];
    return {
      fichiers: Object.fromEntries(changes.filter(([, text]) => text !== null)),
      supprimes: changes.filter(([, text]) => text === null).map(([path]) => path),
    };
  },
  read: () => work.store.readAll(isAsset),
  textOf: (path) => work.textOf(path) ?? undefined,
});
