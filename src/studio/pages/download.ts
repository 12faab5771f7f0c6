import { ApiRefusal, Unreachable } from '../api/client.ts';
import { saveFile } from '../api/save-file.ts';

/** Saves the archive of a theme as a file. @throws ApiRefusal, Unreachable */
export async function downloadArchive(siteId: string, themeId: string): Promise<string> {
  const answer = await fetch(`/api/themes/${themeId}/export`, {
    headers: { 'X-Service-Site-Cible': siteId },
    cache: 'no-store',
  }).catch((error) => {
    throw new Unreachable(error);
  });
  if (!answer.ok) throw new ApiRefusal(answer.status, await answer.json().catch(() => ({})), 'export');
  const blob = await answer.blob().catch((error) => {
    throw new Unreachable(error);
  });
  const fileName = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? 'theme.json';
  saveFile(fileName, blob);
  return fileName;
}
