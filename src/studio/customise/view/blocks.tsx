import { useRef, useState } from 'preact/hooks';
import { Notice } from '../../parts/notice.tsx';
import { FieldsOf } from '../fields/field.tsx';
import type { PlacedBlock, PlacedSection } from '../model/placed-section.ts';
import { settingsIn } from '../model/settings.ts';
import { fullReason } from '../model/structure.ts';
import { Entries } from './entries.tsx';
import { EntryTools } from './entry-tools.tsx';
import { Icon } from './icons.tsx';
import { blocksOf, type StructureActs } from './structure-acts.ts';
import { useStudio } from './studio-context.ts';

const nameOf = ({ name, excerpt }: PlacedBlock): string => (excerpt ? `${name} « ${excerpt} »` : name);

/** The blocks of a section: opened in place, moved, hidden, removed, added as far as the schema allows. */
export function Blocks({ section, acts }: { readonly section: PlacedSection; readonly acts: StructureActs }) {
  const { isReadOnly } = useStudio();
  const [open, setOpen] = useState<string | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { sectionType } = section;
  const list = blocksOf(section);
  const count = list.shown.length;
  const most = sectionType?.maxBlocks;

  const opener = ({ key, name, excerpt, at, isBeyond }: PlacedBlock) => (
    <button
      type="button"
      class="row-main"
      aria-expanded={open === key}
      onClick={() => setOpen(open === key ? null : key)}
    >
      <span class="row-name">{excerpt ?? name}</span>
      {excerpt && <span class="row-about">{name}</span>}
      {at === null && <span class="unseen"> (masqué)</span>}
      {isBeyond && <span class="row-about">au-delà de la limite : pas montré</span>}
    </button>
  );
  const body = (block: PlacedBlock) => (
    <>
      {!isReadOnly && (
        <EntryTools
          label={nameOf(block)}
          list={list}
          entry={block}
          acts={acts}
          canCopy={fullReason(section, block.type) === null}
          onCopied={setOpen}
          onRemoved={() => title.current?.focus()}
        />
      )}
      {!block.isDeclared && (
        <Notice>
          La section ne connaît pas les blocs « {block.type} » : les visiteurs peuvent ne rien en voir. Ses valeurs sont
          gardées.
        </Notice>
      )}
      {block.isDeclared && settingsIn(block.items).length === 0 && <p class="soft">Ce bloc n’a pas de réglage.</p>}
      <FieldsOf of={block} />
    </>
  );
  return (
    <section class="blocks" aria-labelledby="blocs">
      <h3 id="blocs" ref={title} tabIndex={-1}>
        Blocs <span class="count">{most === undefined ? count : `${count} sur ${most}`}</span>
      </h3>
      {list.entries.length > 0 && (
        <Entries
          label="Blocs de la section"
          list={list}
          acts={acts}
          nameOf={nameOf}
          whyHidden={({ type }) => fullReason(section, type)}
          opener={opener}
          body={(block) => open === block.key && body(block)}
        />
      )}
      {!isReadOnly &&
        sectionType?.blocks.map(({ type, name }) => {
          const full = fullReason(section, type);
          const add = () => setOpen(acts.add(list, { type, entry: { type, settings: {} } }, 'Un bloc est ajouté'));
          return (
            <div key={type}>
              <button type="button" class="add" disabled={full !== null} onClick={add}>
                <Icon name="plus" /> Ajouter : {name}
              </button>
              {full && <p class="about">{full}</p>}
            </div>
          );
        })}
    </section>
  );
}
