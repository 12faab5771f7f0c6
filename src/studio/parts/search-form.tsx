import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { refresh } from '../live/live.tsx';
import { Button } from './button.tsx';

/** What is typed into the search is looked for after a pause of this length, milliseconds. */
const PAUSE_MS = 300;

interface SearchFormProps {
  /** Address of the page, for a browser whose script does not run yet. */
  readonly action: string;
  /** What is looked for; without it the list has filters alone. */
  readonly label?: string;
  /** What was looked for last. */
  readonly q?: string;
  /** The address of the list that is asked for by the fields. */
  readonly addressOf: (typed: Readonly<Record<string, string>>) => string;
  /** Filters, with hidden fields. @param changed a filter was changed */
  readonly children?: (changed: () => void) => ComponentChildren;
}

/** Search and filters of a list: the list changes in place, and the address of the page with it. */
export function SearchForm({ action, label, q = '', addressOf, children }: SearchFormProps) {
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = async () => {
    if (!form.current) return;
    const typed = Object.fromEntries(new FormData(form.current)) as Record<string, string>;
    history.replaceState(null, '', addressOf({ ...typed, q: typed.q?.trim() ?? '' }));
    setBusy(true);
    await refresh();
    setBusy(false);
  };
  const showAfter = (pause: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void show(), pause);
  };
  useEffect(() => {
    // Typed before the script ran.
    if (form.current && (new FormData(form.current).get('q') ?? q) !== q) showAfter(0);
    return () => clearTimeout(timer.current);
  }, []);
  return (
    <search>
      <form
        class="list-bar"
        ref={form}
        action={action}
        aria-busy={isBusy || undefined}
        onSubmit={(event) => {
          event.preventDefault();
          showAfter(0);
        }}
      >
        {label !== undefined && (
          <label>
            <span class="unseen">{label}</span>
            <input
              type="search"
              name="q"
              placeholder="Rechercher"
              maxLength={200}
              autocomplete="off"
              defaultValue={q}
              onInput={() => showAfter(PAUSE_MS)}
            />
          </label>
        )}
        {children?.(() => showAfter(0))}
        <Button type="submit">{label === undefined ? 'Montrer' : 'Rechercher'}</Button>
      </form>
    </search>
  );
}
