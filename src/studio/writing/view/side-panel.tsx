import type { ComponentChildren } from 'preact';
import { PictureField } from '../../library/picture-field.tsx';
import { type Desk, isHome, paneSite } from '../saving.ts';
import type { TextField } from '../store/fields.ts';
import { AddressField } from './address-field.tsx';
import { DateField } from './date-field.tsx';
import { SearchFields } from './search-fields.tsx';

/** Everything of a text besides the title and the text itself. */
export function SidePanel({ desk }: { readonly desk: Desk }) {
  const { session, data } = desk;
  const isReadOnly = data.lectureSeule !== null;
  const gabarit = session.textOf('gabarit');
  const gabarits = [...new Set(['page', ...data.gabarits, ...(gabarit === '' ? [] : [gabarit])])];
  const isAtHome = isHome(session);
  return (
    <aside class="side" aria-label="Réglages">
      {isAtHome && (
        <p class="about">
          C’est la page d’accueil : ses sections se composent dans{' '}
          {data.personnaliser === null ? '« Personnaliser »' : <a href={data.personnaliser}>Personnaliser</a>}.
        </p>
      )}
      <AddressField desk={desk} isFixed={isAtHome} />
      {!session.isPage && data.blogs.length > 0 && (
        <Choice
          {...{ desk, isReadOnly }}
          field="blog_id"
          label="Blog"
          options={data.blogs.map(({ id, titre }) => [id, titre] as const)}
        />
      )}
      <DateField desk={desk} />
      {!session.isPage && (
        <div class="field">
          <label for="extrait">Extrait</label>
          <textarea
            id="extrait"
            rows={3}
            maxLength={1000}
            value={session.textOf('extrait')}
            readOnly={isReadOnly}
            aria-describedby="aide-extrait"
            onInput={({ currentTarget }) => session.change('extrait', currentTarget.value)}
          />
          <p class="about" id="aide-extrait">
            Quelques phrases, que les listes du blog montrent.
          </p>
        </div>
      )}
      <PictureField
        {...{ legend: 'Image', src: session.textOf('image'), site: paneSite(data), script: data.scripts.library }}
        isReadOnly={isReadOnly}
        onChange={(src) => session.change('image', src)}
      />
      {session.isPage && !isAtHome && gabarits.length > 1 && (
        <Choice
          {...{ desk, isReadOnly }}
          field="gabarit"
          label="Modèle de page"
          options={gabarits.map((name) => [name, templateWords(name, data.gabarits)] as const)}
        />
      )}
      <SearchFields desk={desk} />
    </aside>
  );
}

function templateWords(name: string, known: readonly string[]): string {
  const words = name === 'page' ? 'Page ordinaire' : name;
  return known.includes(name) || name === 'page' ? words : `${words} (absent du thème publié)`;
}

interface ChoiceProps {
  readonly desk: Desk;
  readonly field: TextField;
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly options: readonly (readonly [value: string, words: ComponentChildren])[];
}

const Choice = ({ desk: { session }, field, label, isReadOnly, options }: ChoiceProps) => (
  <div class="field">
    <label for={field}>{label}</label>
    <select
      id={field}
      value={session.textOf(field)}
      disabled={isReadOnly}
      onChange={({ currentTarget }) => session.change(field, currentTarget.value)}
    >
      {options.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  </div>
);
