import { useEffect, useRef, useState } from 'preact/hooks';
import { useObservable } from '../../parts/use-observable.ts';
import { Preview } from '../../preview/preview.ts';
import type { Editor } from '../state/editor.ts';
import { type PreviewState, WIDTHS, type Width } from '../state/preview-state.ts';
import { placeOf } from '../state/tabs.ts';
import { ProfileDialog } from './profile-dialog.tsx';
import { useWidth } from './use-width.ts';

interface PreviewPaneProps {
  readonly editor: Editor;
  readonly state: PreviewState;
  readonly nonce: string;
}

const WIDTH_NAMES = new Map<Width, string>([
  [390, 'Téléphone, 390 px'],
  [768, 'Tablette, 768 px'],
  [null, 'Plein écran d’un ordinateur'],
]);

export function PreviewPane({ editor, state, nonce }: PreviewPaneProps) {
  useObservable(state);
  const place = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [width, choose] = useWidth(place);
  const [isProfiled, setProfiled] = useState(false);

  useEffect(() => {
    if (!stage.current) return;
    state.attach(
      new Preview({
        host: stage.current,
        api: editor.api,
        themeId: editor.data.theme.id,
        nonce,
        textOf: (path) => editor.work.textOf(path) ?? undefined,
        onNavigate: (address) => state.go(address),
        onSection: ({ type }) => {
          const path = `sections/${type}.liquid`;
          if (editor.work.paths.includes(path)) editor.show(path);
        },
      }),
    );
    return () => state.detach();
  }, [editor, state, nonce]);

  return (
    <section class="preview" aria-label="Aperçu du thème">
      <div class="preview-bar">
        <PagePicker editor={editor} state={state} />
        <fieldset class="widths">
          <legend class="unseen">Largeur de l’aperçu</legend>
          {WIDTHS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === width}
              aria-label={WIDTH_NAMES.get(one)}
              title={WIDTH_NAMES.get(one)}
              onClick={() => choose(one)}
            >
              {one ?? 'Plein'}
            </button>
          ))}
        </fieldset>
        {editor.isReadOnly ? null : (
          <button type="button" class="profile-button" onClick={() => setProfiled(true)}>
            Profil
          </button>
        )}
      </div>
      <div class="stage-place" ref={place}>
        <div class="stage" ref={stage} />
      </div>
      <Findings editor={editor} state={state} />
      {isProfiled ? <ProfileDialog editor={editor} address={state.address} onClose={() => setProfiled(false)} /> : null}
    </section>
  );
}

function PagePicker({ editor, state }: Omit<PreviewPaneProps, 'nonce'>) {
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
function Findings({ editor, state }: Omit<PreviewPaneProps, 'nonce'>) {
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
