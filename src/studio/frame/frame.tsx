import type { ComponentChildren } from 'preact';
import { Announcement } from '../parts/announcement.tsx';
import { Notice } from '../parts/notice.tsx';
import { Header } from './header.tsx';
import type { FrameProps } from './props.ts';
import { SiteNav } from './site-nav.tsx';

interface FullFrameProps extends FrameProps {
  readonly announcement?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Everything of a page that is seen. */
export function Frame({ announcement, children, ...frame }: FullFrameProps) {
  const { site } = frame;
  return (
    <>
      <Header {...frame} />
      <noscript>
        <Notice>Les boutons de cette page ont besoin de JavaScript, que ce navigateur n’exécute pas.</Notice>
      </noscript>
      {site?.navigation && <SiteNav site={site} {...site.navigation} />}
      {children}
      <Announcement>{announcement}</Announcement>
    </>
  );
}
