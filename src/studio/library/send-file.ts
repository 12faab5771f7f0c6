import { jsonValueOf } from '../../../engine/json/plain-json.ts';
import { isRecord } from '../../../engine/json/values.ts';
import { ApiRefusal, Unreachable } from '../api/client.ts';
import { CHANGING_MEDIA } from '../api/refusals.ts';
import { admittedType, sentName } from './admitted.ts';
import type { Sending } from './upload-queue.ts';

/** Refusals of the file itself: it is refused whenever it is sent. */
const OF_THE_FILE: ReadonlySet<string> = new Set(['type_refuse', 'media_illisible', 'trop_lourd', 'trop_de_pixels']);

export const mayBeTakenLater = (error: unknown): boolean =>
  !(error instanceof ApiRefusal && OF_THE_FILE.has(error.code));

/**
 * Sends a file to the library of a site. `fetch` does not tell how much of a body is sent, so this is an XMLHttpRequest.
 * @param replaces id of the file whose bytes it becomes; null for a new file
 * @returns the body of the answer @throws ApiRefusal, Unreachable
 */
export function sendFile(
  siteId: string,
  file: File,
  { signal, onSent }: Sending,
  replaces: string | null = null,
): Promise<Readonly<Record<string, unknown>>> {
  const request = new XMLHttpRequest();
  const query = new URLSearchParams(replaces === null ? { nom: sentName(file.name) } : { id: replaces });
  request.open(replaces === null ? 'POST' : 'PUT', `/api/medias?${query}`);
  request.setRequestHeader('X-Service-Site-Cible', siteId);
  request.setRequestHeader('Content-Type', admittedType(file) ?? file.type);
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onSent(loaded / total);
    };
    request.onload = () => {
      const told = jsonValueOf(request.responseText);
      const body = isRecord(told) ? told : {};
      if (request.status >= 200 && request.status < 300) resolve(body);
      else reject(new ApiRefusal(request.status, body, CHANGING_MEDIA));
    };
    request.onerror = () => reject(new Unreachable());
    request.onabort = () => reject(new Unreachable());
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
