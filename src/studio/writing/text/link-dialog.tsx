import { useState } from 'preact/hooks';
import { LinkField } from '../../links/link-field.tsx';
import type { LinkPlaces } from '../../links/link-places.ts';
import { linkProblem } from '../../links/link-problem.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field, Option } from '../../parts/field.tsx';

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

/** Asks where a link leads: an address, or a page, an article or a file of the site. */
export function LinkDialog({ link, isThere, places, onApply, onRemove, onClose }: LinkDialogProps) {
  const [address, setAddress] = useState(link.address);
  const [text, setText] = useState(link.text);
  const [isNewTab, setNewTab] = useState(link.isNewTab);
  const typed = address.trim();
  const problem = linkProblem(typed);
  return (
    <Dialog title={isThere ? 'Modifier le lien' : 'Lien'} onClose={onClose}>
      <form
        class="question link-question"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed !== '' && problem === undefined) onApply({ address: typed, text, isNewTab });
        }}
      >
        <LinkField
          name="adresse"
          label="Adresse, ou quelques mots d’une page, d’un article, d’un fichier"
          value={address}
          places={places}
          refusal={problem}
          onValue={setAddress}
        />
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
          <Button type="submit" kind="primary" disabled={typed === '' || problem !== undefined}>
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
