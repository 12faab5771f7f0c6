import { type Channels, channelsOf } from '../../../../engine/language/colour.ts';
import { contrast, hexWith, opaqueHex, pairOf, READABLE, ratioText } from '../model/colour.ts';
import { textValue } from '../model/problems.ts';
import type { FieldProps } from './field-props.ts';
import { ReadLine } from './line-input.tsx';

let canvas: CanvasRenderingContext2D | null | undefined;

/** The channels of any colour that CSS writes; the browser reads what templates do not. @returns undefined for `var(--a)` and the like */
export function cssChannels(colour: string): Channels | undefined {
  const read = channelsOf(colour.trim());
  if (read || colour.trim() === '') return read;
  canvas ??= document.createElement('canvas').getContext('2d');
  if (!canvas) return undefined;
  const attempts = ['#000000', '#ffffff'].map((other) => {
    if (!canvas) return '';
    canvas.fillStyle = other;
    canvas.fillStyle = colour;
    return canvas.fillStyle;
  });
  return attempts[0] === attempts[1] ? channelsOf(attempts[0] ?? '') : undefined;
}

export function ColorField(props: FieldProps) {
  const { setting, value, isReadOnly, onChange } = props;
  const channels = cssChannels(textValue(value));
  return (
    <>
      <ReadLine
        field={props}
        class="colour"
        input={{ class: 'code', spellcheck: false, autocomplete: 'off' }}
        read={(colour) => (colour === '' || CSS.supports('color', colour) ? colour : null)}
        wrong="Ce n’est pas une couleur. Écrivez par exemple #c8501e ou tomato."
        before={
          <input
            type="color"
            aria-label={`${setting.label} : choisir la couleur`}
            value={channels ? opaqueHex(channels) : '#000000'}
            disabled={isReadOnly}
            onInput={(event) => onChange(hexWith(event.currentTarget.value, channels?.alpha ?? 1), true)}
          />
        }
      />
      <Contrast {...props} channels={channels} />
    </>
  );
}

function Contrast({ setting, siblings, channels }: FieldProps & { readonly channels: Channels | undefined }) {
  const pair = pairOf(setting, siblings.settings);
  const other = pair ? cssChannels(textValue(siblings.valueOf(pair))) : undefined;
  if (!pair || !channels || !other || channels.alpha < 1 || other.alpha < 1) return null;
  const ratio = contrast(channels, other);
  const name = pair.label.replace(/\s*[:(].*$/, '');
  return (
    <p class={ratio < READABLE ? 'contrast poor' : 'contrast'}>
      <span class="sample" style={{ color: opaqueHex(channels), background: opaqueHex(other) }} aria-hidden="true" />
      {ratio < READABLE
        ? `Contraste avec « ${name} » : ${ratioText(ratio)}. Un texte se lit mal au-dessous de 4,5 : 1.`
        : `Contraste avec « ${name} » : ${ratioText(ratio)}`}
    </p>
  );
}
