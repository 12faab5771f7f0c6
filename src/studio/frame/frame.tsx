import { Header } from './header.tsx';
import type { FrameProps } from './props.ts';
import { SiteNav } from './site-nav.tsx';

/** What stands above a page: the header, and the navigation of its site. */
export const Frame = (frame: FrameProps) => (
  <>
    <Header {...frame} />
    {frame.site?.navigation && <SiteNav site={frame.site} {...frame.site.navigation} />}
  </>
);
