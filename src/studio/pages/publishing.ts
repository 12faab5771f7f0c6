import type { Diagnosis } from '../../contract/diagnostics.ts';
import { LAYOUT_IN_ERROR } from '../../text/sentences.ts';
import { isUnreadableLayout } from '../../themes/unreadable-layout.ts';
import type { Api } from '../api/client.ts';

export interface Publication {
  readonly id: string;
  readonly name: string;
  /** The name that the draft takes unless the person declines, and the published theme that has it now; null for none. */
  readonly taken: { readonly name: string; readonly from: string } | null;
}

/** @param takes the name that a draft takes, where that is another one @param published id of the published theme */
export const publicationOf = (
  { id, name }: Pick<Publication, 'id' | 'name'>,
  takes: string | null,
  published: string | undefined,
): Publication => ({ id, name, taken: takes && published ? { name: takes, from: published } : null });

/**
 * Publishes under the chosen name.
 * @returns the name that the theme then has
 * @throws Error where the layout cannot be read: the service publishes such a theme, and visitors get no page
 */
export async function publishAgreed(api: Api, { id, name, taken }: Publication, form: FormData): Promise<string> {
  const { diagnostics } = await api.send<Diagnosis>(`/api/themes/${id}/fichiers`, {
    query: { diagnostics: '' },
  });
  if (diagnostics.some(isUnreadableLayout)) throw new Error(`${LAYOUT_IN_ERROR} Rien n’est publié.`);
  const isTaken = taken !== null && form.get('prendre_nom') !== null;
  const body = { id, publier: true, ...(isTaken && { nom: taken.name, siPublie: taken.from }) };
  await api.send('/api/themes', { method: 'PATCH', body });
  return isTaken ? taken.name : name;
}
