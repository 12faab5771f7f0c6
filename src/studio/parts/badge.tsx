import type { ComponentChildren } from 'preact';
import type { SiteFacts } from '../frame/props.ts';

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

/** The state of a site, and what one’s role there is. */
export const SiteState = ({ state, role, inactivity }: Pick<SiteFacts, 'state' | 'role' | 'inactivity'>) => (
  <Badges>
    <Badge isLive={inactivity === null}>{state}</Badge> <Badge>{role}</Badge>
  </Badges>
);
