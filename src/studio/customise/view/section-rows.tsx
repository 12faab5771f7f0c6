import type { PlacedSection } from '../model/placed-section.ts';
import type { TemplateModel } from '../model/theme-model.ts';
import { Icon } from './icons.tsx';
import { type Row, rowId, SortableList } from './sortable-list.tsx';
import type { StructureActs } from './structure-acts.ts';
import { useStudio } from './studio-context.ts';

/** What is shown beside the preview. */
export type Selection =
  | { readonly kind: 'outline' }
  | { readonly kind: 'group'; readonly key: string }
  | { readonly kind: 'section'; readonly key: string; readonly isFixed: boolean };

/** Sections that the layout renders: they cannot be moved. */
export function FixedRows(props: {
  readonly sections: readonly PlacedSection[];
  readonly label: string;
  readonly onSelect: (selection: Selection) => void;
}) {
  if (props.sections.length === 0) return null;
  return (
    <ul class="rows fixed" aria-label={props.label}>
      {props.sections.map((section) => (
        <li key={section.key} class={section.at === null ? 'row hidden-row' : 'row'}>
          <div class="row-line">
            <SectionButton section={section} onSelect={props.onSelect} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function SectionButton(props: { readonly section: PlacedSection; readonly onSelect: (selection: Selection) => void }) {
  const { key, name, excerpt, isFixed, sectionType, at } = props.section;
  const state = !sectionType ? 'section absente du thème' : !sectionType.isReadable ? 'réglages illisibles' : excerpt;
  return (
    <button
      type="button"
      class="row-main"
      data-opens={`section:${key}`}
      onClick={() => props.onSelect({ kind: 'section', key, isFixed })}
    >
      <span class="row-name">{name}</span>
      {state && <span class="row-about">{state}</span>}
      {at === null && <span class="unseen"> (masquée)</span>}
    </button>
  );
}

/** The sections of a page, in their order. */
export function Sections(props: {
  readonly template: TemplateModel;
  readonly acts: StructureActs;
  readonly onSelect: (selection: Selection) => void;
}) {
  const { template, acts, onSelect } = props;
  const { isReadOnly, session } = useStudio();
  const shown = template.sections.filter(({ at }) => at !== null);
  const rows = template.sections.map((section, index): Row => {
    const isHidden = section.at === null;
    return {
      id: rowId(template.sections, section),
      name: section.name,
      rank: isHidden ? null : shown.indexOf(section),
      className: isHidden ? 'hidden-row' : '',
      content: (
        <>
          <SectionButton section={section} onSelect={onSelect} />
          {!isReadOnly && (
            <button
              type="button"
              class="eye"
              aria-label={`${isHidden ? 'Montrer' : 'Masquer'} ${section.name}`}
              title={isHidden ? 'Montrer' : 'Masquer'}
              onClick={() => acts.toggleSection(template, section, index)}
            >
              <Icon name={isHidden ? 'closed' : 'eye'} />
            </button>
          )}
        </>
      ),
    };
  });
  if (rows.length === 0) return <p class="soft">Cette page n’a pas encore de section.</p>;
  return (
    <SortableList
      label="Sections de la page"
      rows={rows}
      count={shown.length}
      onMove={(move) => acts.moveSection(template, shown, move)}
      onCancel={() => session.undo()}
    />
  );
}
