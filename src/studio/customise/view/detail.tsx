import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { SETTINGS_DATA } from '../../../../engine/language/paths.ts';
import { Notice } from '../../parts/notice.tsx';
import { Fields, FieldsOf } from '../fields/field.tsx';
import type { PlacedSection } from '../model/placed-section.ts';
import { settingsIn } from '../model/settings.ts';
import type { Group, TemplateModel } from '../model/theme-model.ts';
import { AddDialog } from './add-dialog.tsx';
import { Blocks } from './blocks.tsx';
import { EntryTools } from './entry-tools.tsx';
import { type StructureActs, sectionsOf } from './structure-acts.ts';
import { useStudio } from './studio-context.ts';
import { Tool } from './tool.tsx';

/** A panel in place of the outline, with a way back. Its title gets the focus. */
function Panel(props: { readonly title: string; readonly onBack: () => void; readonly children: ComponentChildren }) {
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <div class="panel-head">
        <Tool icon="back" label="Retour à la liste" run={props.onBack} />
        <h2 ref={title} tabIndex={-1}>
          {props.title}
        </h2>
      </div>
      {props.children}
    </>
  );
}

export function GroupPanel({ group, onBack }: { readonly group: Group; readonly onBack: () => void }) {
  const { model } = useStudio();
  return (
    <Panel title={group.name} onBack={onBack}>
      <Fields items={group.items} values={model.current} place={{ file: SETTINGS_DATA, path: model.currentPath }} />
    </Panel>
  );
}

interface SectionPanelProps {
  readonly section: PlacedSection;
  readonly template: TemplateModel | null;
  readonly acts: StructureActs;
  readonly onBack: () => void;
  readonly onSelect: (key: string) => void;
}

export function SectionPanel({ section, template, acts, onBack, onSelect }: SectionPanelProps) {
  const { isReadOnly, data } = useStudio();
  const { sectionType, items } = section;
  return (
    <Panel title={section.name} onBack={onBack}>
      {template && !section.isFixed && !isReadOnly && (
        <SectionTools section={section} template={template} acts={acts} onBack={onBack} onSelect={onSelect} />
      )}
      {section.at === null && (
        <Notice>
          Cette section est masquée : les visiteurs ne la voient pas.
          {section.isFixed && !isReadOnly && (
            <>
              {' '}
              <button type="button" onClick={() => acts.showFixed(section)}>
                Montrer
              </button>
            </>
          )}
        </Notice>
      )}
      {!sectionType && (
        <Notice>
          Le thème n’a pas de section « {section.type} » : les visiteurs n’en voient rien. Ses valeurs sont gardées.
        </Notice>
      )}
      {sectionType && !sectionType.isReadable && (
        <Notice>
          Les réglages de cette section ne se lisent pas : le bloc schema de sections/{section.type}.liquid n’est pas du
          JSON. Ses valeurs sont gardées. <a href={data.adresses.code}>Modifier le code</a>
        </Notice>
      )}
      {sectionType?.isReadable &&
        settingsIn(items).length === 0 &&
        section.blocks.length === 0 &&
        sectionType.blocks.length === 0 && <p class="soft">Cette section n’a pas de réglage.</p>}
      <FieldsOf of={section} />
      {sectionType && (sectionType.blocks.length > 0 || section.blocks.length > 0) && (
        <Blocks section={section} acts={acts} />
      )}
    </Panel>
  );
}

function SectionTools({
  section,
  template,
  acts,
  onBack,
  onSelect,
}: SectionPanelProps & { readonly template: TemplateModel }) {
  const [isAdding, setAdding] = useState(false);
  const list = sectionsOf(template);
  const isHidden = section.at === null;
  return (
    <EntryTools
      label={`Section ${section.name}`}
      list={list}
      entry={section}
      acts={acts}
      onCopied={(key) => key && onSelect(key)}
      onRemoved={onBack}
    >
      <Tool
        icon={isHidden ? 'closed' : 'eye'}
        label={isHidden ? 'Montrer' : 'Masquer'}
        run={() => acts.toggle(list, section)}
      />
      <Tool icon="plus" label="Ajouter une section après" run={() => setAdding(true)} />
      {isAdding && (
        <AddDialog
          template={template}
          acts={acts}
          after={section}
          onAdded={onSelect}
          onClose={() => setAdding(false)}
        />
      )}
    </EntryTools>
  );
}
