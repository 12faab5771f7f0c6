import { render } from 'preact';
import { Api } from '../api/client.ts';
import { startOf } from '../theme/start.ts';
import { ThemeStore } from '../theme/theme-store.ts';
import { TabDrafts } from './drafts.ts';
import { Session } from './session.ts';
import { App } from './view/app.tsx';

const { data, nonce, root } = startOf();
const api = new Api(data.site.id);
const session = new Session(
  new ThemeStore(api, data.theme.id, data.theme.role),
  new TabDrafts(data.compte, data.theme.id),
);

const say = (words: string) => {
  const first = root.querySelector('.first-words');
  if (first) first.textContent = words;
};

session
  .open()
  .then((hasKept) => {
    root.replaceChildren();
    render(<App session={session} data={data} api={api} nonce={nonce} hasKept={hasKept} />, root);
  })
  .catch((error) => say(error instanceof Error ? error.message : 'Les réglages ne s’ouvrent pas.'));
