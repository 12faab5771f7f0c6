import { isolated } from '../../text/names.ts';
import type { Api } from '../api/client.ts';

/** A draft that is to be published. */
export interface Publication {
  readonly id: string;
  readonly name: string;
  /** The name that it takes unless that is declined, and the published theme that has it; null for none. */
  readonly taken: { readonly name: string; readonly from: string } | null;
}

/** What the page says of a draft: `data-takes` is the name that it would take. @param published id of the published theme */
export const publicationOf = (
  draft: Pick<Publication, 'id' | 'name'>,
  takes: string | undefined,
  published: string | undefined,
): Publication => ({ ...draft, taken: takes !== undefined && published ? { name: takes, from: published } : null });

/** Shows the choice of the name in a question about a publication, where there is one. @returns its text */
export function offerName(question: string, { taken }: Publication): { readonly taken: string } {
  document.querySelector(`#question-${question} [data-place="nom"]`)?.toggleAttribute('hidden', taken === null);
  return { taken: isolated(taken?.name ?? '') };
}

/** Publishes as was agreed to. @returns the name that the theme then has */
export async function publishAgreed(api: Api, { id, name, taken }: Publication, form: FormData): Promise<string> {
  const isTaken = taken !== null && form.get('prendre_nom') !== null;
  const body = { id, publier: true, ...(isTaken && { nom: taken.name, siPublie: taken.from }) };
  await api.send('/api/themes', { act: 'publish', method: 'PATCH', body });
  return isTaken ? taken.name : name;
}
