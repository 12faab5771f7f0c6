import { type ComponentType, Fragment } from 'preact';
import { useId } from 'preact/hooks';
import type { SettingType } from '../../../../engine/language/setting-types.ts';
import type { Placed } from '../model/placed-section.ts';
import { problemOf } from '../model/problems.ts';
import { type Setting, settingsIn, shownValue } from '../model/settings.ts';
import { ownValue } from '../model/values.ts';
import { Icon } from '../view/icons.tsx';
import { useStudio } from '../view/studio-context.ts';
import { CheckboxField, MenuField, RadioField, SelectField } from './choice-fields.tsx';
import { ColorField } from './color-field.tsx';
import type { FieldProps, Siblings } from './field-props.ts';
import { FontField } from './font-field.tsx';
import { ImageField } from './image-field.tsx';
import { UrlField, VideoField } from './link-fields.tsx';
import { RichTextField } from './rich-text-field.tsx';
import { NumberField, RangeField, TextAreaField, TextField, UnknownField } from './text-fields.tsx';

/** The field of each type of setting. */
const FIELDS: Readonly<Record<SettingType | 'inconnu', ComponentType<FieldProps>>> = {
  text: TextField,
  textarea: TextAreaField,
  richtext: RichTextField,
  number: NumberField,
  range: RangeField,
  checkbox: CheckboxField,
  select: SelectField,
  radio: RadioField,
  color: ColorField,
  image_picker: ImageField,
  url: UrlField,
  menu_picker: MenuField,
  video_url: VideoField,
  font_picker: FontField,
  inconnu: UnknownField,
};

/** The fields of a list of settings. */
export function Fields({ items, values, place }: Pick<Placed, 'items' | 'values' | 'place'>) {
  const siblings: Siblings = { settings: settingsIn(items), valueOf: (setting) => shownValue(setting, values) };
  return (
    <div class="fields">
      {items.map((item, at) =>
        item.kind === 'setting' ? (
          <Field key={item.id} setting={item} values={values} place={place} siblings={siblings} />
        ) : item.isParagraph ? (
          <p key={`mot-${at}`} class="about">
            {item.text}
          </p>
        ) : (
          <Fragment key={`mot-${at}`}>
            <h3>{item.text}</h3>
            {item.info && <p class="about">{item.info}</p>}
          </Fragment>
        ),
      )}
    </div>
  );
}

/** The fields of a section or a block. */
export const FieldsOf = ({ of: { items, values, place } }: { readonly of: Placed }) => (
  <Fields items={items} values={values} place={{ file: place.file, path: [...place.path, 'settings'] }} />
);

interface OneField extends Pick<Placed, 'values' | 'place'> {
  readonly setting: Setting;
  readonly siblings: Siblings;
}

function Field({ setting, values, place, siblings }: OneField) {
  const { isReadOnly, setValue, resetValue } = useStudio();
  const id = useId();
  const stored = ownValue(values, setting.id);
  const value = shownValue(setting, values);
  const problem = problemOf(setting, stored);
  const isOwn = stored !== undefined && JSON.stringify(stored) !== JSON.stringify(setting.byDefault);
  const canReset = isOwn && setting.byDefault !== undefined && !isReadOnly;
  const describedBy = [setting.info && `${id}-info`, problem && `${id}-mal`].filter(Boolean).join(' ') || undefined;
  const Control = FIELDS[setting.type];
  const control = (
    <Control
      setting={setting}
      value={value}
      id={id}
      describedBy={describedBy}
      isReadOnly={isReadOnly}
      siblings={siblings}
      onChange={(next, isTyped, others) => setValue(place, { ...others, [setting.id]: next }, setting.label, isTyped)}
    />
  );
  const words = (
    <>
      {setting.info && (
        <p class="about" id={`${id}-info`}>
          {setting.info}
        </p>
      )}
      {problem && (
        <p class="problem" id={`${id}-mal`}>
          {problem}
        </p>
      )}
    </>
  );
  const reset = canReset && (
    <button
      type="button"
      class="reset"
      aria-label={`Revenir à la valeur du thème : ${setting.label}`}
      title="Revenir à la valeur du thème"
      onClick={() => resetValue(place, setting.id, setting.label)}
    >
      <Icon name="reset" />
    </button>
  );
  if (setting.type === 'radio') {
    return (
      <fieldset class="field" aria-describedby={describedBy}>
        <legend>
          <span class="name-line">
            <span>{setting.label}</span>
          </span>
        </legend>
        {control}
        {words}
        {reset}
      </fieldset>
    );
  }
  if (setting.type === 'checkbox') {
    return (
      <div class="field">
        <div class="name-line">
          {control}
          {reset}
        </div>
        {words}
      </div>
    );
  }
  return (
    <div class="field">
      <div class="name-line">
        <label id={setting.type === 'richtext' ? `${id}-nom` : undefined} for={id}>
          {setting.label}
        </label>
        {reset}
      </div>
      {control}
      {words}
    </div>
  );
}
