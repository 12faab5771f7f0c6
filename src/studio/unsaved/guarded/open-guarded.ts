import type { compareFile } from '../../../merge/file-merge.ts';
import type { DocumentStore } from '../document-store.ts';
import { IndexedDbShelf } from '../indexed-db-shelf.ts';
import type { Notices } from '../notices.ts';
import { joinOpenPages } from '../open-pages.ts';
import { followPage } from '../page-life.ts';
import { lookElsewhere, tellUnkept, type WaysOut } from '../telling.ts';
import { UnsavedWork } from '../unsaved-work.ts';

/** What a page does with a guarded object. */
export interface GuardedSession {
  readonly work: UnsavedWork;
  readonly notices: Notices;
  /** Gives up all unsaved changes. @returns what takes them up again */
  abandon(): () => void;
}

interface Opened<Session> {
  /** Id of the signed-in account: drafts in the browser are kept for each account. */
  readonly account: string;
  /** Names the object among all that the account works on. */
  readonly document: string;
  readonly store: DocumentStore;
  readonly compare: typeof compareFile;
  readonly ways: WaysOut;
  readonly sessionOf: (work: UnsavedWork) => Session;
}

/** Opens a guarded object, with what earlier pages have not saved, and follows what becomes of it. @throws ApiRefusal, Unreachable */
export async function openGuarded<Session extends GuardedSession>(of: Opened<Session>): Promise<Session> {
  const { account, document, store, compare, ways, sessionOf } = of;
  const work = new UnsavedWork({
    ...{ store, document, isReviewed: false, compare },
    shelf: new IndexedDbShelf(account),
    pages: await joinOpenPages(),
  });
  const session = sessionOf(work);
  const { notices } = session;
  tellUnkept(notices, work);
  const restored = await work.open();
  await work.look();
  if (restored?.some((one) => work.isChanged(one))) {
    const abandon = () => {
      const takeUp = session.abandon();
      const takeUpAgain = () => {
        takeUp();
        notices.hide('acte');
      };
      notices.hide('restaure');
      notices.show('acte', 'info', 'Vos changements non enregistrés sont abandonnés.', {
        actions: [{ label: 'Les reprendre', run: takeUpAgain }],
      });
    };
    notices.show('restaure', 'info', 'Vos changements non enregistrés ont été repris.', {
      actions: [{ label: 'Les abandonner', run: abandon }],
    });
  }
  followPage(work, () => void lookElsewhere(work, notices, ways));
  return session;
}
