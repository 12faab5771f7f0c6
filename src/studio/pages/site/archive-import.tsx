import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { jsonValueOf } from '../../../../engine/json/plain-json.ts';
import { ApiRefusal, Unreachable } from '../../api/client.ts';
import { IMPORTING } from '../../api/refusals.ts';
import { shown } from '../../live/live.tsx';
import { REASON_ID } from '../../parts/notice.tsx';
import { Why } from '../../parts/refusal.tsx';
import type { SiteProps } from './props.ts';

/** A longer archive is not read again in the browser to explain its refusal, bytes. */
const READ_AGAIN_BYTES = 32 * 1024 * 1024;

interface ImportProps extends Pick<SiteProps, 'explainer'> {
  readonly siteId: string;
  readonly isUsable: boolean;
}

/** A place for archives: they are chosen or dropped, and sent one after the other. */
export function ArchiveImport({ siteId, isUsable, explainer }: ImportProps) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isOver, setOver] = useState(false);
  const take = (more: FileList | null | undefined) => setFiles((all) => [...all, ...(more ?? [])]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what can be dropped here can be chosen with the field in it.
    <div
      class={isOver ? 'drop over' : 'drop'}
      id="import"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(isUsable);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (isUsable) take(event.dataTransfer?.files);
      }}
    >
      <label for="archive">Archives de thèmes</label>
      <input
        type="file"
        id="archive"
        accept=".json,application/json"
        multiple
        disabled={!isUsable}
        aria-describedby={isUsable ? 'aide-archive' : REASON_ID}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          currentTarget.value = '';
        }}
      />
      <p class="soft" id="aide-archive">
        Choisissez ou déposez ici des fichiers .json, tels que « Exporter » les donne.
      </p>
      <ul class="imports" aria-label="Imports" aria-live="polite">
        {files.map((file, index) => (
          <Import key={index} {...{ siteId, file, explainer }} />
        ))}
      </ul>
    </div>
  );
}

/** What became of a file. */
interface Outcome {
  readonly isBad?: true;
  readonly words: ComponentChildren;
}

/** The end of the imports that were asked for before. */
let queue = Promise.resolve();

interface Sending extends Omit<ImportProps, 'isUsable'> {
  readonly file: File;
}

function Import(sending: Sending) {
  const [{ isBad = false, words }, tell] = useState<Outcome>({ words: 'attend.' });
  useEffect(() => {
    queue = queue.then(() => importOne(sending, tell));
  }, []);
  return (
    <li class={isBad ? 'bad' : undefined}>
      {sending.file.name} : {words}
    </li>
  );
}

async function importOne({ siteId, file, explainer }: Sending, tell: (outcome: Outcome) => void): Promise<void> {
  const telling = (share: number) =>
    tell({
      words: (
        <>
          envoi…
          {/* All bytes are sent, and the platform judges the archive: nobody knows how long that takes. */}
          <progress aria-label={`Envoi de ${file.name}`} max={1} value={share < 1 ? share : undefined} />
        </>
      ),
    });
  telling(0);
  try {
    await send(siteId, file, telling);
    tell({ words: 'importé parmi les brouillons.' });
    await shown(`${file.name} est importé.`);
  } catch (error) {
    const isExplained = error instanceof ApiRefusal && file.size <= READ_AGAIN_BYTES;
    const refused = isExplained ? await refusedFiles(explainer, file).catch(() => []) : [];
    tell({ isBad: true, words: <Refused error={error} refused={refused} /> });
  }
}

/** Few archives are refused: what explains that is loaded then. */
async function refusedFiles(explainer: string, file: File): Promise<readonly string[]> {
  const { archiveRefusals }: typeof import('./archive-refusals.ts') = await import(explainer);
  return archiveRefusals(await file.text());
}

const Refused = ({ error, refused }: { readonly error: unknown; readonly refused: readonly string[] }) => (
  <>
    {/* The archive may have been imported although the answer was lost. */}
    {error instanceof Unreachable ? 'sans réponse ; voyez s’il est parmi les brouillons' : 'refusé, rien n’a été créé'}.
    <div>
      <Why error={error} act={null} />
    </div>
    {refused.length > 0 && (
      <ul>
        {refused.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    )}
  </>
);

/** `XMLHttpRequest`, because `fetch` does not tell how much is sent. @throws ApiRefusal, Unreachable */
function send(siteId: string, file: File, noteShare: (share: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/themes/importer');
    request.setRequestHeader('Content-Type', 'application/json');
    request.setRequestHeader('X-Service-Site-Cible', siteId);
    request.upload.onprogress = ({ loaded, total }) => noteShare(total > 0 ? loaded / total : 1);
    request.onerror = () => reject(new Unreachable());
    request.onload = () => {
      const { status, responseText } = request;
      const body = (jsonValueOf(responseText) ?? {}) as Record<string, unknown>;
      if (status === 201) resolve();
      else reject(new ApiRefusal(status, body, IMPORTING));
    };
    request.send(file);
  });
}
