import { useState } from 'preact/hooks';
import { videoSource } from '../../../../engine/language/addresses.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';

const PLAYERS = {
  youtube: { host: 'YouTube', player: 'https://www.youtube-nocookie.com/embed/' },
  vimeo: { host: 'Vimeo', player: 'https://player.vimeo.com/video/' },
} as const;

export interface VideoWords {
  /** Address of the player. */
  readonly src: string;
  readonly title: string;
}

/** The player of a video by the address that people copy; null for an address of no known host. */
function playerOf(address: string): { readonly host: string; readonly src: string } | null {
  const source = videoSource(address.trim());
  if (!source) return null;
  const { host, player } = PLAYERS[source.type];
  return { host, src: player + source.id };
}

/** Asks for the address of a video. */
export function VideoDialog(props: { readonly onApply: (video: VideoWords) => void; readonly onClose: () => void }) {
  const [address, setAddress] = useState('');
  const [title, setTitle] = useState('');
  const player = playerOf(address);
  return (
    <Dialog title="Vidéo" onClose={props.onClose}>
      <form
        class="question"
        onSubmit={(event) => {
          event.preventDefault();
          if (player) props.onApply({ src: player.src, title: title.trim() || `Vidéo ${player.host}` });
        }}
      >
        <Field
          name="video"
          label="Adresse de la vidéo, sur YouTube ou Vimeo"
          placeholder="https://www.youtube.com/watch?v=…"
          autoComplete="off"
          spellcheck={false}
          value={address}
          help={player ? `Vidéo reconnue : ${player.host}.` : undefined}
          refusal={
            address.trim() !== '' && !player
              ? 'Cette adresse n’est ni celle d’une vidéo de YouTube, ni celle d’une vidéo de Vimeo.'
              : undefined
          }
          onInput={(event) => setAddress(event.currentTarget.value)}
        />
        <Field
          name="titre-video"
          label="Titre, pour qui ne voit pas la vidéo"
          isOptional
          value={title}
          onInput={(event) => setTitle(event.currentTarget.value)}
        />
        <p class="acts">
          <Button type="submit" kind="primary" disabled={!player}>
            Ajouter la vidéo
          </Button>{' '}
          <Button onClick={props.onClose}>Annuler</Button>
        </p>
      </form>
    </Dialog>
  );
}
