import { useEffect, useRef, useState } from 'preact/hooks';
import { DESKTOP_WIDTH, useRoom } from '../../preview/stage.tsx';

interface Shown {
  readonly page: string;
  readonly isLoaded: boolean;
}

interface LiveFrameProps {
  /** The whole document; null for none. */
  readonly page: string | null;
  readonly title: string;
}

/**
 * A page as a picture: in a frame of opaque origin that nothing can enter, laid out as on a desktop and scaled down. A newer page stands behind the
 * one before until it is there.
 */
export function LiveFrame({ page, title }: LiveFrameProps) {
  const place = useRef<HTMLDivElement>(null);
  const room = useRoom(place);
  const [frames, setFrames] = useState<readonly Shown[]>([]);
  useEffect(() => {
    setFrames((before) => {
      if (page === null) return [];
      const known = before.find((one) => one.page === page);
      return known ? [known] : [...before.filter((one) => one.isLoaded), { page, isLoaded: false }];
    });
  }, [page]);
  const load = (page: string) =>
    setFrames((before) => (before.some((one) => one.page === page) ? [{ page, isLoaded: true }] : before));
  return (
    <div class="live" ref={place} inert>
      {frames.map((one) => (
        <iframe
          key={one.page}
          class={one.isLoaded ? undefined : 'arriving'}
          title={title}
          sandbox="allow-scripts"
          referrerpolicy="no-referrer"
          srcdoc={one.page}
          style={{ width: `${DESKTOP_WIDTH}px`, transform: `scale(${room / DESKTOP_WIDTH})` }}
          onLoad={() => load(one.page)}
        />
      ))}
    </div>
  );
}
