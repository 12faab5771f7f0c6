/** Widths that a picture can have in a text, pixels; null is the whole width. */
const WIDTHS: readonly (readonly [width: number | null, label: string])[] = [
  [320, 'Petite'],
  [640, 'Moyenne'],
  [null, 'Entière'],
];

interface PictureFieldsProps {
  /** Name of the choice of a width, of which the page has no other. */
  readonly choice: string;
  readonly alt: string;
  readonly caption: string;
  /** Pixels; null for the whole width. */
  readonly width: number | null;
  /** The description that the library has. */
  readonly suggestion: string;
  readonly onChange: (attributes: Readonly<Record<string, unknown>>) => void;
  readonly onExchange: () => void;
  readonly onRemove: () => void;
  readonly onLeave: () => void;
}

export function PictureFields({
  choice,
  alt,
  caption,
  width,
  suggestion,
  onChange,
  onExchange,
  onRemove,
  onLeave,
}: PictureFieldsProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key leads from the fields back to the text
    <div
      class="node-fields"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onLeave();
      }}
    >
      <label>
        <span>Description pour qui ne voit pas l’image</span>
        <input
          type="text"
          value={alt}
          placeholder={suggestion}
          onInput={(event) => onChange({ alt: event.currentTarget.value })}
        />
      </label>
      <label>
        <span>Légende</span>
        <input type="text" value={caption} onInput={(event) => onChange({ caption: event.currentTarget.value })} />
      </label>
      <fieldset class="picture-widths">
        <legend>Largeur</legend>
        {WIDTHS.map(([pixels, label]) => (
          <label key={label}>
            <input
              type="radio"
              name={choice}
              checked={width === pixels}
              onChange={() => onChange({ width: pixels === null ? null : String(pixels) })}
            />
            <span>{label}</span>
          </label>
        ))}
        {WIDTHS.every(([pixels]) => pixels !== width) && (
          <label>
            <input type="radio" name={choice} checked={true} />
            <span>{width} pixels</span>
          </label>
        )}
      </fieldset>
      <span class="acts">
        <button type="button" aria-haspopup="dialog" onClick={onExchange}>
          Changer d’image
        </button>
        <button type="button" onClick={onRemove}>
          Retirer l’image
        </button>
      </span>
    </div>
  );
}
