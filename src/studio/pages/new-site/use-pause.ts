import { useEffect, useState } from 'preact/hooks';

/** How long nothing is typed before a text counts as written, milliseconds. */
const PAUSE_MS = 300;

/** A text that is typed, once the person has paused. */
export function usePause(typed: string): string {
  const [written, setWritten] = useState(typed);
  useEffect(() => {
    const pause = setTimeout(() => setWritten(typed), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed]);
  return written;
}
