import type { DraftShelf } from '../../../../../src/studio/unsaved/drafts.ts';
import { UnsavedWork } from '../../../../../src/studio/unsaved/unsaved-work.ts';
import { compareTexts } from '../../../../../src/studio/writing/store/compare-texts.ts';
import { ContentStore } from '../../../../../src/studio/writing/store/content-store.ts';
import { MemoryShelf } from '../../memory-platform.ts';
import type { MemoryText } from '../memory-text.ts';

let pages = 0;

/** A page of the studio that shows the text of a platform. @param shelf has the drafts of earlier pages, which have ended */
export async function openText(platform: MemoryText, shelf: DraftShelf = new MemoryShelf()) {
  const { kind, id } = platform;
  const store = new ContentStore(platform, { kind, id, siteId: 'site', isNew: false });
  const work = new UnsavedWork({
    ...{ store, shelf, document: id, isReviewed: false, compare: compareTexts },
    clock: { now: () => 0, after: () => () => undefined },
    pages: { page: `page-${++pages}`, isOpen: () => false },
  });
  work.follows = () => true;
  await work.open();
  await work.look();
  return { store, work };
}
