import type { Api } from '../api/client.ts';
import { RESTORING_TEXT } from '../api/refusals.ts';

/** Brings a deleted text back with its id, not published. @throws ApiRefusal, Unreachable */
export async function recover(api: Api, id: string): Promise<void> {
  await api.send('/api/contenus-supprimes', { act: RESTORING_TEXT, method: 'POST', body: { id } });
}
