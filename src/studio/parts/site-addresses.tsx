import { Fragment } from 'preact';
import { SafeLink } from './safe-link.tsx';

/** Links to the public pages of a site. @param addresses without a slash at their ends */
export const SiteAddresses = ({ addresses }: { readonly addresses: readonly string[] }) => (
  <p class="addresses">
    {addresses.map((address, index) => (
      <Fragment key={address}>
        {index > 0 && <br />}
        <SafeLink href={`${address}/`}>{address.replace(/^https?:\/\//, '')}</SafeLink>
      </Fragment>
    ))}
  </p>
);
