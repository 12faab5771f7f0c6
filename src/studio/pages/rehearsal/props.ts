import type { SiteLink } from '../../frame/props.ts';
import type { ReadOnly } from '../../parts/props.ts';

export interface RehearsalProps {
  readonly site: SiteLink & { readonly id: string };
  readonly readOnly: ReadOnly | null;
  readonly draft: {
    readonly id: string;
    readonly name: string;
    /** The name that it takes when it is published, where that is another one. */
    readonly takes: string | null;
  };
  /** The theme that visitors see; null where there is none. */
  readonly published: { readonly id: string; readonly name: string } | null;
  /** Address of the script that makes documents of pictures. */
  readonly painter: string;
}
