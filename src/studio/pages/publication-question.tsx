import type { ComponentChildren } from 'preact';
import type { Diagnosis } from '../../contract/diagnostics.ts';
import { isolated } from '../../text/names.ts';
import { LAYOUT_IN_ERROR } from '../../text/sentences.ts';
import { isUnreadableLayout } from '../../themes/unreadable-layout.ts';
import { Api } from '../api/client.ts';
import { unlessGone } from '../live/live.tsx';
import { Option } from '../parts/field.tsx';
import { StrongName } from '../parts/name.tsx';
import { Question } from '../parts/question.tsx';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface PublicationProps {
  readonly site: Named;
  readonly draft: Named;
  /** The name that the draft takes unless the person declines; null for its own. */
  readonly takes: string | null;
  /** The theme that visitors see now; null where there is none. */
  readonly published: Named | null;
  /** Where that one stays, in words. */
  readonly stays: string;
  /** What else one should know before. */
  readonly children?: ComponentChildren;
  readonly onClose: () => void;
  /** @param name that the theme has now */
  readonly done: (name: string) => Promise<void>;
}

/**
 * Publishes under the chosen name.
 * @returns the name that the theme then has
 * @throws Error where the layout cannot be read: the service publishes such a theme, and visitors get no page
 */
async function publish({ site, draft: { id, name }, takes, published }: PublicationProps, form: FormData) {
  const api = new Api(site.id);
  const { diagnostics } = await api.send<Diagnosis>(`/api/themes/${id}/fichiers`, {
    query: { diagnostics: '' },
  });
  if (diagnostics.some(isUnreadableLayout)) throw new Error(`${LAYOUT_IN_ERROR} Rien n’est publié.`);
  const taken = form.has('prendre_nom') && takes;
  const body = { id, publier: true, ...(taken && { nom: taken, siPublie: published?.id }) };
  await api.send('/api/themes', { method: 'PATCH', body });
  return taken || name;
}

/** Asks before visitors see a draft. */
export function PublicationQuestion(props: PublicationProps) {
  const { site, draft, takes, published, stays, children, onClose, done } = props;
  return (
    <Question
      title="Publier ce thème ?"
      agree="Publier"
      onClose={onClose}
      work={(form) => unlessThemeGone(draft.name, async () => done(await publish(props, form)))}
    >
      <p>
        Les visiteurs de <StrongName of={site.name} /> verront <StrongName of={draft.name} /> dès leur prochaine page.
      </p>
      <p>
        {published
          ? `« ${isolated(published.name)} », publié en ce moment, redevient un brouillon et reste ${stays}.`
          : 'Ce site n’a pas encore de thème publié.'}
      </p>
      {children}
      {published && takes && (
        <Option type="checkbox" name="prendre_nom" defaultChecked>
          Le publier sous le nom « {isolated(takes)} »
        </Option>
      )}
    </Question>
  );
}

/** Does something with a theme of the page: where it was deleted elsewhere, the page is refreshed and says so. */
export const unlessThemeGone = (name: string, work: () => Promise<void>): Promise<void> =>
  unlessGone(`« ${isolated(name)} » n’existe plus : il a été supprimé ailleurs.`, work);
