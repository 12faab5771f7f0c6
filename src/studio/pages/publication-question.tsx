import type { ComponentChildren } from 'preact';
import { isolated } from '../../text/names.ts';
import { Api } from '../api/client.ts';
import { unlessGone } from '../live/live.tsx';
import { Option } from '../parts/field.tsx';
import { StrongName } from '../parts/name.tsx';
import { Question } from '../parts/question.tsx';
import { publicationOf, publishAgreed } from './publishing.ts';

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

/** Asks before visitors see a draft. */
export function PublicationQuestion({
  site,
  draft,
  takes,
  published,
  stays,
  children,
  onClose,
  done,
}: PublicationProps) {
  const publication = publicationOf(draft, takes, published?.id);
  const publish = (form: FormData) => async () => done(await publishAgreed(new Api(site.id), publication, form));
  return (
    <Question
      title="Publier ce thème ?"
      agree="Publier"
      onClose={onClose}
      work={(form) => unlessThemeGone(draft.name, publish(form))}
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
      {publication.taken && (
        <Option type="checkbox" name="prendre_nom" defaultChecked>
          Le publier sous le nom « {isolated(publication.taken.name)} »
        </Option>
      )}
    </Question>
  );
}

/** Does something with a theme of the page: where it was deleted elsewhere, the page is refreshed and says so. */
export const unlessThemeGone = (name: string, work: () => Promise<void>): Promise<void> =>
  unlessGone(`« ${isolated(name)} » n’existe plus : il a été supprimé ailleurs.`, work);
