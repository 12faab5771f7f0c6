import { useEffect, useRef, useState } from 'preact/hooks';
import type { TextFilter, TextOrder } from '../../../storage/content-lists.ts';
import { isolated } from '../../../text/names.ts';
import { refresh } from '../../live/live.tsx';
import { Button } from '../../parts/button.tsx';
import { listAddress } from './addresses.ts';
import type { BlogRow, ListQuery } from './props.ts';

/** What is typed into the search is looked for after a pause of this length, milliseconds. */
const PAUSE_MS = 300;

const FILTERS: readonly (readonly [TextFilter, string])[] = [
  ['publies', 'Publiés'],
  ['prevus', 'Prévus'],
  ['modifies', 'Modifications non publiées'],
  ['brouillons', 'Brouillons'],
  ['retires', 'Retirés'],
];

const ORDERS: readonly (readonly [TextOrder, string])[] = [
  ['modif', 'Modifiés en dernier'],
  ['titre', 'Titre'],
  ['parution', 'Publiés en dernier'],
];

interface ListBarProps {
  /** Address of the site’s page. */
  readonly path: string;
  readonly query: ListQuery;
  readonly blogs: readonly BlogRow[];
}

/** Search, filters and order of a list of texts: the list changes in place, and its address with it. */
export function ListBar({ path, query, blogs }: ListBarProps) {
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = async () => {
    if (!form.current) return;
    const typed = Object.fromEntries(new FormData(form.current)) as Record<string, string>;
    const wanted = {
      genre: query.genre,
      q: typed.q?.trim() ?? '',
      tri: (typed.tri || 'modif') as TextOrder,
      etat: (typed.etat || null) as TextFilter | null,
      blog: typed.blog || null,
    };
    history.replaceState(null, '', listAddress(path, wanted));
    setBusy(true);
    await refresh();
    setBusy(false);
  };
  const showAfter = (pause: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void show(), pause);
  };
  const choice = (
    name: string,
    label: string,
    chosen: string | null,
    options: readonly (readonly [string, string])[],
  ) => (
    <label>
      <span class="unseen">{label}</span>
      <select name={name} onChange={() => showAfter(0)}>
        {options.map(([value, words]) => (
          <option key={value} value={value} selected={value === (chosen ?? '')}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <search>
      <form
        class="list-bar"
        ref={form}
        action={`${path}/contenu`}
        aria-busy={isBusy || undefined}
        onSubmit={(event) => {
          event.preventDefault();
          showAfter(0);
        }}
      >
        <input type="hidden" name="genre" value={query.genre} />
        <label>
          <span class="unseen">Rechercher un texte</span>
          <input
            type="search"
            name="q"
            placeholder="Rechercher"
            maxLength={200}
            autocomplete="off"
            defaultValue={query.q}
            onInput={() => showAfter(PAUSE_MS)}
          />
        </label>
        {choice('etat', 'État', query.etat, [['', 'Tous les états'], ...FILTERS])}
        {blogs.length > 1 &&
          choice('blog', 'Blog', query.blog, [
            ['', 'Tous les blogs'],
            ...blogs.map(({ id, titre }) => [id, isolated(titre)] as const),
          ])}
        {choice('tri', 'Ordre', query.tri, ORDERS)}
        <Button type="submit">Rechercher</Button>
      </form>
    </search>
  );
}
