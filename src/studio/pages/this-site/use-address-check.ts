import { useEffect, useState } from 'preact/hooks';
import { Api } from '../../api/client.ts';

const api = new Api(null);

/** How long nothing is typed before an address is asked about, milliseconds. */
const PAUSE_MS = 300;

/**
 * Asks whether an address is free, while it is typed: after a pause, and one question at a time.
 * @param slug null where nothing is to be asked
 * @returns null while nobody knows
 */
export function useAddressCheck(slug: string | null): boolean | null {
  const [known, setKnown] = useState<{ readonly slug: string; readonly isFree: boolean } | null>(null);
  useEffect(() => {
    if (slug === null) return;
    const left = new AbortController();
    const pause = setTimeout(async () => {
      // A failed question says nothing: the change itself tells what is wrong.
      const answer = await api
        .send<{ libre: boolean }>('/api/sites/adresse', { query: { slug }, signal: left.signal })
        .catch(() => null);
      if (answer) setKnown({ slug, isFree: answer.libre });
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
      left.abort();
    };
  }, [slug]);
  return known && known.slug === slug ? known.isFree : null;
}
