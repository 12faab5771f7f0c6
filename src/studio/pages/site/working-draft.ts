import type { Descended, Made } from '../../../contract/themes.ts';
import { isolated } from '../../../text/names.ts';
import type { Api } from '../../api/client.ts';
import { timeWords } from '../../parts/words.ts';

/** What a question says about a working draft of another line of descent than that of the published theme. */
export interface OtherLine {
  readonly draft: string;
  /** The theme that the draft was made of, and when, in words. */
  readonly source: string;
  readonly published: string;
}

/** Gives the working draft, which is made if there is none. @returns `other` null for one of the published theme’s line */
export async function openWorkingDraft(api: Api): Promise<{ readonly id: string; readonly other: OtherLine | null }> {
  const made = await api.send<Made>('/api/themes', {
    method: 'POST',
    body: { action: 'brouillon' },
  });
  const id = made.themeId;
  if (!made.reutilise) return { id, other: null };
  const { themes } = await api.send<{ themes: readonly Descended[] }>('/api/themes?lignees');
  const draft = themes.find((theme) => theme.id === id);
  const published = themes.find(({ role }) => role === 'publie');
  if (!draft || !published || draft.lignee === published.lignee) return { id, other: null };
  const source = themes.find((theme) => theme.id === draft.fait_de);
  const of = source ? `de « ${isolated(source.nom)} »` : 'd’un thème qui n’existe plus';
  return { id, other: { draft: draft.nom, source: `${of} le ${timeWords(draft.cree_le)}`, published: published.nom } };
}
