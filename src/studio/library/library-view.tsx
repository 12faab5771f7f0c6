import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { EmptyState, List } from '../parts/list.tsx';
import { useObservable } from '../parts/use-observable.ts';
import { counted } from '../parts/words.ts';
import { ADMITTED, ADMITTED_PICTURES } from './admitted.ts';
import { FileWindow } from './file-window.tsx';
import { ALL, FILTERS, type Library } from './library.ts';
import { isPicture } from './pictures.ts';
import type { LibraryFile, LibraryQuery } from './props.ts';
import { Tile } from './tile.tsx';
import { Trouble } from './trouble.tsx';
import { UploadList } from './upload-list.tsx';
import { useFiles } from './use-files.ts';
import { useStay } from './use-stay.ts';

/** What is typed into the search is looked for after a pause of this length, milliseconds. */
const PAUSE_MS = 300;

interface LibraryViewProps {
  readonly library: Library;
  readonly isReadOnly: boolean;
  /** Takes a picture, where one is chosen: then only pictures are shown. */
  readonly onChoose?: (file: LibraryFile) => void;
  /** Id of the picture that is chosen now. */
  readonly chosen?: string | null;
  /** Takes files from the person; without it they go into the library. */
  readonly onFiles?: (files: readonly File[]) => void;
  /** Address of the page that shows a list, for browsers without script. @param after where the list begins */
  readonly addressOf?: (query: LibraryQuery, after: string | null) => string;
  /** Other files are listed. */
  readonly onShown?: (query: LibraryQuery) => void;
}

/** A library: its files with search and filters, and what brings new ones in. */
export function LibraryView({ library, isReadOnly, onChoose, chosen = null, ...props }: LibraryViewProps) {
  const { files, next, query, isLoading, failure } = useObservable(library);
  /** How often the search was emptied by a button. */
  const [emptied, setEmptied] = useState(0);
  const [opened, setOpened] = useState<string | null>(null);
  const { addressOf } = props;
  const take = props.onFiles ?? ((given: readonly File[]) => library.uploads.add([...given]));
  const isOver = useFiles(isReadOnly || opened !== null ? null : take);
  const shown = onChoose ? files.filter(isPicture) : files;
  const open = opened === null ? undefined : files.find(({ id }) => id === opened);
  useStay(files.some((file) => library.changesOf(file) !== null));
  const root = useRef<HTMLDivElement>(null);
  /** Place of the file that gets the focus, when what had it is gone. */
  const heir = useRef<number | null>(null);
  useEffect(() => {
    if (heir.current === null || isLoading) return;
    const tiles = [...(root.current?.querySelectorAll<HTMLElement>('.tile') ?? [])];
    const tile = tiles[Math.min(heir.current, tiles.length - 1)];
    heir.current = null;
    (tile ?? root.current?.querySelector('input'))?.focus();
  });
  const showMore = async () => {
    const place = shown.length;
    await library.showMore();
    // The button goes with the end of the list.
    if (library.next === null) heir.current = place;
  };
  const show = (wanted: LibraryQuery) => {
    props.onShown?.(wanted);
    void library.show(wanted);
  };
  const showAll = () => {
    setEmptied(emptied + 1);
    show(ALL);
  };
  return (
    <div class="library" ref={root} aria-busy={isLoading || undefined}>
      <div class="library-bar">
        {!isReadOnly && <Importer onFiles={take} onlyPictures={onChoose !== undefined} />}
        <Search key={emptied} query={query} onSearch={(q) => show({ ...query, q })} />
        <Filters query={query} addressOf={addressOf} onFilter={show} />
      </div>
      {!isReadOnly && <UploadList queue={library.uploads} />}
      <Trouble error={failure} />
      <p class="unseen" role="status">
        {isLoading ? 'Lecture de la bibliothèque…' : counted(shown.length, 'fichier montré', 'fichiers montrés')}
      </p>
      <List
        class="tiles"
        label="Fichiers de la bibliothèque"
        items={shown}
        keyOf={({ id }) => id}
        empty={!isLoading && failure === null && <Nothing query={query} isReadOnly={isReadOnly} onAll={showAll} />}
      >
        {(file) => (
          <Tile
            file={file}
            path={library.site.path}
            isChosen={file.id === chosen}
            isUnsaved={library.changesOf(file) !== null}
            onOpen={() => setOpened(file.id)}
            onChoose={onChoose && (() => onChoose(file))}
          />
        )}
      </List>
      {next !== null && (
        <p class="library-more">
          <Way address={addressOf?.(query, next)} isBusy={isLoading} onFollow={() => void showMore()}>
            Afficher la suite
          </Way>
        </p>
      )}
      {isOver && (
        <p class="veil">
          <span>Déposez vos fichiers : ils entrent dans la bibliothèque.</span>
        </p>
      )}
      {open && (
        <FileWindow
          key={open.id}
          library={library}
          file={open}
          isReadOnly={isReadOnly}
          onClose={() => setOpened(null)}
          onGone={() => {
            heir.current = shown.indexOf(open);
            setOpened(null);
          }}
        />
      )}
    </div>
  );
}

