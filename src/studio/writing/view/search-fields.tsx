import { useMemo } from 'preact/hooks';
import { cut, DESCRIPTION_SHOWN, lengthWords, SearchResult, TITLE_SHOWN } from '../../parts/search-result.tsx';
import { firstWords } from '../plain-words.ts';
import { type Desk, pathWith } from '../saving.ts';
import type { TextField } from '../store/fields.ts';

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
  const path = pathWith(desk, { slug: session.textOf('slug'), blog_id: session.textOf('blog_id') });
  return (
    <fieldset class="search">
      <legend>Moteurs de recherche</legend>
      <SearchResult address={new URL(data.site.adresse).host + path} title={title} description={description} />
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
