import { newRedirectAddress } from '../redirects/addresses.ts';
import type { ContentsProps } from './props.ts';

/** The way to say where the address of a deleted text leads. */
export const RedirectGone = ({ site, address }: { readonly site: ContentsProps['site']; readonly address: string }) => (
  <a href={newRedirectAddress(site.path, address)}>Rediriger son adresse</a>
);
