import { useEffect, useState } from 'preact/hooks';
import { isLink, LINK_UNITS } from '../../../content/links.ts';
import { meantAddress } from '../../customise/model/links.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field, Option } from '../../parts/field.tsx';
import { Name } from '../../parts/name.tsx';
import type { LinkPlace, LinkPlaces } from './link-places.ts';

/** The search waits so long for the next key, milliseconds. */
const PAUSE_MS = 200;

export interface LinkWords {
  readonly address: string;
  /** The text that carries the link; null where the link goes on what is selected. */
  readonly text: string | null;
  readonly isNewTab: boolean;
}

interface LinkDialogProps {
  readonly link: LinkWords;
  /** Whether a link is there already. */
  readonly isThere: boolean;
  readonly places: LinkPlaces;
  readonly onApply: (link: LinkWords) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** Words to look for in what is typed: a full address needs no search. */
const wordsOf = (address: string): string | null =>
  /^(?:[a-z]+:|#|\?)/i.test(address) ? null : address.replace(/^\/+/, '');

function usePlaces(places: LinkPlaces, address: string): readonly LinkPlace[] | string {
  const [found, setFound] = useState<readonly LinkPlace[] | string>([]);
  useEffect(() => {
    const words = wordsOf(address.trim());
    const leaving = new AbortController();
    const tell = (next: readonly LinkPlace[] | string) => {
      if (!leaving.signal.aborted) setFound(next);
    };
    if (words === null) tell([]);
    const timer = setTimeout(() => {
      if (words !== null) places.find(words, leaving.signal).then(tell, (error) => tell((error as Error).message));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [places, address]);
  return found;
}

/** Asks where a link leads: an address, or a page, an article or a file of the site. */
export function LinkDialog({ link, isThere, places, onApply, onRemove, onClose }: LinkDialogProps) {
  const [address, setAddress] = useState(link.address);
  const [text, setText] = useState(link.text);
  const [isNewTab, setNewTab] = useState(link.isNewTab);
  const found = usePlaces(places, address);
  const typed = address.trim();
  const meant = meantAddress(typed);
  const isWrong = typed !== '' && (!isLink(typed) || typed.length > LINK_UNITS);
  return (
    <Dialog title={isThere ? 'Modifier le lien' : 'Lien'} onClose={onClose}>
      <form
        class="question link-question"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed !== '' && !isWrong) onApply({ address: typed, text, isNewTab });
        }}
      >
        <Field
          name="adresse"
          label="Adresse, ou quelques mots d’une page, d’un article, d’un fichier"
          autoComplete="off"
          spellcheck={false}
          value={address}
          refusal={
            isWrong
              ? 'Cette adresse n’est pas admise : un lien mène à une page, un fichier, https://…, mailto:… ou tel:…'
              : undefined
          }
          onInput={(event) => setAddress(event.currentTarget.value)}
        />
        {meant && (
          <Button kind="quiet" onClick={() => setAddress(meant)}>
            Écrire « {meant} »
          </Button>
        )}
        {typeof found === 'string' ? (
          <p class="refusal" role="alert">
            {found}
          </p>
        ) : (
          found.length > 0 && (
            <ul class="link-places" aria-label="Pages, articles et fichiers du site">
              {found.map((place) => (
                <li key={place.address}>
                  <button
                    type="button"
                    aria-pressed={place.address === typed}
                    onClick={() => setAddress(place.address)}
                  >
                    <Name of={place.title} /> <span class="soft">{place.kind}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        )}
        {text !== null && (
          <Field
            name="texte"
            label="Mots du lien"
            isOptional
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
        <Option
          type="checkbox"
          name="onglet"
          checked={isNewTab}
          onChange={(event) => setNewTab(event.currentTarget.checked)}
        >
          Ouvrir dans un nouvel onglet
        </Option>
        <p class="acts">
          <Button type="submit" kind="primary" disabled={typed === '' || isWrong}>
            {isThere ? 'Modifier le lien' : 'Poser le lien'}
          </Button>{' '}
          {isThere && (
            <>
              <Button onClick={onRemove}>Retirer le lien</Button>{' '}
            </>
          )}
          <Button onClick={onClose}>Annuler</Button>
        </p>
      </form>
    </Dialog>
  );
}
