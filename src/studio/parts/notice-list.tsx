import type { Notices } from '../unsaved/notices.ts';
import { useObservable } from './use-observable.ts';

interface NoticeListProps {
  readonly notices: Notices;
  /** The file that is shown: notices about others are not. */
  readonly path?: string | null;
  readonly onHide?: () => void;
}

/** All notices of an editor. */
export function NoticeList({ notices, path: shownPath, onHide }: NoticeListProps) {
  const shown = useObservable(notices).all.filter(({ path }) => path === undefined || path === shownPath);
  return (
    <div class="notices" role="status">
      {shown.map(({ id, tone, text, actions, isDismissible }) => (
        <div key={id} class={`notice ${tone === 'error' ? 'bad' : tone}`}>
          <span>{text}</span>
          {actions.map((action) =>
            'href' in action ? (
              <a key={action.label} class="button" href={action.href} target="_blank" rel="noopener">
                {action.label} <span class="unseen">(nouvel onglet)</span>
              </a>
            ) : (
              <button key={action.label} type="button" onClick={action.run}>
                {action.label}
              </button>
            ),
          )}
          {isDismissible ? (
            <button
              type="button"
              class="quiet"
              aria-label="Masquer ce message"
              onClick={() => {
                notices.hide(id);
                onHide?.();
              }}
            >
              <span aria-hidden="true">×</span>
            </button>
          ) : null}
        </div>
      ))}
    </div>
  );
}
