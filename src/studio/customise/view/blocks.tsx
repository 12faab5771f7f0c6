import { useRef, useState } from 'preact/hooks';
import { Notice } from '../../parts/notice.tsx';
import { Fields } from '../fields/field.tsx';
import type { PlacedBlock, PlacedSection } from '../model/placed-section.ts';
import { settingsIn } from '../model/settings.ts';
import { fullReason } from '../model/structure.ts';
import { Icon } from './icons.tsx';
import { type Row, rowId, SortableList } from './sortable-list.tsx';
import type { StructureActs } from './structure-acts.ts';
import { useStudio } from './studio-context.ts';
import { Tool } from './tool.tsx';

/** The blocks of a section: opened in place, moved, hidden, removed, added as far as the schema allows. */
export function Blocks({ section, acts }: { readonly section: PlacedSection; readonly acts: StructureActs }) {
  const { isReadOnly, session, announce } = useStudio();
  const [open, setOpen] = useState<string | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { blocks, sectionType } = section;
  const shown = blocks.filter(({ at }) => at !== null);
  const most = sectionType?.maxBlocks;

  const moveTo = (block: PlacedBlock, to: number) => {
    acts.moveBlock(section, shown, { from: shown.indexOf(block), to, isTyped: false });
    announce(`${block.name}, place ${to + 1} sur ${shown.length}.`);
  };
  const rows = blocks.map((block, index): Row => {
    const isHidden = block.at === null;
    const isOpen = open === block.key;
    const full = isHidden ? fullReason(section, block.type) : null;
    const name = block.excerpt ? `${block.name} « ${block.excerpt} »` : block.name;
    return {
      id: rowId(blocks, block),
      name,
      rank: isHidden ? null : shown.indexOf(block),
      className: `${isHidden ? 'hidden-row' : ''}${isOpen ? ' open' : ''}`,
      content: (
        <>
          <button
            type="button"
            class="row-main"
            aria-expanded={isOpen}
            onClick={() => setOpen(isOpen ? null : block.key)}
          >
            <span class="row-name">{block.excerpt ?? block.name}</span>
            {block.excerpt && <span class="row-about">{block.name}</span>}
            {isHidden && <span class="unseen"> (masqué)</span>}
            {block.isBeyond && <span class="row-about">au-delà de la limite : pas montré</span>}
          </button>
          {!isReadOnly && (
            <button
              type="button"
              class="eye"
              aria-label={`${isHidden ? 'Montrer' : 'Masquer'} ${name}`}
              title={full ?? (isHidden ? 'Montrer' : 'Masquer')}
              aria-disabled={full !== null}
              onClick={() => {
                if (full) announce(full);
                else acts.toggleBlock(section, block, index);
              }}
            >
              <Icon name={isHidden ? 'closed' : 'eye'} />
            </button>
          )}
          {isOpen && (
            <div class="block-body">
              {!isReadOnly && (
                <fieldset class="tools" aria-label={name}>
                  <Tool
                    icon="up"
                    label="Monter"
                    isOff={shown.indexOf(block) <= 0}
                    run={() => moveTo(block, shown.indexOf(block) - 1)}
                  />
                  <Tool
                    icon="down"
                    label="Descendre"
                    isOff={isHidden || shown.indexOf(block) === shown.length - 1}
                    run={() => moveTo(block, shown.indexOf(block) + 1)}
                  />
                  <Tool
                    icon="copy"
                    label="Copier"
                    isOff={fullReason(section, block.type) !== null}
                    run={() => setOpen(acts.duplicateBlock(section, block))}
                  />
                  <Tool
                    icon="bin"
                    label="Supprimer"
                    run={() => {
                      acts.removeBlock(section, block);
                      title.current?.focus();
                    }}
                  />
                </fieldset>
              )}
              {!block.isDeclared && (
                <Notice>
                  La section ne connaît pas les blocs « {block.type} » : les visiteurs peuvent ne rien en voir. Ses
                  valeurs sont gardées.
                </Notice>
              )}
              {block.isDeclared && settingsIn(block.items).length === 0 && (
                <p class="soft">Ce bloc n’a pas de réglage.</p>
              )}
              <Fields
                items={block.items}
                values={block.values}
                place={{ file: block.place.file, path: [...block.place.path, 'settings'] }}
              />
            </div>
          )}
        </>
      ),
    };
  });

  return (
    <section class="blocks" aria-labelledby="blocs">
      <h3 id="blocs" ref={title} tabIndex={-1}>
        Blocs <span class="count">{most === undefined ? shown.length : `${shown.length} sur ${most}`}</span>
      </h3>
      {rows.length > 0 && (
        <SortableList
          label="Blocs de la section"
          rows={rows}
          count={shown.length}
          onMove={(move) => acts.moveBlock(section, shown, move)}
          onCancel={() => session.undo()}
        />
      )}
      {!isReadOnly &&
        sectionType?.blocks.map(({ type, name }) => {
          const full = fullReason(section, type);
          return (
            <div key={type}>
              <button
                type="button"
                class="add"
                disabled={full !== null}
                onClick={() => setOpen(acts.addBlock(section, type))}
              >
                <Icon name="plus" /> Ajouter : {name}
              </button>
              {full && <p class="about">{full}</p>}
            </div>
          );
        })}
    </section>
  );
}
