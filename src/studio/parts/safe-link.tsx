import type { PartialAnchorHTMLAttributes } from 'preact';
import { isImageAddress, isLink } from '../../../engine/language/addresses.ts';

/** An address from people as that of a picture; undefined where it could run a script. */
export const safePicture = (address: string): string | undefined => (isImageAddress(address) ? address : undefined);

export interface SafeLinkProps extends Omit<PartialAnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'role'> {
  readonly href: string;
}

/** A link to an address that people may have given; one that could run a script leads nowhere. */
export const SafeLink = ({ href, ...others }: SafeLinkProps) => <a {...others} {...(isLink(href) && { href })} />;
