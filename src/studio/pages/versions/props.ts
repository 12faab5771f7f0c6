import type { VersionList } from '../../../contract/versions.ts';
import type { SiteLink } from '../../frame/props.ts';
import type { ReadOnly } from '../../parts/props.ts';

export interface VersionsProps {
  readonly site: SiteLink & { readonly id: string };
  readonly theme: { readonly id: string; readonly name: string };
  /** Null for who may write to the theme. */
  readonly readOnly: ReadOnly | null;
  /** By what a version came, in words. */
  readonly words: Readonly<Record<string, string>>;
  /** The newest versions. */
  readonly list: VersionList;
  /** Address of the script of the thread that compares texts. */
  readonly thread: string;
}