interface ImporterProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly onlyPictures: boolean;
}

const Importer = ({ onFiles, onlyPictures }: ImporterProps) => (
  <label class="button primary importer">
    Importer
    <input
      class="unseen"
      type="file"
      multiple
      aria-label="Importer des fichiers"
      accept={onlyPictures ? ADMITTED_PICTURES : ADMITTED}
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])]);
        // The same file again is a change, too.
        currentTarget.value = '';
      }}
    />
  </label>
);

interface SearchProps {
  readonly query: LibraryQuery;
  readonly onSearch: (words: string) => void;
}

function Search({ query, onSearch }: SearchProps) {
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = (words: string, pause: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(words.trim()), pause);
  };
  return (
    <search>
      <form
        class="library-search"
        onSubmit={(event) => {
          event.preventDefault();
          search(String(new FormData(event.currentTarget).get('q') ?? ''), 0);
        }}
      >
        <label class="unseen" for={id}>
          Rechercher dans la bibliothèque
        </label>
        <input
          id={id}
          type="search"
          name="q"
          placeholder="Rechercher"
          maxLength={200}
          autocomplete="off"
          defaultValue={query.q}
          onInput={({ currentTarget }) => search(currentTarget.value, PAUSE_MS)}
        />
        {query.filter && <input type="hidden" name="filtre" value={query.filter} />}
      </form>
    </search>
  );
}

interface FiltersProps {
  readonly addressOf: LibraryViewProps['addressOf'] | undefined;
  readonly query: LibraryQuery;
  readonly onFilter: (query: LibraryQuery) => void;
}

const Filters = ({ query, addressOf, onFilter }: FiltersProps) => (
  <nav class="library-filters" aria-label="Fichiers montrés">
    {FILTERS.map(([filter, label]) => {
      const wanted = { ...query, filter };
      return (
        <Way
          key={label}
          address={addressOf?.(wanted, null)}
          isCurrent={filter === query.filter}
          onFollow={() => onFilter(wanted)}
        >
          {label}
        </Way>
      );
    })}
  </nav>
);

interface WayProps {
  /** Where browsers without script are led; without it this is a button. */
  readonly address: string | undefined;
  readonly isCurrent?: boolean;
  readonly isBusy?: boolean;
  readonly onFollow: () => void;
  readonly children: ComponentChildren;
}

/** Leads to another list: in place where the script runs. */
const Way = ({ address, isCurrent, isBusy = false, onFollow, children }: WayProps) =>
  address === undefined ? (
    <Button aria-pressed={isCurrent} isBusy={isBusy} onClick={onFollow}>
      {children}
    </Button>
  ) : (
    <a
      class="button"
      href={address}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={(event) => {
        event.preventDefault();
        onFollow();
      }}
    >
      {children}
    </a>
  );

interface NothingProps {
  readonly query: LibraryQuery;
  readonly isReadOnly: boolean;
  readonly onAll: () => void;
}

const Nothing = ({ query, isReadOnly, onAll }: NothingProps) =>
  query.q === '' && query.filter === null ? (
    <EmptyState title="Aucune image pour l’instant.">
      <p class="soft">
        {isReadOnly
          ? 'Les photos et les documents que les éditeurs de ce site importent apparaissent ici.'
          : 'Importez vos photos, déposez-les sur cette page ou collez-les : elles seront prêtes pour toutes les tailles d’écran.'}
      </p>
    </EmptyState>
  ) : (
    <EmptyState title="Aucun fichier ne correspond.">
      <p>
        <Button onClick={onAll}>Tout montrer</Button>
      </p>
    </EmptyState>
  );
