import type { ComponentChildren } from 'preact';

/** What the page has to tell. */
export interface Notice {
  readonly kind: 'info' | 'warn' | 'bad';
  readonly words: ComponentChildren;
  /** Offers to undo the last act; removed after the next act. */
  readonly undoes?: string;
  readonly acts?: readonly { readonly label: string; readonly run: () => void }[];
}

export function NoticeBar({ notice, onClose }: { readonly notice: Notice; readonly onClose: () => void }) {
  return (
    <div class={notice.kind === 'bad' ? 'notice bad bar' : `notice bar ${notice.kind}`}>
      <p>{notice.words}</p>
      <span class="acts">
        {notice.acts?.map(({ label, run }) => (
          <button key={label} type="button" onClick={run}>
            {label}
          </button>
        ))}
        <button type="button" class="plain" onClick={onClose}>
          Fermer
        </button>
      </span>
    </div>
  );
}

/** Says that the session has ended: after a sign-in in another tab, work goes on in this one. */
export const signedOutNotice = (retry: () => void): Notice => ({
  kind: 'bad',
  words: (
    <>
      Votre session est terminée. Rien de ce que vous avez changé n’est perdu :{' '}
      <a href="/connexion" target="_blank" rel="noopener">
        reconnectez-vous dans un nouvel onglet
      </a>
      , puis revenez enregistrer ici.
    </>
  ),
  acts: [{ label: 'Réessayer', run: retry }],
});
