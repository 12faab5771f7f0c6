import type { PlacedSection } from '../model/placed-section.ts';
import type { TemplateModel } from '../model/theme-model.ts';
import { Entries } from './entries.tsx';
import { type StructureActs, sectionsOf } from './structure-acts.ts';

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
  const list = sectionsOf(props.template);
  if (list.entries.length === 0) return <p class="soft">Cette page n’a pas encore de section.</p>;
  return (
    <Entries
      label="Sections de la page"
      list={list}
      acts={props.acts}
      nameOf={({ name }) => name}
      opener={(section) => <SectionButton section={section} onSelect={props.onSelect} />}
    />
  );
}
