import type { ComponentChildren } from 'preact';
import { Badges } from '../../parts/badge.tsx';
import type { DomainName } from './props.ts';

/** Id of the heading of a name: no host has an underscore, and ids have no dots. */
export const headingId = (kind: 'adresse' | 'domaine' | 'preuve', host: string): string =>
  `${kind}-${host.replaceAll('.', '_')}`;

interface NameHeadingProps extends Pick<DomainName, 'host' | 'name'> {
  readonly id: string;
  /** Badges. */
  readonly children?: ComponentChildren;
}

/** A name above what is known of it; of a name with accents, as the name stands in address bars and records too. */
export const NameHeading = ({ host, name, id, children }: NameHeadingProps) => (
  <>
    <h3 id={id}>
      <bdi>{name}</bdi>
    </h3>
    {name !== host && (
      <p class="soft">
        S’écrit aussi <bdi>{host}</bdi>.
      </p>
    )}
    {children && <Badges>{children}</Badges>}
  </>
);
