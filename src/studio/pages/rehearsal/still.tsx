import { useEffect, useRef, useState } from 'preact/hooks';
import type { Stills } from './stills.ts';

/** Width at which a page is laid out, pixels; the style sheet gives the frame that width. */
const LAID_OUT = 1_280;

interface StillProps {
  readonly stills: Stills;
  readonly themeId: string;
  /** Address of the page on its site. */
  readonly adresse: string;
  readonly caption: string;
}

/** A page with a theme: in a frame of an opaque origin without scripts and without links that work, scaled to its place. */
export function Still({ stills, themeId, adresse, caption }: StillProps) {
  const [words, setWords] = useState('Le rendu arrive…');
  const [html, setHtml] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current: shot } = place;
    if (!shot) return;
    const gone = new AbortController();
    void stills.take(themeId, adresse, { signal: gone.signal, say: setWords, show: setHtml });
    const scale = () => shot.style.setProperty('--scale', String(shot.clientWidth / LAID_OUT));
    const watch = new ResizeObserver(scale);
    watch.observe(shot);
    return () => {
      gone.abort();
      watch.disconnect();
    };
  }, []);
  return (
    <figure>
      <figcaption>{caption}</figcaption>
      <div class="shot" ref={place}>
        {html === null ? (
          <p>{words}</p>
        ) : (
          <iframe sandbox="" referrerpolicy="no-referrer" title={`${caption} : ${adresse}`} srcdoc={html} />
        )}
      </div>
    </figure>
  );
}
