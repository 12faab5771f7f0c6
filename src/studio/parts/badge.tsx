import type { ComponentChildren } from 'preact';

/** A word about the state of something. @param isLive whether visitors see it */
export const Badge = ({
  isLive = false,
  children,
}: {
  readonly isLive?: boolean;
  readonly children: ComponentChildren;
}) => <span class={isLive ? 'badge live' : 'badge'}>{children}</span>;

/** Badges in a row. */
export const Badges = ({ children }: { readonly children: ComponentChildren }) => <p class="badges">{children}</p>;
