import { Reading } from '../../contract/medias.ts';
import { listLibrary } from '../../media/library.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { LibraryQuery } from '../../studio/library/props.ts';
import { isolated } from '../../text/names.ts';
import type { StudioPage } from './document.ts';
import { listAtPlace } from './list-place.ts';
import { readOnlyOf } from './read-only.ts';
import type { PageSources } from './studio-pages.ts';
import { siteLink, studioPath } from './visitor.ts';

const { q: words, filtre: filter, apres: place } = Reading.shape;

/** `/studio/<site>/medias`: the library of a site. @param asked its query; what is wrong there counts for nothing */
export async function openMediasPage(
  { database: { management }, originOf }: PageSources,
  site: MemberSite,
  accountId: string,
  asked: Readonly<Record<string, unknown>>,
): Promise<StudioPage> {
  const query: LibraryQuery = {
    q: words.safeParse(asked.q).data?.trim() ?? '',
    filter: filter.safeParse(asked.filtre).data ?? null,
  };
  const listFrom = (after: string | undefined) =>
    listLibrary(
      management,
      { siteId: site.id, accountId },
      {
        ...(query.q && { q: query.q }),
        ...(query.filter && { filtre: query.filter }),
        ...(after && { apres: after }),
      },
    );
  const after = place.safeParse(asked.apres).data || undefined;
  const { medias, suite } = (await listAtPlace(listFrom, after)).list;
  return {
    title: `${isolated(site.nom)} – médias`,
    site,
    section: 'medias',
    view: 'medias',
    props: {
      site: { id: site.id, ...siteLink(site), address: originOf(site) },
      readOnly: readOnlyOf(site),
      query,
      list: { medias, suite: suite ?? null },
      newest: after === undefined ? null : `${studioPath(site)}/medias`,
    },
  };
}
