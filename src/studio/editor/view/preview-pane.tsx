import { useRef, useState } from 'preact/hooks';
import { keepItem, keptItem } from '../../kept-items.ts';
import { useObservable } from '../../parts/use-observable.ts';
import type { PreviewState } from '../../preview/preview-state.ts';
import { DESKTOP_WIDTH, Stage, useRoom, type Width, Widths } from '../../preview/stage.tsx';
import type { Editor } from '../state/editor.ts';
import { placeOf } from '../state/tabs.ts';
import { ProfileDialog } from './profile-dialog.tsx';

interface PreviewPaneProps {
  readonly editor: Editor;
  readonly state: PreviewState;
}

const KEPT_AS = 'vitrine-editeur-largeur';

/** @returns the width that was chosen last; undefined when none was */
const keptWidth = (): Width | undefined =>
  new Map<string | null, Width>([
    ['390', 390],
    ['768', 768],
    ['null', null],
  ]).get(keptItem('localStorage', KEPT_AS));

/** The widest device that fits without scaling: shown until somebody chooses. */
function fittingWidth(room: number): Width {
  if (room >= DESKTOP_WIDTH) return null;
  return room >= 768 ? 768 : 390;
}

export function PreviewPane({ editor, state }: PreviewPaneProps) {
  useObservable(state);
  const place = useRef<HTMLDivElement>(null);
  const room = useRoom(place);
  const [chosen, setChosen] = useState(keptWidth);
  const width = chosen === undefined ? fittingWidth(room) : chosen;
  const [isProfiled, setProfiled] = useState(false);
  const choose = (next: Width) => {
    keepItem('localStorage', KEPT_AS, String(next));
    setChosen(next);
  };
  return (
    <section class="preview" aria-label="Aperçu du thème">
      <div class="preview-bar">
        <PagePicker editor={editor} state={state} />
        <Widths chosen={width} choose={choose}>
          {(one) => one ?? 'Plein'}
        </Widths>
        {editor.isReadOnly ? null : (
          <button type="button" class="profile-button" onClick={() => setProfiled(true)}>
            Profil
          </button>
        )}
      </div>
      <Stage
        state={state}
        isReady={editor.isReady}
        place={place}
        room={room}
        width={width ?? Math.max(room, DESKTOP_WIDTH)}
      />
      <Findings editor={editor} state={state} />
      {isProfiled ? <ProfileDialog editor={editor} address={state.address} onClose={() => setProfiled(false)} /> : null}
    </section>
  );
}

function PagePicker({ editor, state }: PreviewPaneProps) {
  const { pages } = editor.data;
  const isListed = pages.some(({ adresse }) => adresse === state.address);
  const hasHome = pages.some(({ adresse }) => adresse === '/');
  return (
    <select
      aria-label="Page montrée"
      value={state.address}
      onChange={({ currentTarget }) => state.go(currentTarget.value)}
    >
      {hasHome ? null : <option value="/">Accueil</option>}
      {isListed || state.address === '/' ? null : <option value={state.address}>{state.address}</option>}
      {pages.map(({ titre, adresse }) => (
        <option key={adresse} value={adresse}>
          {titre} – {adresse}
        </option>
      ))}
    </select>
  );
}

/** The time of the last preview, and what failed in it. */
function Findings({ editor, state }: PreviewPaneProps) {
  const { page, took, trouble } = state;
  return (
    <div class="preview-foot">
      <p class="took">
        {took === null ? 'Aperçu en cours…' : `Aperçu en ${took} ms`}
        {page?.gabarit ? <span class="soft"> · templates/{page.gabarit}.json</span> : null}
      </p>
      {trouble === null ? null : <p class="trouble">{trouble}</p>}
      {page && page.incidents.length > 0 ? (
        <ul class="incidents" aria-label="Erreurs à l’affichage">
          {page.incidents.map((incident) => {
            const { chemin, ligne, message } = incident;
            return (
              <li key={`${chemin}:${ligne}:${message}`}>
                <button type="button" class="link" onClick={() => editor.show(chemin, placeOf(incident))}>
                  {chemin}
                  {ligne === undefined ? '' : `, ligne ${ligne}`}
                </button>{' '}
                {message}
              </li>
            );
          })}
        </ul>
      ) : null}
    </div>
  );
}
