import type { PlacedBlock, PlacedSection } from '../model/placed-section.ts';
import * as structure from '../model/structure.ts';
import { blocksIn, type Offer } from '../model/structure.ts';
import type { TemplateModel } from '../model/theme-model.ts';
import type { Session } from '../session.ts';
import type { Move } from './sortable-list.tsx';

/** Commands on sections and blocks, with the words that tell of them. */
export interface StructureActs {
  /** @returns the key of the new section @param after the one that it comes behind; at the end when left out */
  addSection(template: TemplateModel, offer: Offer, after?: PlacedSection): string;
  moveSection(template: TemplateModel, shown: readonly PlacedSection[], move: Move): void;
  toggleSection(template: TemplateModel, section: PlacedSection, index: number): void;
  /** Of a section that the theme's files render themselves. */
  showFixed(section: PlacedSection): void;
  removeSection(template: TemplateModel, section: PlacedSection): void;
  duplicateSection(template: TemplateModel, section: PlacedSection): string | null;
  /** @returns the key of the new block */
  addBlock(section: PlacedSection, type: string): string;
  moveBlock(section: PlacedSection, shown: readonly PlacedBlock[], move: Move): void;
  toggleBlock(section: PlacedSection, block: PlacedBlock, index: number): void;
  removeBlock(section: PlacedSection, block: PlacedBlock): void;
  duplicateBlock(section: PlacedSection, block: PlacedBlock): string | null;
}

type Listed = Pick<PlacedBlock, 'key' | 'name' | 'at'>;

/** @param tell announces what was done, with an undo button where something was removed */
export function structureActs(session: Session, tell: (words: string, canUndo: boolean) => void): StructureActs {
  const change = (file: string, text: string, words: string, canUndo = false) => {
    session.change(file, text, words, null);
    tell(words, canUndo);
  };
  const move = (listing: structure.Listing, shown: readonly Listed[], { from, to, isTyped }: Move) => {
    const [moved, target] = [shown[from], shown[to]];
    if (typeof moved?.at !== 'number' || typeof target?.at !== 'number') return;
    const text = structure.move(session.texts, listing, moved.at, target.at);
    session.change(
      listing.file,
      text,
      `Déplacement de « ${moved.name} »`,
      isTyped ? `déplacer ${listing.order}` : null,
    );
  };
  const toggle = (listing: structure.Listing, entry: Listed, place: number) => {
    if (entry.at === null) {
      const text = structure.show(session.texts, listing, entry.key, place);
      change(listing.file, text, `« ${entry.name} » est de nouveau visible`);
    } else change(listing.file, structure.hide(session.texts, listing, entry.key), `« ${entry.name} » est masqué`);
  };
  const remove = (listing: structure.Listing, { key, name }: Listed) =>
    change(listing.file, structure.remove(session.texts, listing, key), `« ${name} » est supprimé`, true);
  const duplicate = (listing: structure.Listing, entry: Listed, place: number) => {
    const added = structure.duplicate(session.texts, listing, entry.key, entry.at === null ? place : entry.at + 1);
    if (added) change(listing.file, added.text, `« ${entry.name} » est dupliqué`);
    return added?.key ?? null;
  };

  return {
    addSection(template, offer, after) {
      const listing = structure.sectionsOf(template.file);
      const { sections } = template;
      const index = after ? sections.indexOf(after) + 1 : sections.length;
      const place = structure.orderPlace(sections, index);
      const { key, text } = structure.add(session.texts, listing, { base: offer.type, entry: offer.entry, at: place });
      change(template.file, text, `« ${offer.name} » est ajouté`);
      return key;
    },
    moveSection: (template, shown, to) => move(structure.sectionsOf(template.file), shown, to),
    toggleSection: (template, section, index) =>
      toggle(structure.sectionsOf(template.file), section, structure.orderPlace(template.sections, index)),
    showFixed: ({ place, name }) =>
      change(place.file, structure.enable(session.texts, place), `« ${name} » est de nouveau visible`),
    removeSection: (template, section) => remove(structure.sectionsOf(template.file), section),
    duplicateSection: (template, section) =>
      duplicate(
        structure.sectionsOf(template.file),
        section,
        structure.orderPlace(template.sections, template.sections.indexOf(section)),
      ),
    addBlock(section, type) {
      const listing = blocksIn(section.place);
      const place = structure.orderPlace(section.blocks, section.blocks.length);
      const { key, text } = structure.add(session.texts, listing, {
        base: type,
        entry: { type, settings: {} },
        at: place,
      });
      change(listing.file, text, 'Un bloc est ajouté');
      return key;
    },
    moveBlock: (section, shown, to) => move(blocksIn(section.place), shown, to),
    toggleBlock: (section, block, index) =>
      toggle(blocksIn(section.place), block, structure.orderPlace(section.blocks, index)),
    removeBlock: (section, block) => remove(blocksIn(section.place), block),
    duplicateBlock: (section, block) =>
      duplicate(blocksIn(section.place), block, structure.orderPlace(section.blocks, section.blocks.indexOf(block))),
  };
}
