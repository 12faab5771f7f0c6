import type { VersionsPageData } from '../../../http/studio/versions-page.ts';
import type { Comparing } from '../comparing.ts';
import type { History } from '../history.ts';

export interface VersionsPageProps {
  readonly data: VersionsPageData;
  readonly history: History;
  readonly comparing: Comparing;
}
