import { Page } from '../../frame/page.tsx';
import { Name } from '../../parts/name.tsx';
import { ReasonNotice } from '../../parts/notice.tsx';
import { brokenLinksAddress, redirectsAddress } from './addresses.ts';
import { BrokenLinks } from './broken-links.tsx';
import type { RedirectsProps } from './props.ts';
import { Redirects } from './redirects.tsx';

/** `/studio/<site>/redirections`: where old addresses of a site lead, and which of its links lead nowhere. */
export const RedirectsPage = (page: RedirectsProps) => {
  const { site, readOnly, part } = page;
  const parts = [
    ['redirections', 'Redirections', redirectsAddress(site.path)],
    ['liens', 'Liens qui ne mènent nulle part', brokenLinksAddress(site.path)],
  ] as const;
  return (
    <Page
      title="Redirections"
      beside={
        <p class="soft">
          <Name of={site.name} />
        </p>
      }
    >
      <ReasonNotice why={readOnly} />
      <div class="redirects-page">
        <nav class="tabs" aria-label="Redirections et liens">
          <ul>
            {parts.map(([name, label, address]) => (
              <li key={name}>
                <a href={address} aria-current={name === part ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {part === 'liens' ? <BrokenLinks {...page} /> : <Redirects {...page} />}
      </div>
    </Page>
  );
};
