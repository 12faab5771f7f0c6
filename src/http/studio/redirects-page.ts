import { readRedirects } from '../../content/redirects.ts';
import { REDIRECTS_AT_ONCE, Reading } from '../../contract/redirects.ts';
import type { MemberSite } from '../../storage/sites.ts';
import { isolated } from '../../text/names.ts';
import type { StudioPage } from './document.ts';
import { listAtPlace } from './list-place.ts';
import { readOnlyOf } from './read-only.ts';
import type { PageSources } from './studio-pages.ts';
import { siteLink } from './visitor.ts';

const { q: words, de: source, apres: place } = Reading.shape;

interface Asked {
  /** Every host of the site. */
  readonly hosts: ReadonlySet<string>;
  /** The query of the page; what is wrong there counts for nothing. */
  readonly asked: Readonly<Record<string, unknown>>;
}

const NO_LIST = { list: { redirects: [], total: 0, next: null }, isFirst: true };

/** `/studio/<site>/redirections`: where old addresses lead; with `?vue=liens` the links that lead nowhere, which the page asks for itself. */
export async function openRedirectsPage(
  { database: { management }, originOf }: PageSources,
  site: MemberSite,
  { hosts, asked }: Asked,
): Promise<StudioPage> {
  const part = asked.vue === 'liens' ? 'liens' : 'redirections';
  const q = words.safeParse(asked.q).data?.trim() ?? '';
  const listFrom = (cursor: string | undefined) =>
    readRedirects(management, site.id, { words: q, cursor, limit: REDIRECTS_AT_ONCE.usual });
  const { list, isFirst } =
    part === 'liens' ? NO_LIST : await listAtPlace(listFrom, place.safeParse(asked.apres).data || undefined);
  return {
    title: `${isolated(site.nom)} – redirections`,
    site,
    section: 'redirects',
    view: 'redirects',
    props: {
      site: { id: site.id, ...siteLink(site), address: originOf(site), hosts: [...hosts] },
      readOnly: readOnlyOf(site),
      part,
      q,
      from: source.safeParse(asked.de).data ?? '',
      ...list,
      isFirst,
    },
  };
}
