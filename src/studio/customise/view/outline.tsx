import { useState } from 'preact/hooks';
import { SETTINGS_DATA, SETTINGS_SCHEMA } from '../../../../engine/language/paths.ts';
import { Notice } from '../../parts/notice.tsx';
import { cssChannels } from '../fields/color-field.tsx';
import { opaqueHex } from '../model/colour.ts';
import { settingsIn, shownValue } from '../model/settings.ts';
import type { Group, TemplateModel } from '../model/theme-model.ts';
import { AddDialog } from './add-dialog.tsx';
import { Icon } from './icons.tsx';
import { FixedRows, Sections, type Selection } from './section-rows.tsx';
import type { StructureActs } from './structure-acts.ts';
import { useStudio } from './studio-context.ts';

interface OutlineProps {
  readonly template: TemplateModel | null;
  readonly templateName: string;
  readonly acts: StructureActs;
  readonly onTemplate: (name: string) => void;
  readonly onSelect: (selection: Selection) => void;
}

/** Everything that can be changed: the theme's own settings, and the sections of one kind of page. */
export function Outline({ template, templateName, acts, onTemplate, onSelect }: OutlineProps) {
  const { model, isReadOnly } = useStudio();
  const [isAdding, setAdding] = useState(false);
  const { groups, fixed, templates, isReadable } = model;
  return (
    <>
      <section aria-labelledby="apparence">
        <h2 id="apparence">Apparence du thème</h2>
        {isReadable.schema && isReadable.data ? (
          <ul class="groups">
            {groups.map((group) => (
              <li key={group.key}>
                <button
                  type="button"
                  class="group"
                  data-opens={`group:${group.key}`}
                  onClick={() => onSelect({ kind: 'group', key: group.key })}
                >
                  <span>{group.name}</span>
                  <Swatches group={group} />
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <Unreadable file={isReadable.schema ? SETTINGS_DATA : SETTINGS_SCHEMA} />
        )}
        {groups.length === 0 && isReadable.schema && <p class="soft">Ce thème ne déclare aucun réglage.</p>}
      </section>
      <section aria-labelledby="contenu-page">
        <h2 id="contenu-page" tabIndex={-1}>
          Contenu des pages
        </h2>
        <label class="template-choice">
          <span>Page montrée</span>
          <select onChange={(event) => onTemplate(event.currentTarget.value)}>
            {templates.map(({ name, label }) => (
              <option key={name} value={name} selected={name === templateName}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {isReadable.data && <FixedRows sections={fixed.before} label="Avant le contenu" onSelect={onSelect} />}
        {template?.isReadable === false && <Unreadable file={template.file} />}
        {template?.isReadable && <Sections template={template} acts={acts} onSelect={onSelect} />}
        {template?.isReadable && !isReadOnly && (
          <button type="button" class="add" onClick={() => setAdding(true)}>
            <Icon name="plus" /> Ajouter une section
          </button>
        )}
        {isReadable.data && <FixedRows sections={fixed.after} label="Après le contenu" onSelect={onSelect} />}
      </section>
      {isAdding && template && (
        <AddDialog
          template={template}
          acts={acts}
          onAdded={(key) => onSelect({ kind: 'section', key, isFixed: false })}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

function Unreadable({ file }: { readonly file: string }) {
  const { data } = useStudio();
  return (
    <Notice>
      {file} ne se lit pas comme du JSON : rien n’en est perdu, mais il ne se règle pas ici.{' '}
      <a href={data.adresses.code}>Modifier le code</a>
    </Notice>
  );
}

/** Colours that a group is recognised by. */
const SWATCHES = 6;

function Swatches({ group }: { readonly group: Group }) {
  const { model } = useStudio();
  const colours = settingsIn(group.items)
    .filter(({ type }) => type === 'color')
    .slice(0, SWATCHES)
    .flatMap((setting) => {
      const channels = cssChannels(String(shownValue(setting, model.current) ?? ''));
      return channels ? [opaqueHex(channels)] : [];
    });
  if (colours.length === 0) return <Icon name="next" />;
  return (
    <span class="swatches" aria-hidden="true">
      {colours.map((colour, at) => (
        <span key={at} style={{ background: colour }} />
      ))}
    </span>
  );
}
