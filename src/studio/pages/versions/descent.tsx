import type { Copy, Source } from '../../../contract/versions.ts';
import { themePaths } from '../../../text/theme-paths.ts';
import { List } from '../../parts/list.tsx';
import { Name } from '../../parts/name.tsx';

interface LinkProps {
  readonly theme: Source;
  /** Address of its site’s page. */
  readonly site: string;
}

const Versions = ({ theme, site }: LinkProps) => (
  <a href={themePaths(site, theme.id).versions}>
    « <Name of={theme.nom} /> »
  </a>
);

const ofVersion = (number: number | null): string => (number === null ? '' : `de la version ${number} `);

/** The themes that were made of this one, in whose versions its history goes on. */
export const Copies = ({ copies, site }: { readonly copies: readonly Copy[]; readonly site: string }) =>
  copies.length > 0 && (
    <List items={copies} keyOf={({ id }) => id}>
      {(copy) => (
        <>
          La suite, à partir {ofVersion(copy.numero) || 'de ce thème '}: <Versions theme={copy} site={site} />
          {copy.role === 'publie' && ', publié'}
        </>
      )}
    </List>
  );

/** The theme that this one was made of, in whose versions its history goes back. */
export const MadeOf = ({ source, site }: { readonly source: Source; readonly site: string }) => (
  <p>
    Fait {ofVersion(source.numero)}de <Versions theme={source} site={site} />.
  </p>
);
