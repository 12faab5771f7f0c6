import { jsonValueOf } from '../../../engine/json/plain-json.ts';
import { ApiRefusal, Unreachable } from '../api/client.ts';
import { announce, showRefusal } from './announce.ts';
import { archiveRefusals } from './archive-refusals.ts';
import { refresh } from './refresh.ts';

/** A longer archive is not read again in the browser to explain its refusal, bytes. */
const READ_AGAIN_BYTES = 32 * 1024 * 1024;

/** Makes the place for archives work: files are chosen or dropped, and sent one after the other. */
export function enableImport(siteId: string): void {
  const place = document.getElementById('import');
  const input = place?.querySelector<HTMLInputElement>('input[type=file]');
  const results = place?.querySelector('ul');
  if (!place || !input || !results) return;
  let queue = Promise.resolve();
  const take = (files: Iterable<File>) => {
    for (const file of files) {
      const item = document.createElement('li');
      item.textContent = `${file.name} : attend.`;
      results.append(item);
      queue = queue.then(() => importOne(siteId, file, item));
    }
  };
  input.addEventListener('change', () => {
    take([...(input.files ?? [])]);
    input.value = '';
  });
  const mark = (isOver: boolean) => place.classList.toggle('over', isOver && !input.disabled);
  place.addEventListener('dragover', (event) => {
    event.preventDefault();
    mark(true);
  });
  place.addEventListener('dragleave', () => mark(false));
  place.addEventListener('drop', (event) => {
    event.preventDefault();
    mark(false);
    if (!input.disabled) take([...(event.dataTransfer?.files ?? [])]);
  });
}

/** Sends one archive, and shows the outcome in its item of the list. */
async function importOne(siteId: string, file: File, item: HTMLElement): Promise<void> {
  const progress = Object.assign(document.createElement('progress'), { max: 1, value: 0 });
  progress.setAttribute('aria-label', `Envoi de ${file.name}`);
  item.replaceChildren(`${file.name} : envoi…`, progress);
  try {
    await send(siteId, file, (share) => {
      // All bytes are sent, and the platform judges the archive: nobody knows how long that takes.
      if (share < 1) progress.value = share;
      else progress.removeAttribute('value');
    });
    item.replaceChildren(`${file.name} : importé parmi les brouillons.`);
    await refresh();
    announce(`${file.name} est importé.`);
  } catch (error) {
    item.classList.add('bad');
    const reason = document.createElement('div');
    showRefusal(reason, error);
    // The archive may have been imported although the answer was lost.
    const became =
      error instanceof Unreachable ? 'sans réponse ; voyez s’il est parmi les brouillons' : 'refusé, rien n’a été créé';
    item.replaceChildren(`${file.name} : ${became}.`, reason);
    if (error instanceof ApiRefusal && file.size <= READ_AGAIN_BYTES) item.append(...listOf(await file.text()));
  }
}

/** The refused files of an archive as a list; empty where the refusal is not about its files. */
function listOf(archive: string): readonly HTMLElement[] {
  const refusals = archiveRefusals(archive);
  if (refusals.length === 0) return [];
  const list = document.createElement('ul');
  list.append(...refusals.map((textContent) => Object.assign(document.createElement('li'), { textContent })));
  return [list];
}

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
      if (request.status === 201) resolve();
      else
        reject(
          new ApiRefusal(
            request.status,
            (jsonValueOf(request.responseText) ?? {}) as Record<string, unknown>,
            'import',
          ),
        );
    };
    request.send(file);
  });
}
