import { useEffect, useState } from 'preact/hooks';
import type { ThemePageData } from '../../theme/props.ts';
import { textValue } from '../model/problems.ts';
import { useStudio } from '../view/studio-context.ts';
import type { FieldProps } from './field-props.ts';

type Family = ThemePageData['polices'][number];

const loaded = new Set<string>();

/** Loads the face of a family that specimens are set in. */
function load({ nom, adresse }: Family): void {
  if (loaded.has(adresse)) return;
  loaded.add(adresse);
  const face = new FontFace(`Essai ${nom}`, `url("${adresse}")`, { display: 'swap' });
  document.fonts.add(face);
  // A specimen whose face does not load is shown in a fallback font.
  face.load().catch(() => undefined);
}

const faceOf = (family: Family | undefined): string =>
  family ? `"Essai ${family.nom}", ${family.pile}` : 'system-ui, sans-serif';

export function FontField({ setting, value, id, describedBy, isReadOnly, onChange }: FieldProps) {
  const { polices } = useStudio().data;
  const [isOpen, setOpen] = useState(false);
  const stored = textValue(value);
  const family = polices.find((one) => one.id === stored);
  useEffect(() => {
    for (const one of isOpen ? polices : family ? [family] : []) load(one);
  }, [isOpen, family, polices]);

  const name = family?.nom ?? (stored === 'systeme' ? 'Police de l’appareil' : stored === '' ? 'Aucune' : stored);
  const row = (fontId: string, label: string, one: Family | undefined) => (
    <label key={fontId} class="font" style={{ fontFamily: faceOf(one) }}>
      <input type="radio" name={`${id}-police`} checked={stored === fontId} onChange={() => onChange(fontId)} />
      <span>{label}</span>
    </label>
  );
  return (
    <div class="stack">
      <button
        id={id}
        type="button"
        class="font-now"
        aria-expanded={isOpen}
        aria-describedby={describedBy}
        disabled={isReadOnly}
        onClick={() => setOpen(!isOpen)}
      >
        <span style={{ fontFamily: faceOf(family) }}>{name}</span>
        <span class="unseen"> – {setting.label}</span>
      </button>
      {isOpen && (
        <fieldset class="fonts">
          <legend class="unseen">{setting.label}</legend>
          {row('systeme', 'Police de l’appareil (rien à charger)', undefined)}
          {polices.map((one) => row(one.id, one.nom, one))}
        </fieldset>
      )}
    </div>
  );
}
