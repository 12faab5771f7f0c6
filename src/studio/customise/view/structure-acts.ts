import type { PlacedBlock, PlacedSection } from '../model/placed-section.ts';
import * as structure from '../model/structure.ts';
import type { TemplateModel } from '../model/theme-model.ts';
import type { Session } from '../session.ts';

/** The ranks of a row before and after. */
export interface Move {
  readonly from: number;
  readonly to: number;
  /** Whether the person still moves the row: these moves are undone together. */
  readonly isTyped: boolean;
}

export type Listed = Pick<PlacedBlock, 'key' | 'name' | 'at'>;

/** The sections of a template, or the blocks of a section. */
export interface EntryList<Entry extends Listed = Listed> {
  readonly listing: structure.Listing;
  readonly entries: readonly Entry[];
  /** Those that are not hidden. */
  readonly shown: readonly Entry[];
}

const entryList = <Entry extends Listed>(listing: structure.Listing, entries: readonly Entry[]): EntryList<Entry> => ({
  listing,
  entries,
  shown: entries.filter(({ at }) => at !== null),
});

export const sectionsOf = ({ file, sections }: TemplateModel): EntryList<PlacedSection> =>
  entryList(structure.sectionsOf(file), sections);

export const blocksOf = ({ place, blocks }: PlacedSection): EntryList<PlacedBlock> =>
  entryList(structure.blocksIn(place), blocks);

/** Commands on sections and blocks, with the words that tell of them. */
export type StructureActs = ReturnType<typeof structureActs>;

/** @param tell announces what was done, with an undo button where something was removed */
export function structureActs(session: Session, tell: (words: string, canUndo: boolean) => void) {
  const change = (file: string, text: string, words: string, canUndo = false) => {
    session.change(file, text, words, null);
    tell(words, canUndo);
  };
  const placeOf = ({ entries }: EntryList, entry: Listed) => structure.orderPlace(entries, entries.indexOf(entry));
  return {
    /** @returns the key of the new entry @param after the one that it comes behind; at the end when left out */
    add(
      { listing, entries }: EntryList,
      { type, entry }: Omit<structure.Offer, 'name'>,
      words: string,
      after?: Listed,
    ) {
      const at = structure.orderPlace(entries, after ? entries.indexOf(after) + 1 : entries.length);
      const { key, text } = structure.add(session.texts, listing, { base: type, entry, at });
      change(listing.file, text, words);
      return key;
    },
    move({ listing, shown }: EntryList, { from, to, isTyped }: Move) {
      const [moved, target] = [shown[from], shown[to]];
      if (typeof moved?.at !== 'number' || typeof target?.at !== 'number') return;
      const text = structure.move(session.texts, listing, moved.at, target.at);
      const mark = isTyped ? `déplacer ${listing.order}` : null;
      session.change(listing.file, text, `Déplacement de « ${moved.name} »`, mark);
    },
    toggle(list: EntryList, entry: Listed) {
      const { listing } = list;
      if (entry.at === null) {
        const text = structure.show(session.texts, listing, entry.key, placeOf(list, entry));
        change(listing.file, text, `« ${entry.name} » est de nouveau visible`);
      } else change(listing.file, structure.hide(session.texts, listing, entry.key), `« ${entry.name} » est masqué`);
    },
    /** Shows a section that the theme's files render themselves. */
    showFixed: ({ place, name }: PlacedSection) =>
      change(place.file, structure.enable(session.texts, place), `« ${name} » est de nouveau visible`),
    remove: ({ listing }: EntryList, { key, name }: Listed) =>
      change(listing.file, structure.remove(session.texts, listing, key), `« ${name} » est supprimé`, true),
    /** @returns the key of the copy */
    duplicate(list: EntryList, entry: Listed): string | null {
      const place = entry.at === null ? placeOf(list, entry) : entry.at + 1;
      const added = structure.duplicate(session.texts, list.listing, entry.key, place);
      if (added) change(list.listing.file, added.text, `« ${entry.name} » est dupliqué`);
      return added?.key ?? null;
    },
  };
}
