import { useEffect, useRef, useState } from 'preact/hooks';
import type { RenderedPage } from '../../../contract/previews.ts';
import { type Api, ApiRefusal } from '../../api/client.ts';
import { useObservable } from '../../parts/use-observable.ts';
import type { PreviewOptions } from '../../preview/preview.ts';
import { Preview } from '../../preview/preview.ts';
import { standIn, troubleIn } from '../../preview/reasons.ts';
import { Icon, type IconName } from './icons.tsx';
import { useStudio } from './studio-context.ts';

/** How long a change waits for further ones, milliseconds: all are shown together. */
const PAUSE_MS = 40;

/** A preview that was refused because the service is busy is asked for again after this time, milliseconds. */
const AGAIN_MS = 1_500;

/** How often changes without a pause are shown, milliseconds. */
const EVERY_MS = 200;

const WIDTHS: readonly { readonly px: number | null; readonly label: string; readonly icon: IconName }[] = [
  { px: 390, label: 'Téléphone, 390 pixels', icon: 'phone' },
  { px: 768, label: 'Tablette, 768 pixels', icon: 'tablet' },
  { px: null, label: 'Pleine largeur', icon: 'screen' },
];

const MOMENTARY: ReadonlySet<string | null> = new Set(['occupe', 'quarantaine']);

interface PreviewPaneProps {
  readonly api: Api;
  readonly nonce: string;
  readonly address: string;
  /** The section to bring into view. */
  readonly revealed: string | null;
  readonly areAssetsRead: boolean;
  readonly onNavigate: PreviewOptions['onNavigate'];
  readonly onSection: PreviewOptions['onSection'];
  readonly onRendered: (page: RenderedPage) => void;
  readonly onSignedOut: (refusal: ApiRefusal) => void;
}

interface Told {
  readonly words: string;
  readonly isBad: boolean;
}

export function PreviewPane(props: PreviewPaneProps) {
  const { session, data } = useStudio();
  const { revision } = useObservable(session.work);
  const stage = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const preview = useRef<Preview | null>(null);
  const [width, setWidth] = useState<number | null>(null);
  const [told, setTold] = useState<Told>({ words: 'L’aperçu se prépare…', isBad: false });
  const asked = useRef(0);
  // Listeners of the frame are made once and live longer than this render.
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!host.current) return;
    const made = new Preview({
      host: host.current,
      api: props.api,
      themeId: data.theme.id,
      nonce: props.nonce,
      textOf: (path) => session.texts.get(path),
      onNavigate: (address) => latest.current.onNavigate(address),
      onSection: (section) => latest.current.onSection(section),
    });
    preview.current = made;
    return () => made.close();
  }, [props.api, props.nonce, data.theme.id, session]);

  useEffect(() => {
    if (!props.areAssetsRead) return;
    let isPast = false;
    const show = async () => {
      const began = performance.now();
      asked.current = began;
      try {
        const page = await preview.current?.show({ adresse: props.address, changes: session.work.changes });
        if (!page) return;
        if (MOMENTARY.has(page.raison)) showAgain();
        latest.current.onRendered(page);
        if (latest.current.revealed) preview.current?.reveal(latest.current.revealed);
        setTold(toldOf(page, performance.now() - began));
      } catch (error) {
        if (error instanceof ApiRefusal && error.isSignedOut) latest.current.onSignedOut(error);
        if (error instanceof ApiRefusal && error.isMomentary) showAgain();
        setTold({ words: error instanceof Error ? error.message : 'L’aperçu n’a pas pu être fait.', isBad: true });
      }
    };
    let timer = setTimeout(show, performance.now() - asked.current > EVERY_MS ? 0 : PAUSE_MS);
    const showAgain = () => {
      if (!isPast) timer = setTimeout(show, AGAIN_MS);
    };
    return () => {
      isPast = true;
      clearTimeout(timer);
    };
  }, [session, props.address, revision, props.areAssetsRead]);

  useEffect(() => {
    if (props.revealed) preview.current?.reveal(props.revealed);
  }, [props.revealed]);

  const fit = useFit(stage, width);
  return (
    <section class="preview" aria-label="Aperçu du site">
      <div class="preview-bar">
        <span class="preview-address" title={props.address}>
          {new URL(data.site.adresse).host}
          {props.address}
        </span>
        <fieldset class="widths" aria-label="Largeur de l’aperçu">
          {WIDTHS.map(({ px, label, icon }) => (
            <button
              key={label}
              type="button"
              class="tool"
              aria-label={label}
              title={label}
              aria-pressed={width === px}
              onClick={() => setWidth(px)}
            >
              <Icon name={icon} />
            </button>
          ))}
        </fieldset>
        <span class={told.isBad ? 'preview-told bad' : 'preview-told'} role={told.isBad ? 'status' : undefined}>
          {told.words}
        </span>
      </div>
      <div ref={stage} class="stage">
        <div
          ref={host}
          class={width === null ? 'frame-host' : 'frame-host device'}
          style={{
            width: fit.width === null ? '100%' : `${fit.width}px`,
            height: `${100 / fit.scale}%`,
            transform: `scale(${fit.scale})`,
          }}
        />
      </div>
    </section>
  );
}

function toldOf(page: RenderedPage, all: number): Told {
  const { incidents, ms } = page;
  const trouble = troubleIn(page);
  if (trouble !== null) return { words: trouble, isBad: true };
  if (incidents.length > 0) {
    const [first] = incidents;
    return {
      words: `${incidents.length} section${incidents.length > 1 ? 's' : ''} en erreur : ${first?.message ?? ''}`,
      isBad: true,
    };
  }
  const instead = standIn(page);
  if (instead !== null) return { words: instead, isBad: false };
  return { words: `À jour en ${Math.round(all)} ms, dont ${Math.round(ms)} de rendu`, isBad: false };
}

/** Width of a page at « full width », pixels, as computers show it; a narrower pane scales the frame down. */
const COMPUTER_PX = 1280;

/** A narrower pane is that of a telephone, whose full width is the pane itself, pixels. */
const PHONE_PX = 700;

interface Fit {
  /** Width of the page in the frame, pixels; null before the pane's own is known. */
  readonly width: number | null;
  readonly scale: number;
}

/** How a page of a width fits between the borders of its place. @param wanted null for full width */
function useFit(stage: { readonly current: HTMLElement | null }, wanted: number | null): Fit {
  const [available, setAvailable] = useState(0);
  useEffect(() => {
    if (!stage.current) return;
    const observer = new ResizeObserver(([entry]) => setAvailable(entry?.contentRect.width ?? 0));
    observer.observe(stage.current);
    return () => observer.disconnect();
  }, [stage]);
  if (available === 0) return { width: null, scale: 1 };
  const width = wanted ?? (available < PHONE_PX ? available : Math.max(available, COMPUTER_PX));
  return { width, scale: Math.min(1, available / width) };
}
