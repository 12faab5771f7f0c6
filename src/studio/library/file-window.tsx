import { useState } from 'preact/hooks';
import { MEDIA_LIMITS } from '../../media/limits.ts';
import { isolated } from '../../text/names.ts';
import { ApiRefusal } from '../api/client.ts';
import { useLoaded } from '../live/use-loaded.ts';
import { AskButton } from '../parts/act-buttons.tsx';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Facts } from '../parts/list.tsx';
import { Name, StrongName } from '../parts/name.tsx';
import { Question } from '../parts/question.tsx';
import { Time } from '../parts/time.tsx';
import { ADMITTED, whyNotSent } from './admitted.ts';
import { pixelWords, sizeWords, typeWords } from './file-words.ts';
import { FocalPicture } from './focal-picture.tsx';
import type { Library, TypedWords } from './library.ts';
import { fileAddress, isPhoto, isPicture } from './pictures.ts';
import type { LibraryFile } from './props.ts';
import { Trouble } from './trouble.tsx';
import { UsageList } from './usage-list.tsx';

interface FileProps {
  readonly library: Library;
  readonly file: LibraryFile;
}

interface FileWindowProps extends FileProps {
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
  /** The file is no longer there. */
  readonly onGone: () => void;
}

/** What there is to know of a file of the library, and to change. What is typed stays when the window is closed. */
export function FileWindow({ library, file, isReadOnly, onClose, onGone }: FileWindowProps) {
  const [failure, setFailure] = useState<unknown>(null);
  const close = () => {
    onClose();
    if (!(failure instanceof ApiRefusal && failure.isGone)) return;
    // Only now: the window goes with its file.
    library.drop(file.id);
    onGone();
  };
  const focal = library.typed.get(file.id)?.focal ?? file.focal;
  const path = library.site.path;
  const act = async (work: () => Promise<void>) => {
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <Dialog title={<Name of={file.nom} />} class="file-window" onClose={close}>
      <div class="file-parts">
        {isPhoto(file) ? (
          <FocalPicture
            {...{ file, path, focal }}
            onMove={isReadOnly ? null : (moved) => library.type(file.id, { focal: moved })}
          />
        ) : (
          isPicture(file) && <img class="drawing" src={fileAddress(path, file)} alt={file.alt} />
        )}
        <div class="file-words">
          {!isReadOnly && <Words {...{ library, file, act }} />}
          <Trouble error={failure} />
          <About {...{ file, isReadOnly }} />
          <FileActs {...{ library, file, isReadOnly, act, onGone }} />
          <Usages {...{ library, file }} />
        </div>
      </div>
      <p class="acts">
        <Button onClick={close}>Fermer</Button>
      </p>
    </Dialog>
  );
}

interface ActingProps extends FileProps {
  readonly act: (work: () => Promise<void>) => Promise<void>;
}

/** Name, description and point of interest, which are saved together. */
function Words({ library, file, act }: ActingProps) {
  const [state, setState] = useState<'open' | 'saving' | 'saved'>('open');
  const typed = library.typed.get(file.id) ?? {};
  const alt = typed.alt ?? file.alt;
  const isChanged = library.changesOf(file) !== null;
  const type = (words: TypedWords) => {
    setState('open');
    library.type(file.id, words);
  };
  const save = () =>
    act(async () => {
      const changes = library.changesOf(file);
      if (!changes || state === 'saving') return;
      setState('saving');
      try {
        await library.change(file.id, changes);
        setState('saved');
      } catch (error) {
        setState('open');
        throw error;
      }
    });
  return (
    <form
      class="question"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        id={`nom-${file.id}`}
        name="nom"
        label="Nom"
        maxLength={MEDIA_LIMITS.name}
        autocomplete="off"
        value={typed.nom ?? file.nom}
        onInput={({ currentTarget }) => type({ nom: currentTarget.value })}
      />
      {isPicture(file) && (
        <div class="field">
          <label for={`alt-${file.id}`}>Description</label>
          <textarea
            id={`alt-${file.id}`}
            name="alt"
            rows={3}
            maxLength={MEDIA_LIMITS.alt}
            aria-describedby={`aide-alt-${file.id}`}
            value={alt}
            onInput={({ currentTarget }) => type({ alt: currentTarget.value })}
          />
          <p class={alt.trim() === '' ? 'missing' : 'soft'} id={`aide-alt-${file.id}`}>
            {alt.trim() === ''
              ? 'Il manque une description : dites en une phrase ce que l’image montre, pour les personnes qui ne la voient pas et pour les moteurs de recherche.'
              : 'Lue aux personnes qui ne voient pas l’image, et par les moteurs de recherche.'}
          </p>
        </div>
      )}
      <p class="acts">
        <Button type="submit" kind="primary" isBusy={state === 'saving'} disabled={!isChanged}>
          Enregistrer
        </Button>
        <span class="note" role="status">
          {state === 'saved' && !isChanged && 'Enregistré.'}
        </span>
      </p>
    </form>
  );
}

