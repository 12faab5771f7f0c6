import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useObservable } from '../../parts/use-observable.ts';
import { InTurn } from '../../preview/in-turn.ts';
import { PreviewState } from '../../preview/preview-state.ts';
import { DESKTOP_WIDTH, Stage, useRoom, type Width, Widths } from '../../preview/stage.tsx';
import { Told } from '../../preview/told.tsx';
import { writePicturesBy } from '../../preview/write-pictures.ts';
import { ThemeStore } from '../../theme/theme-store.ts';
import { whyNoAddress } from '../problems.ts';
import { type Desk, isHome, pathWith } from '../saving.ts';
import { textSource } from '../text-source.ts';

interface PreviewPaneProps {
  readonly desk: Desk;
  readonly nonce: string;
  readonly onSignedOut: (error: unknown) => void;
}

/** A narrower pane is that of a telephone, whose full width is the pane itself, pixels. */
const PHONE_PX = 500;

/** The text as it is typed, in a theme of the site. */
export function PreviewPane({ desk, ...others }: PreviewPaneProps) {
  const { themes } = desk.data;
  const [chosen, setChosen] = useState(themes[0]?.id);
  const theme = themes.find(({ id }) => id === chosen);
  if (!theme) {
    return (
      <section class="preview" aria-label="Aperçu">
        <p class="preview-none">Le site n’a pas encore de thème : l’aperçu vient avec le premier.</p>
      </section>
    );
  }
  return (
    <ThemePreview key={theme.id} {...{ desk, ...others }} themeId={theme.id}>
      {themes.length > 1 && (
        <select
          aria-label="Thème de l’aperçu"
          value={theme.id}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {themes.map(({ id, nom, role }) => (
            <option key={id} value={id}>
              {role === 'publie' ? `${nom} (publié)` : `${nom} (brouillon)`}
            </option>
          ))}
        </select>
      )}
    </ThemePreview>
  );
}

interface ThemePreviewProps extends PreviewPaneProps {
  readonly themeId: string;
  readonly children: preact.ComponentChildren;
}

function ThemePreview({ desk, nonce, onSignedOut, themeId, children }: ThemePreviewProps) {
  const { session, data, api } = desk;
  const place = useRef<HTMLDivElement>(null);
  const room = useRoom(place);
  const [width, setWidth] = useState<Width>(null);
  const address = shownAddress(desk);
  const state = useMemo(() => {
    const made = new PreviewState({
      ...{ api: new InTurn(api), nonce, themeId, onSignedOut },
      source: textSource(session, new ThemeStore(api, themeId, 'brouillon'), data),
      pictures: writePicturesBy(data.scripts.pictures, data.site.chemin),
    });
    // The preview is of this text: its links lead nowhere.
    made.onNavigate = () => undefined;
    made.go(address);
    return made;
  }, [session, data, api, nonce, themeId, onSignedOut]);
  useObservable(state);
  useEffect(() => {
    if (state.address !== address) state.go(address);
  }, [state, address]);
  return (
    <section class="preview" aria-label="Aperçu">
      <div class="preview-bar">
        {children}
        <Widths chosen={width} choose={setWidth}>
          {(one) => (one === null ? 'Ordinateur' : one === 768 ? 'Tablette' : 'Téléphone')}
        </Widths>
        <Told state={state} />
      </div>
      <Stage
        state={state}
        isReady
        place={place}
        room={room}
        width={width ?? (room < PHONE_PX ? room : DESKTOP_WIDTH)}
      />
    </section>
  );
}

/** Where the text is looked at: at its address, or at the one that it has until a better one is chosen. */
function shownAddress(desk: Desk): string {
  const { session } = desk;
  const typed = session.textOf('slug');
  const slug =
    whyNoAddress(typed, session.isPage, isHome(session)) === null ? typed : (session.store.state.shown.slug ?? '');
  return pathWith(desk, { slug, blog_id: session.textOf('blog_id') });
}
