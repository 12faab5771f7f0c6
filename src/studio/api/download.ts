import { type Api, reached } from './client.ts';
import { saveFile } from './save-file.ts';

/** Saves what a route gives as a file. @returns its name @throws ApiRefusal, Unreachable */
export async function download(api: Api, path: string): Promise<string> {
  const answer = await api.ask(path);
  const blob = await reached(answer.blob());
  const fileName = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? 'archive';
  saveFile(fileName, blob);
  return fileName;
}
