import { useState } from 'preact/hooks';
import type { Frame, Profile } from '../../../contract/profile.ts';
import { type Loaded, useLoaded } from '../../live/use-loaded.ts';
import { Dialog } from '../../parts/dialog.tsx';
import type { Editor } from '../state/editor.ts';
import { counted, inMs, type Measure, measurePage, troubleOf } from '../state/profile.ts';
import { ProfileFlame } from './profile-flame.tsx';
import { ProfileTable } from './profile-table.tsx';

interface ProfileDialogProps {
  readonly editor: Editor;
  /** Of the page that is measured. */
  readonly address: string;
  readonly onClose: () => void;
}

const MEASURES = [
  ['ms', 'Temps'],
  ['objets', 'Objets'],
] as const satisfies readonly (readonly [Measure, string])[];

/** What each part of the page in the preview costs, as a graph and a table; both lead to the line. */
export function ProfileDialog({ editor, address, onClose }: ProfileDialogProps) {
  const [asked, askAgain] = useState(0);
  const [measure, setMeasure] = useState<Measure>('ms');
  const loaded = useLoaded((leaving) => measurePage(editor, address, leaving), [editor, address, asked]);
  const profile = loaded.state === 'there' ? loaded.value : null;

  const lead = ({ chemin, ligne, colonne }: Frame) => {
    if (!editor.work.paths.includes(chemin)) return;
    onClose();
    editor.show(chemin, { line: ligne, column: colonne });
  };
  const frames = profile?.profil ?? [];
  return (
    <Dialog title={`Profil de ${address}`} class="profile" onClose={onClose}>
      <p class="profile-head" role="status">
        {headOf(loaded)}
      </p>
      {editor.work.changes.size > 0 ? (
        <p class="notice">C’est le thème enregistré qui est mesuré, sans ce que vous n’avez pas enregistré.</p>
      ) : null}
      {profile && frames.length > 0 ? (
        <>
          <fieldset class="widths">
            <legend class="unseen">Ce que montre la largeur</legend>
            {MEASURES.map(([one, name]) => (
              <button key={one} type="button" aria-pressed={one === measure} onClick={() => setMeasure(one)}>
                {name}
              </button>
            ))}
          </fieldset>
          <ProfileFlame key={measure} frames={frames} measure={measure} onLead={lead} />
          <ProfileTable key={`${measure} `} frames={frames} measure={measure} onLead={lead} />
        </>
      ) : null}
      <p class="acts">
        <button type="button" disabled={loaded.state === 'asked'} onClick={() => askAgain(asked + 1)}>
          Mesurer de nouveau
        </button>
        <button type="button" onClick={onClose}>
          Fermer
        </button>
      </p>
    </Dialog>
  );
}

function headOf(loaded: Loaded<Profile>): string {
  if (loaded.state === 'failed') return (loaded.failure.error as Error).message;
  if (loaded.state === 'asked') return 'La page est mesurée…';
  const profile = loaded.value;
  const reason = troubleOf(profile);
  if (profile.profil.length === 0) return reason ?? 'Rien n’a été mesuré.';
  const sum = `${inMs(profile.ms)}, ${counted(profile.objets)} objets.`;
  return reason === null ? sum : `${reason} Jusque-là : ${sum}`;
}
