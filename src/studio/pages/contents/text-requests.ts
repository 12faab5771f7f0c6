import { type Api, ApiRefusal } from '../../api/client.ts';
import { CHANGING_TEXT, COPYING_TEXT } from '../../api/refusals.ts';
import type { Usage } from '../../library/props.ts';
import { NAMES, type TextKind } from '../../writing/store/fields.ts';
import { addressesOfCopy, copyOf, type StoredText } from './copy.ts';
import type { TextRow } from './props.ts';

/** What can be done to several texts. */
export type TextAct = 'publier' | 'retirer' | 'supprimer';

/** Does something to a text, unless it has changed since the list was read. @throws ApiRefusal, Unreachable */
export async function actOn(api: Api, siteId: string, kind: TextKind, act: TextAct, text: TextRow): Promise<void> {
  const { id, changedAt } = text;
  if (act === 'supprimer') return remove(api, kind, id);
  const garde = { site: siteId, majLe: changedAt };
  const change = act === 'publier' ? { publier: true } : { [NAMES[kind].isPublished]: false };
  await api.send(`/api/${kind}`, { act: CHANGING_TEXT, method: 'PATCH', body: { id, garde, ...change } });
}

/** One that is gone already is as it should be. */
async function remove(api: Api, kind: TextKind, id: string): Promise<void> {
  try {
    await api.send(`/api/${kind}`, { act: CHANGING_TEXT, method: 'DELETE', query: { id } });
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.isGone)) throw error;
  }
}

/** What has an address that places may name. */
export type CitedKind = TextKind | 'blogs';

/** The places that name the address of a text, or of a blog and what is beneath. @throws ApiRefusal, Unreachable; AbortError */
export async function citationsOf(
  api: Api,
  kind: CitedKind,
  id: string,
  signal: AbortSignal,
): Promise<readonly Usage[]> {
  const query = { id, citations: '' };
  const told = await api.send<{ citations?: readonly Usage[] }>(`/api/${kind}`, { act: CHANGING_TEXT, query, signal });
  if (!told.citations) throw new Error('Ce qui nomme l’adresse de ce texte n’a pas pu être lu.');
  return told.citations;
}

/** Makes a copy of a text, as a draft. @param newId of the copy: repeated with the same id, one is made @throws ApiRefusal, Unreachable */
export async function duplicate(api: Api, kind: TextKind, id: string, newId: string): Promise<void> {
  const path = `/api/${kind}`;
  const told = await api.send<Readonly<Record<string, StoredText>>>(path, { act: COPYING_TEXT, query: { id } });
  const text = told[NAMES[kind].one] as StoredText;
  const addresses = addressesOfCopy(text);
  for (const [at, slug] of addresses.entries()) {
    try {
      await api.send(path, { act: COPYING_TEXT, method: 'POST', body: copyOf(kind, text, newId, slug) });
      return;
    } catch (error) {
      const isTaken = error instanceof ApiRefusal && error.code === 'adresse_prise';
      if (!isTaken || at === addresses.length - 1) throw error;
    }
  }
}
