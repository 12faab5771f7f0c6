import { z } from 'zod';
import { withCredential } from '../../accounts/service-credential.ts';
import { JournalSelection } from '../../contract/journal.ts';
import { ACT_GROUPS, type ActGroup } from '../../journal/acts.ts';
import { type JournalWish, OPERATORS, readJournal } from '../../journal/reading.ts';
import { addressesOf } from '../../storage/accounts.ts';
import { listAuthors } from '../../storage/journal.ts';
import type { RolePools } from '../../storage/role-pools.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { JournalProps } from '../../studio/pages/journal/props.ts';
import { isolated } from '../../text/names.ts';
import { localWords } from '../../text/zoned-times.ts';
import type { StudioPage } from './document.ts';
import { listAtPlace } from './list-place.ts';
import type { PageSources } from './studio-pages.ts';
import { siteLink } from './visitor.ts';

/** How many entries are shown at a time. */
const SHOWN = 50;

/** `/studio/<site>/journal`: who did what. @param asked its query; what is wrong there counts for nothing */
export async function openJournalPage(
  { database: { service } }: PageSources,
  site: MemberSite,
  asked: Readonly<Record<string, unknown>>,
): Promise<StudioPage> {
  const { groupe, compte, depuis, jusqua } = wishOf(asked);
  const around = { title: `${isolated(site.nom)} – journal`, site, section: 'journal', view: 'journal' } as const;
  const isRefused = site.role !== 'proprietaire';
  const props = {
    site: { id: site.id, ...siteLink(site) },
    isRefused,
    query: { groupe: groupe ?? '', compte: compte ?? '', depuis: depuis ?? '', jusqua: jusqua ?? '' },
    groups: Object.entries(ACT_GROUPS) as [ActGroup, string][],
  } as const;
  if (isRefused) return { ...around, props: { ...props, people: [], entries: [], next: null, isFirst: true } };
  const db = withCredential(service);
  const from = (cursor: string | undefined) => readJournal(db, site.id, wishOf(asked), { cursor, limit: SHOWN });
  const cursor = z.string().safeParse(asked.avant).data;
  const [people, { list, isFirst }] = await Promise.all([peopleOf(db, site.id), listAtPlace(from, cursor)]);
  const entries = list.entries.map(({ id, fait_le: at, acte: act, who, deed }) => ({
    ...{ id, at, when: localWords(at, list.zone), act, who, deed },
  }));
  return { ...around, props: { ...props, people, entries, next: list.next, isFirst } satisfies JournalProps };
}

/** What a query asks for, field by field: a field that is wrong, or empty, does not count. */
function wishOf(asked: Readonly<Record<string, unknown>>): JournalWish {
  const { shape } = JournalSelection;
  return {
    groupe: shape.groupe.safeParse(asked.groupe).data,
    compte: shape.compte.safeParse(asked.compte).data,
    depuis: shape.depuis.safeParse(asked.depuis).data,
    jusqua: shape.jusqua.safeParse(asked.jusqua).data,
  };
}

/** Who has done something: with the present addresses of the accounts. */
async function peopleOf(db: RolePools, siteId: string): Promise<[value: string, words: string][]> {
  const authors = await listAuthors(db, siteId);
  const present = await addressesOf(
    db,
    authors.map(({ compte }) => compte),
  );
  return [
    ...authors.map(({ compte, auteur }): [string, string] => [compte, present.get(compte) ?? auteur]),
    [OPERATORS, 'L’équipe de ce service'],
  ];
}
