import type { Editor } from '../state/editor.ts';

/** All notices; a notice about one file is shown with that file. */
export function NoticeList({ editor }: { readonly editor: Editor }) {
  const { active } = editor.tabs;
  const shown = editor.notices.all.filter(({ path }) => path === undefined || path === active);
  return (
    <div class="notices" aria-live="polite">
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
                editor.notices.hide(id);
                editor.announce('');
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
