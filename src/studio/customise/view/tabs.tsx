type View = 'form' | 'preview';

const VIEWS: readonly (readonly [View, string])[] = [
  ['form', 'Réglages'],
  ['preview', 'Aperçu'],
];

/** On narrow screens the forms and the preview take turns. */
export function Tabs({ view, onView }: { readonly view: View; readonly onView: (view: View) => void }) {
  return (
    <fieldset class="turns" aria-label="Afficher">
      {VIEWS.map(([name, label]) => (
        <button key={name} type="button" aria-pressed={view === name} onClick={() => onView(name)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}
