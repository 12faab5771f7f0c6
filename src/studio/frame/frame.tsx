import type { ComponentChildren } from 'preact';
import { Announcement } from '../parts/announcement.tsx';
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
      {site?.navigation && <SiteNav site={site} {...site.navigation} />}
      {children}
      <Announcement>{announcement}</Announcement>
    </>
  );
}
