import type { ComponentType } from 'preact';
import { CustomisePage } from '../customise/page.tsx';
import { FirstEditor } from '../editor/first.tsx';
import { WritingPage } from '../writing/page.tsx';
import { AccountPage } from './account/page.tsx';
import { ContentsPage } from './contents/page.tsx';
import { DomainsPage } from './domains/page.tsx';
import { HomePage } from './home/page.tsx';
import { JournalPage } from './journal/page.tsx';
import { KeysPage } from './keys/page.tsx';
import { MediasPage } from './medias/page.tsx';
import { MembersPage } from './members/page.tsx';
import { MenusPage } from './menus/page.tsx';
import { NewSitePage } from './new-site/page.tsx';
import { PiecesPage } from './pieces/page.tsx';
import type { PropsOf, View } from './props.ts';
import { RedirectsPage } from './redirects/page.tsx';
import { RehearsalPage } from './rehearsal/page.tsx';
import { RequestsPage } from './requests/page.tsx';
import { SecurityPage } from './security/page.tsx';
import { SettingsPage } from './settings/page.tsx';
import { SitePage } from './site/page.tsx';
import { ThisSitePage } from './this-site/page.tsx';
import { UpgradePage } from './upgrade/page.tsx';
import { VersionsPage } from './versions/page.tsx';

/** The component of each page. */
export const VIEWS: { readonly [V in View]: ComponentType<PropsOf[V]> } = {
  home: HomePage,
  'new-site': NewSitePage,
  site: SitePage,
  requests: RequestsPage,
  contents: ContentsPage,
  medias: MediasPage,
  menus: MenusPage,
  members: MembersPage,
  domains: DomainsPage,
  redirects: RedirectsPage,
  rehearsal: RehearsalPage,
  account: AccountPage,
  security: SecurityPage,
  journal: JournalPage,
  keys: KeysPage,
  settings: SettingsPage,
  'this-site': ThisSitePage,
  upgrade: UpgradePage,
  versions: VersionsPage,
  pieces: PiecesPage,
  customise: CustomisePage,
  editor: FirstEditor,
  writing: WritingPage,
};
