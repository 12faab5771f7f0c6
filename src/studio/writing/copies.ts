import type { Api } from '../api/client.ts';
import { freshId, titleOfCopy } from '../pages/contents/copy.ts';
import type { NoticeAction } from '../unsaved/notices.ts';
import { tellFailure } from '../unsaved/telling.ts';
import { addressOfTitle } from './address.ts';
import type { WritingProps } from './props.ts';
import type { WritingSession } from './session.ts';
import { ContentStore } from './store/content-store.ts';
import { FIELDS, placeholderSlug, type TextValues } from './store/fields.ts';

/** What the routes call texts of a kind. */
export const kindOf = ({ genre }: Pick<WritingProps, 'genre'>): 'pages' | 'articles' =>
  genre === 'page' ? 'pages' : 'articles';

/** The list that a text stands in. */
export const listOf = (data: Pick<WritingProps, 'site' | 'genre'>): string =>
  `${data.site.chemin}/contenu${data.genre === 'page' ? '' : '?genre=articles'}`;

/** The way to the list of texts. */
export const backOf = (data: WritingProps): NoticeAction => ({ label: 'Contenu du site', href: listOf(data) });

/** Where a text is written. */
const addressOf = (data: WritingProps, id: string): string => `${data.site.chemin}/contenu/${kindOf(data)}/${id}`;

interface Copied {
  readonly session: WritingSession;
  readonly data: WritingProps;
  readonly api: Api;
}

/** Keeps what is written as a text of its own, and opens that one. @param why a copy has another title and another address than the text that stays */
export async function copyOf(copied: Copied, why: 'dupliquer' | 'garder'): Promise<void> {
  const { session, data, api } = copied;
  session.work.collect();
  try {
    const id = freshId();
    const kind = kindOf(data);
    const values: Record<string, string> = Object.fromEntries(
      FIELDS[kind].map((field) => [field, session.textOf(field)]),
    );
    if (why === 'dupliquer') {
      values.titre = titleOfCopy(values.titre ?? '');
      values.slug = addressOfTitle(values.titre ?? '') || placeholderSlug(kind, id);
    }
    const initial: TextValues = kind === 'articles' ? { blog_id: values.blog_id ?? '' } : {};
    const store = new ContentStore(api, { kind, id, siteId: data.site.id, isNew: true, initial });
    const bases = store.entries.map(({ chemin, empreinte }) => [chemin, empreinte] as const);
    await store.save(new Map(Object.entries(values)), new Map(bases));
    if (why === 'garder') for (const path of session.work.changes.keys()) session.work.revert(path);
    session.work.keepNow();
    location.assign(addressOf(data, id));
  } catch (error) {
    const retry = () => void copyOf(copied, why);
    tellFailure(session.notices, error, { others: backOf(data), takeAway: () => null, retry });
  }
}
