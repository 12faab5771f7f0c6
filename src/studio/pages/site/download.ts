import { type Api, reached } from '../../api/client.ts';
import { saveFile } from '../../api/save-file.ts';

/** Saves the archive of a theme as a file. @throws ApiRefusal, Unreachable */
export async function downloadArchive(api: Api, themeId: string): Promise<string> {
  const answer = await api.ask(`/api/themes/${themeId}/export`);
  const blob = await reached(answer.blob());
  const fileName = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? 'theme.json';
  saveFile(fileName, blob);
  return fileName;
}
