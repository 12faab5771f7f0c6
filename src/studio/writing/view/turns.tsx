import type { Layout, Part } from './use-layout.ts';

const TURNS: readonly (readonly [Part, string])[] = [
  ['text', 'Texte'],
  ['side', 'Réglages'],
  ['preview', 'Aperçu'],
];

/** On narrow screens the parts of the page take turns. */
export function Turns({ layout }: { readonly layout: Layout }) {
  if (!layout.isNarrow) return null;
  return (
    <fieldset class="turns" aria-label="Afficher">
      {TURNS.map(([part, label]) => (
        <button key={part} type="button" aria-pressed={layout.shown.includes(part)} onClick={() => layout.open(part)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}
