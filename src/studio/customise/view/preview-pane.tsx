import { useRef, useState } from 'preact/hooks';
import { useObservable } from '../../parts/use-observable.ts';
import type { PreviewState } from '../../preview/preview-state.ts';
import { DESKTOP_WIDTH, Stage, useRoom, type Width, Widths } from '../../preview/stage.tsx';
import { Told } from '../../preview/told.tsx';
import { Icon } from './icons.tsx';
import { useStudio } from './studio-context.ts';

interface PreviewPaneProps {
  readonly state: PreviewState;
  /** Whether the files are read that only the preview needs. */
  readonly isReady: boolean;
}

/** A narrower pane is that of a telephone, whose full width is the pane itself, pixels. */
const PHONE_PX = 700;

export function PreviewPane({ state, isReady }: PreviewPaneProps) {
  const { data } = useStudio();
  const { address } = useObservable(state);
  const place = useRef<HTMLDivElement>(null);
  const room = useRoom(place);
  const [width, setWidth] = useState<Width>(null);
  return (
    <section class="preview" aria-label="Aperçu du site">
      <div class="preview-bar">
        <span class="preview-address" title={address}>
          {new URL(data.site.adresse).host}
          {address}
        </span>
        <Widths chosen={width} choose={setWidth} class="tool">
          {(one) => <Icon name={one === null ? 'screen' : one === 768 ? 'tablet' : 'phone'} />}
        </Widths>
        <Told state={state} />
      </div>
      <Stage
        state={state}
        isReady={isReady}
        place={place}
        room={room}
        width={width ?? (room < PHONE_PX ? room : Math.max(room, DESKTOP_WIDTH))}
      />
    </section>
  );
}
