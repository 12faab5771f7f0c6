import { readRedirects } from '../../content/redirects.ts';
import { REDIRECTS_AT_ONCE, Reading } from '../../contract/redirects.ts';
import { Refusal } from '../../errors.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { RedirectsProps } from '../../studio/pages/redirects/props.ts';
import { isolated } from '../../text/names.ts';
import type { StudioPage } from './document.ts';
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

type List = Pick<RedirectsProps, 'redirects' | 'total' | 'isFirst' | 'next'>;
const NO_LIST: List = { redirects: [], total: 0, isFirst: true, next: null };

/** `/studio/<site>/redirections`: where old addresses lead; with `?vue=liens` the links that lead nowhere, which the page asks for itself. */
export async function openRedirectsPage(
  { database: { management }, originOf }: PageSources,
  site: MemberSite,
  { hosts, asked }: Asked,
): Promise<StudioPage> {
  const part = asked.vue === 'liens' ? 'liens' : 'redirections';
  const q = words.safeParse(asked.q).data?.trim() ?? '';
  const listFrom = async (cursor: string | undefined): Promise<List> => {
    const wish = { words: q, cursor, limit: REDIRECTS_AT_ONCE.usual };
    return { ...(await readRedirects(management, site.id, wish)), isFirst: cursor === undefined };
  };
  const after = place.safeParse(asked.apres).data || undefined;
  const listFirst = (error: unknown) => {
    if (error instanceof Refusal && error.code === 'invalid_input') return listFrom(undefined);
    throw error;
  };
  const list = part === 'liens' ? NO_LIST : await listFrom(after).catch(listFirst);
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
    },
  };
}
