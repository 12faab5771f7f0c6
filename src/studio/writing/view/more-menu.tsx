import { useRef } from 'preact/hooks';
import { copyOf } from '../copies.ts';
import { carryOut, type Desk, publicAddress } from '../saving.ts';
import { isLive, isShownLater } from '../state-words.ts';
import type { OpenDialog } from './dialogs.tsx';

interface MoreMenuProps {
  readonly desk: Desk;
  readonly openDialog: (dialog: OpenDialog) => void;
}

interface Offer {
  readonly label: string;
  readonly isAsked: boolean;
  readonly run: () => void;
}

/** What else can be done with the text: only what makes sense for it now. */
export function MoreMenu({ desk, openDialog }: MoreMenuProps) {
  const { session, data, api } = desk;
  const { state } = session.store;
  const { isNew, isPublished, endsAt, plannedFor, work } = state;
  const isWorkedOn = session.isUnsaved || Object.keys(work).length > 0;
  const opener = useRef<HTMLButtonElement>(null);
  const asks = (label: string, dialog: OpenDialog): Offer => ({
    label,
    isAsked: true,
    run() {
      // From the window the focus goes back there: the menu is closed then.
      opener.current?.focus();
      openDialog(dialog);
    },
  });
  const does = (label: string, run: () => unknown): Offer => ({ label, isAsked: false, run: () => void run() });
  const isLater = isShownLater(state);
  const offers = [
    ...(isPublished && !isLater ? [] : [asks('Publier plus tard…', 'publish')]),
    ...(isPublished && isWorkedOn ? [asks('Montrer ces changements plus tard…', 'plan')] : []),
    ...(plannedFor === null ? [] : [does('Annuler le changement prévu', () => carryOut(desk, { kind: 'callOff' }))]),
    ...(isPublished ? [asks('Retirer le…', 'end')] : []),
    ...(isPublished && endsAt !== null
      ? [does('Ne plus retirer', () => carryOut(desk, { kind: 'end', at: null }))]
      : []),
    ...(isPublished
      ? [does(isLater ? 'Annuler la publication prévue' : 'Retirer maintenant', () => carryOut(desk, { kind: 'hide' }))]
      : []),
    ...(isNew ? [] : [does('Dupliquer', () => copyOf({ session, data, api }, 'dupliquer'))]),
    ...(isNew ? [] : [asks('Supprimer', 'remove')]),
  ];
  return (
    <div class="more">
      <button type="button" ref={opener} popovertarget="plus-actions" aria-haspopup="true">
        Plus<span class="unseen"> d’actions</span>
      </button>
      <div id="plus-actions" popover>
        <ul>
          {offers.map(({ label, isAsked, run }) => (
            <li key={label}>
              <button
                type="button"
                popovertarget="plus-actions"
                popovertargetaction="hide"
                aria-haspopup={isAsked ? 'dialog' : undefined}
                onClick={run}
              >
                {label}
              </button>
            </li>
          ))}
          {isLive(state) && (
            <li>
              <a href={publicAddress(desk)} target="_blank" rel="noopener">
                Voir sur le site <span class="unseen">(nouvel onglet)</span>
              </a>
            </li>
          )}
          {offers.length === 0 && <li class="soft">Rien pour l’instant : écrivez et enregistrez d’abord.</li>}
        </ul>
      </div>
    </div>
  );
}
