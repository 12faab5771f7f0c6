import { useMemo } from 'preact/hooks';
import { textPath } from '../../../content/slugs.ts';
import { firstWords } from '../plain-words.ts';
import type { Desk } from '../saving.ts';
import type { TextField } from '../store/fields.ts';

/** What search engines show of either, at most, characters. */
const TITLE_SHOWN = 60;
const DESCRIPTION_SHOWN = 155;

/** Cut as search engines do. */
const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;

function lengthWords(length: number, most: number): string {
  if (length === 0)
    return `Sans rien d’écrit, voici ce que les moteurs prennent. Ils montrent environ ${most} caractères.`;
  return length > most
    ? `${length} caractères : les moteurs en montrent environ ${most}, la suite est coupée.`
    : `${length} caractères : les moteurs montrent tout.`;
}

/** What search engines are told, with the look of the result. */
export function SearchFields({ desk }: { readonly desk: Desk }) {
  const { session, data } = desk;
  const text = session.textOf('contenu');
  const beginning = useMemo(() => firstWords(text, DESCRIPTION_SHOWN), [text]);
  const proposed = {
    title: session.textOf('titre'),
    description: session.textOf('extrait').trim() || beginning,
  };
  const title = session.textOf('seo_titre') || proposed.title;
  const description = session.textOf('seo_description') || proposed.description;
  const blog = data.blogs.find(({ id }) => id === session.textOf('blog_id'))?.slug ?? 'actualites';
  return (
    <fieldset class="search">
      <legend>Moteurs de recherche</legend>
      <figure class="result" aria-label="Aspect du résultat">
        <span class="result-address">
          {new URL(data.site.adresse).host}
          {textPath(session.textOf('slug'), session.isPage ? null : blog)}
        </span>
        <span class="result-title">{cut(title || 'Sans nom', TITLE_SHOWN)}</span>
        <span class="result-about">
          {cut(description, DESCRIPTION_SHOWN) || 'Le moteur prend lui-même un passage.'}
        </span>
      </figure>
      <Counted
        {...{ desk }}
        field="seo_titre"
        label="Intitulé du résultat"
        most={200}
        shown={TITLE_SHOWN}
        proposal={proposed.title}
      />
      <Counted
        {...{ desk }}
        field="seo_description"
        label="Description du résultat"
        most={1000}
        shown={DESCRIPTION_SHOWN}
        proposal={proposed.description}
      />
    </fieldset>
  );
}

interface CountedProps {
  readonly desk: Desk;
  readonly field: TextField;
  readonly label: string;
  /** Characters at most. */
  readonly most: number;
  /** Characters that search engines show. */
  readonly shown: number;
  /** What counts where nothing is written. */
  readonly proposal: string;
}

function Counted({ desk: { session, data }, field, label, most, shown, proposal }: CountedProps) {
  const value = session.textOf(field);
  return (
    <div class="field">
      <label for={field}>{label}</label>
      <textarea
        id={field}
        rows={field === 'seo_titre' ? 1 : 3}
        maxLength={most}
        value={value}
        placeholder={cut(proposal, shown)}
        readOnly={data.lectureSeule !== null}
        aria-describedby={`aide-${field}`}
        onInput={({ currentTarget }) => session.change(field, currentTarget.value.replace(/[\r\n]+/g, ' '))}
      />
      <p class="about" id={`aide-${field}`}>
        {lengthWords(value.length, shown)}
      </p>
    </div>
  );
}
