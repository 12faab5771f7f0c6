import type { EditorProps } from '../editor/props.ts';
import type { DocumentProps, FrameProps } from '../frame/props.ts';
import type { ThemePageData } from '../theme/props.ts';
import type { WritingProps } from '../writing/props.ts';
import type { AccountProps } from './account/props.ts';
import type { ContentsProps } from './contents/props.ts';
import type { DomainsProps } from './domains/props.ts';
import type { HomeProps } from './home/props.ts';
import type { JournalProps } from './journal/props.ts';
import type { KeysProps } from './keys/props.ts';
import type { MediasProps } from './medias/props.ts';
import type { MembersProps } from './members/props.ts';
import type { MenusProps } from './menus/props.ts';
import type { NewSiteProps } from './new-site/props.ts';
import type { PiecesProps } from './pieces/props.ts';
import type { RedirectsProps } from './redirects/props.ts';
import type { RehearsalProps } from './rehearsal/props.ts';
import type { RequestsProps } from './requests/props.ts';
import type { SecurityProps } from './security/props.ts';
import type { SettingsProps } from './settings/props.ts';
import type { SiteProps } from './site/props.ts';
import type { ThisSiteProps } from './this-site/props.ts';
import type { UpgradeProps } from './upgrade/props.ts';
import type { VersionsProps } from './versions/props.ts';

/** What each page is drawn from: plain JSON. */
export interface PropsOf {
  readonly home: HomeProps;
  readonly 'new-site': NewSiteProps;
  readonly site: SiteProps;
  readonly requests: RequestsProps;
  readonly contents: ContentsProps;
  readonly medias: MediasProps;
  readonly menus: MenusProps;
  readonly members: MembersProps;
  readonly domains: DomainsProps;
  readonly redirects: RedirectsProps;
  readonly rehearsal: RehearsalProps;
  readonly account: AccountProps;
  readonly security: SecurityProps;
  readonly journal: JournalProps;
  readonly keys: KeysProps;
  readonly settings: SettingsProps;
  readonly 'this-site': ThisSiteProps;
  readonly upgrade: UpgradeProps;
  readonly versions: VersionsProps;
  readonly pieces: PiecesProps;
  readonly customise: ThemePageData;
  readonly editor: EditorProps;
  readonly writing: WritingProps;
}

export type View = keyof PropsOf;

/** A page that a component draws (`views.ts`). */
export type ViewProps = { readonly [V in View]: { readonly view: V; readonly props: PropsOf[V] } }[View];

/** Draws a whole document (`../server.tsx`). */
export type Draw = (document: DocumentProps, frame: FrameProps, page: ViewProps) => string;