const About = ({ file, isReadOnly }: Pick<FileProps, 'file'> & { readonly isReadOnly: boolean }) => (
  <Facts
    facts={[
      ...(isReadOnly && isPicture(file) ? [['Description', file.alt || 'Aucune'] as const] : []),
      ['Fichier', [typeWords(file), pixelWords(file), sizeWords(file.octets)].filter(Boolean).join(' · ')],
      ['Importé le', <Time key="at" at={file.cree_le} />],
    ]}
  />
);

interface FileActsProps extends ActingProps {
  readonly isReadOnly: boolean;
  readonly onGone: () => void;
}

function FileActs({ library, file, isReadOnly, act, onGone }: FileActsProps) {
  const [told, setTold] = useState('');
  const [share, setShare] = useState<number | null>(null);
  const replace = (chosen: File) =>
    act(async () => {
      const why = whyNotSent(chosen);
      if (why !== null) throw new Error(why);
      setTold('');
      setShare(0);
      try {
        await library.replace(file.id, chosen, setShare);
        setTold('Remplacé : le site montre le nouveau fichier.');
      } finally {
        setShare(null);
      }
    });
  const copy = () =>
    act(async () => {
      const address = library.site.address + file.src;
      try {
        await navigator.clipboard.writeText(address);
        setTold('Adresse copiée.');
      } catch {
        // Over http from another machine a page has no clipboard.
        setTold(address);
      }
    });
  return (
    <>
      <p class="acts">
        <ButtonLink href={fileAddress(library.site.path, file)} download={file.nom}>
          Télécharger
        </ButtonLink>{' '}
        <Button onClick={() => void copy()}>Copier l’adresse</Button>{' '}
        {!isReadOnly && (
          <>
            <Button
              isBusy={share !== null}
              onClick={() => share === null && chooseFile(ADMITTED, (one) => void replace(one))}
            >
              Remplacer
            </Button>{' '}
            <AskButton
              kind="danger"
              question={(close) => <RemovalQuestion {...{ library, file, onRemoved: onGone }} onClose={close} />}
            >
              Supprimer
            </AskButton>
          </>
        )}
      </p>
      {share !== null && (
        <progress
          aria-label={`Envoi de ce qui remplace ${isolated(file.nom)}`}
          {...(share < 1 && { value: share })}
          max={1}
        />
      )}
      <p class="note" role="status">
        {told}
      </p>
    </>
  );
}

/** Asks the person for one file. Such a field stands in no page: pages have one of their own. */
function chooseFile(accept: string, onChosen: (file: File) => void): void {
  const field = document.createElement('input');
  field.type = 'file';
  field.accept = accept;
  field.onchange = () => {
    const [chosen] = field.files ?? [];
    if (chosen) onChosen(chosen);
  };
  field.click();
}

const useUsages = ({ library, file }: FileProps) =>
  useLoaded((leaving) => library.read(file.id, leaving), [library, file.id]);

function Usages({ library, file }: FileProps) {
  const loaded = useUsages({ library, file });
  return (
    <section class="usages" aria-label="Où ce fichier sert">
      <h3>Où ce fichier sert</h3>
      {loaded.state === 'asked' && <p class="soft">Recherche…</p>}
      {loaded.state === 'failed' && <Trouble error={loaded.failure.error} />}
      {loaded.state === 'there' && <UsageList usages={loaded.value.usages} path={library.site.path} />}
    </section>
  );
}

interface RemovalProps extends FileProps {
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** Says where a file is used before it is deleted. */
function RemovalQuestion({ library, file, onRemoved, onClose }: RemovalProps) {
  const loaded = useUsages({ library, file });
  const usages = loaded.state === 'there' ? loaded.value.usages : [];
  const isUsed = usages.length > 0;
  return (
    <Question
      title="Supprimer ce fichier ?"
      agree={isUsed ? 'Supprimer quand même' : 'Supprimer'}
      kind="danger"
      canAgree={loaded.state === 'there'}
      onClose={onClose}
      work={async () => {
        await library.remove(file.id, isUsed);
        onRemoved();
      }}
    >
      <p>
        <StrongName of={file.nom} /> sera supprimé de la bibliothèque. Il n’y a pas de corbeille.
      </p>
      {loaded.state === 'asked' && <p class="soft">Recherche de ce qui le montre…</p>}
      {loaded.state === 'failed' && <Trouble error={loaded.failure.error} />}
      {isUsed && (
        <>
          <p>Ce fichier sert encore, et n’y sera plus montré :</p>
          <div class="usages">
            <UsageList usages={usages} path={library.site.path} />
          </div>
        </>
      )}
      {loaded.state === 'there' && !isUsed && <p>Aucun thème, aucune page et aucun article ne le montre.</p>}
    </Question>
  );
}
