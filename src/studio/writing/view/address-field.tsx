import { useEffect, useState } from 'preact/hooks';
import { isProposed } from '../address.ts';
import { TAKEN, whyNoAddress } from '../problems.ts';
import { type Desk, pathWith } from '../saving.ts';
import { MovedAddress } from './moved-address.tsx';

/** A person who still types an address is told of it after this pause, milliseconds. */
const PAUSE_MS = 350;

interface FreeAddress {
  readonly libre: boolean;
  /** A free address that is like it. */
  readonly proposee: string;
}

interface Found extends FreeAddress {
  readonly slug: string;
  readonly blog: string;
}

/** Whether an address is free, asked while it is typed. An address that nobody has chosen gives way to a free one by itself. */
function useFreedom({ session, data, api }: Desk, isAsked: boolean): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  const slug = session.textOf('slug');
  const blog = session.textOf('blog_id');
  const title = session.textOf('titre');
  useEffect(() => {
    if (!isAsked) return undefined;
    const leaving = new AbortController();
    const ask = async () => {
      const query = { genre: data.genre, slug, sauf: data.id, ...(blog !== '' && { blog }) };
      const free = await api.send<FreeAddress>('/api/adresses-libres', { query, signal: leaving.signal });
      if (leaving.signal.aborted) return;
      setFound({ ...free, slug, blog });
      if (!free.libre && isProposed(slug, title) && !session.store.state.isPublished)
        session.change('slug', free.proposee);
    };
    // Without an answer the publication tells.
    const timer = setTimeout(() => void ask().catch(() => undefined), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [slug, blog, isAsked]);
  return found?.slug === slug && found.blog === blog ? found : null;
}

/** The address of the text. @param isFixed of the home page, which has none of its own */
export function AddressField({ desk, isFixed }: { readonly desk: Desk; readonly isFixed: boolean }) {
  const { session, data } = desk;
  const isReadOnly = data.lectureSeule !== null;
  const slug = session.textOf('slug');
  const { isNew, isPublished, shown } = session.store.state;
  const why = whyNoAddress(slug, session.isPage, isFixed);
  const isOwn = !isNew && isPublished && slug === shown.slug && session.textOf('blog_id') === (shown.blog_id ?? '');
  const free = useFreedom(desk, !isReadOnly && !isFixed && why === null && !isOwn);
  const refusal = session.problems.slug ?? (slug === '' ? null : why) ?? (free && !free.libre ? TAKEN : null);
  const whole = data.site.adresse + pathWith(desk, { slug, blog_id: session.textOf('blog_id') });
  const ids = ['adresse-entiere', refusal === null ? [] : 'refus-slug'].flat().join(' ');
  return (
    <div class="field">
      <label for="slug">Adresse</label>
      <input
        id="slug"
        type="text"
        value={slug}
        maxLength={80}
        readOnly={isReadOnly || isFixed}
        spellcheck={false}
        autocapitalize="off"
        aria-invalid={refusal === null ? undefined : 'true'}
        aria-describedby={ids}
        onInput={({ currentTarget }) => session.change('slug', currentTarget.value.trim())}
      />
      <p class="about" id="adresse-entiere">
        {whole}
      </p>
      {refusal !== null && (
        <p class="problem" id="refus-slug" role="status">
          {refusal}
        </p>
      )}
      {free && !free.libre && (
        <button type="button" class="hint" onClick={() => session.change('slug', free.proposee)}>
          Prendre « {free.proposee} »
        </button>
      )}
      {!isNew && isPublished && !isOwn && !isReadOnly && <MovedAddress desk={desk} />}
    </div>
  );
}
