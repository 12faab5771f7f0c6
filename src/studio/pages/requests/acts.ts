import type { Filing } from '../../../text/request-words.ts';
import { Api } from '../../api/client.ts';
import { REMOVING_REQUEST } from '../../api/refusals.ts';
import { shown, unlessGone } from '../../live/live.tsx';
import { counted } from '../../parts/words.ts';

const PATH = '/api/demandes';

/** What is done to requests. */
export type RequestAct = 'lire' | 'delire' | Filing | 'supprimer';

/** What is said afterwards: of one request, and of several. */
const DONE: Readonly<Record<RequestAct, readonly [one: string, many: string]>> = {
  lire: ['La demande est marquée comme lue.', 'marquées comme lues'],
  delire: ['La demande est marquée comme non lue.', 'marquées comme non lues'],
  recue: ['La demande est de nouveau dans « Reçues ».', 'remises dans « Reçues »'],
  archivee: ['La demande est archivée.', 'archivées'],
  indesirable: ['La demande est dans « Indésirables ».', 'mises dans « Indésirables »'],
  supprimer: ['La demande est supprimée.', 'supprimées'],
};

const GONE = ['Cette demande était déjà supprimée.', 'Ces demandes étaient déjà supprimées.'] as const;

const changeOf = (act: Exclude<RequestAct, 'supprimer'>) =>
  act === 'lire' || act === 'delire' ? { lue: act === 'lire' } : { classement: act };

/** @returns how many of the requests there were @throws ApiRefusal, Unreachable */
async function send(siteId: string, ids: readonly string[], act: RequestAct): Promise<number> {
  const api = new Api(siteId);
  const sent =
    act === 'supprimer'
      ? { method: 'DELETE' as const, query: { ids: ids.join() } }
      : { method: 'PATCH' as const, body: { ids, ...changeOf(act) } };
  return (await api.send<{ nombre: number }>(PATH, { act: REMOVING_REQUEST, ...sent })).nombre;
}

/** Does something to requests, and says what was done; those that were deleted elsewhere leave the page. @throws ApiRefusal, Unreachable */
export function actOn(siteId: string, ids: readonly string[], act: RequestAct): Promise<void> {
  return unlessGone(GONE[ids.length > 1 ? 1 : 0], async () => {
    const count = await send(siteId, ids, act);
    const [one, many] = DONE[act];
    const lost = ids.length - count;
    const told = count > 1 ? `${count} demandes ${many}.` : one;
    const losses = counted(lost, 'autre était déjà supprimée', 'autres étaient déjà supprimées');
    await shown(lost > 0 ? `${told} ${losses}.` : told);
  });
}

/** Marks an opened request as read, without a word. @throws ApiRefusal, Unreachable */
export async function markRead(siteId: string, id: string, refresh: () => Promise<void>): Promise<void> {
  await unlessGone(GONE[0], async () => {
    await send(siteId, [id], 'lire');
    await refresh();
  });
}
