import type { Descended, Made } from '../../contract/themes.ts';
import { isolated } from '../../text/names.ts';
import type { Api } from '../api/client.ts';
import { localTime } from './times.ts';

interface WorkingDraft {
  readonly id: string;
  /** The sentence of the question about a working draft of another line of descent; null for one of the published theme's line. */
  readonly other: { readonly draft: string; readonly source: string; readonly published: string } | null;
}

/** Gives the working draft, which is made if there is none. */
export async function openWorkingDraft(api: Api): Promise<WorkingDraft> {
  const made = await api.send<Made>('/api/themes', {
    act: 'draft',
    method: 'POST',
    body: { action: 'brouillon' },
  });
  const id = made.themeId;
  if (!made.reutilise) return { id, other: null };
  const { themes } = await api.send<{ themes: readonly Descended[] }>('/api/themes?lignees', { act: 'draft' });
  const draft = themes.find((theme) => theme.id === id);
  const published = themes.find(({ role }) => role === 'publie');
  if (!draft || !published || draft.lignee === published.lignee) return { id, other: null };
  const source = themes.find((theme) => theme.id === draft.fait_de);
  const of = source ? `de « ${isolated(source.nom)} »` : 'd’un thème qui n’existe plus';
  const words = { draft: isolated(draft.nom), published: isolated(published.nom) };
  return { id, other: { ...words, source: `${of} le ${localTime(draft.cree_le)}` } };
}
