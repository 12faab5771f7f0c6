import type { VersionList } from '../../../contract/versions.ts';
import type { ReadOnly } from '../../parts/props.ts';

export interface VersionsProps {
  readonly siteId: string;
  readonly theme: { readonly id: string; readonly name: string };
  /** Null for who may write to the theme. */
  readonly readOnly: ReadOnly | null;
  /** Addresses of pages in the studio: the theme’s, and its site’s. */
  readonly addresses: { readonly code: string; readonly customise: string; readonly site: string };
  /** By what a version came, in words. */
  readonly words: Readonly<Record<string, string>>;
  /** The newest versions. */
  readonly list: VersionList;
  /** Address of the script of the thread that compares texts. */
  readonly thread: string;
}
