import { render } from 'preact';
import { startOf } from '../theme/start.ts';
import { IndexedDbShelf } from '../unsaved/indexed-db-shelf.ts';
import { joinOpenPages } from '../unsaved/open-pages.ts';
import { followPage } from '../unsaved/page-life.ts';
import { lookElsewhere, tellUnkept } from '../unsaved/telling.ts';
import { UnsavedWork } from '../unsaved/unsaved-work.ts';
import { kindOf } from './copies.ts';
import type { WritingProps } from './props.ts';
import { waysOut } from './saving.ts';
import { ThreadApi } from './sending/thread-api.ts';
import { WritingSession } from './session.ts';
import { compareTexts } from './store/compare-texts.ts';
import { ContentStore } from './store/content-store.ts';
import { App } from './view/app.tsx';
import { Gone } from './view/gone.tsx';

const { data, nonce, root } = startOf<WritingProps>();
const api = new ThreadApi(data.site.id, data.scripts.sending);
const isPage = data.genre === 'page';
const store = new ContentStore(api, {
  ...{ kind: kindOf(data), id: data.id, siteId: data.site.id, isNew: data.isNew },
  initial: isPage ? {} : { blog_id: data.blog ?? '' },
});
const work = new UnsavedWork({
  // The id of a text is chosen by who makes it, and may be that of a text of another site.
  ...{ store, document: `${data.site.id} ${data.id}`, isReviewed: false, compare: compareTexts },
  shelf: new IndexedDbShelf(data.compte),
  pages: await joinOpenPages(),
});
const session = new WritingSession(work, store, isPage);
const { notices } = session;

async function open(): Promise<void> {
  tellUnkept(notices, work);
  if ((await session.open()).length > 0) {
    const abandon = () => {
      const before = session.abandon();
      notices.hide('restaure');
      notices.show('acte', 'info', 'Vos changements non enregistrés sont abandonnés.', {
        actions: [{ label: 'Les reprendre', run: () => session.takeBack(before) }],
      });
    };
    notices.show('restaure', 'info', 'Vos changements non enregistrés ont été repris.', {
      actions: [{ label: 'Les abandonner', run: abandon }],
    });
  }
  root.replaceChildren();
  render(<App session={session} data={data} api={api} nonce={nonce} />, root);
  // A file that falls beside a field is not opened in place of the page.
  for (const kind of ['dragover', 'drop'] as const) {
    addEventListener(kind, (event) => event.dataTransfer?.types.includes('Files') && event.preventDefault());
  }
  followPage(work, () => void lookElsewhere(work, notices, waysOut(session, data, api)));
}

try {
  if (data.isDeleted) {
    root.replaceChildren();
    render(<Gone data={data} api={api} />, root);
  } else await open();
} catch (error) {
  const first = root.querySelector('.first-words');
  if (first) first.textContent = error instanceof Error ? error.message : 'Le texte ne s’ouvre pas.';
}
