import { render } from 'preact';
import { Api } from '../api/client.ts';
import { startOf } from '../theme/start.ts';
import { ThemeStore } from '../theme/theme-store.ts';
import { IndexedDbShelf } from '../unsaved/indexed-db-shelf.ts';
import { joinOpenPages } from '../unsaved/open-pages.ts';
import { followPage } from '../unsaved/page-life.ts';
import { lookElsewhere, tellUnkept } from '../unsaved/telling.ts';
import { UnsavedWork } from '../unsaved/unsaved-work.ts';
import { compareForms } from './model/clashes.ts';
import { waysOut } from './saving.ts';
import { Session } from './session.ts';
import { App } from './view/app.tsx';

const { data, nonce, root } = startOf();
const { theme } = data;
const api = new Api(data.site.id);
const work = new UnsavedWork({
  store: new ThemeStore(api, theme.id, theme.role),
  shelf: new IndexedDbShelf(data.compte),
  pages: await joinOpenPages(),
  document: theme.id,
  isReviewed: false,
  compare: (_path, versions) => compareForms(versions),
});
const session = new Session(work);
const { notices } = session;

try {
  tellUnkept(notices, work);
  if ((await session.open()).length > 0) {
    const abandon = () => {
      session.abandon();
      notices.hide('restaure');
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
  followPage(work, () => void lookElsewhere(work, notices, waysOut(session, data)));
} catch (error) {
  const first = root.querySelector('.first-words');
  if (first) first.textContent = error instanceof Error ? error.message : 'Les réglages ne s’ouvrent pas.';
}
