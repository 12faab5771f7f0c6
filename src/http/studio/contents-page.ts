import { z } from 'zod';
import { UUID } from '../../../engine/text/uuid.ts';
import { cursorAt, readCursor } from '../../content/cursor.ts';
import { zoneOfSite } from '../../content/settings.ts';
import { addressOfText, searchedWords } from '../../content/texts.ts';
import { isId, storableText } from '../../contract/shared.ts';
import { wrongInput } from '../../errors.ts';
import { type ListedText, listBlogs, listTexts, TEXTS_SHOWN, type TextGenre } from '../../storage/content-lists.ts';
import { KEPT_DAYS, listDeleted } from '../../storage/deleted-texts.ts';
import { overviewsOf } from '../../storage/site-overviews.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { Queryable } from '../../storage/statement.ts';
import type { ContentsProps, ListQuery, TextRow } from '../../studio/pages/contents/props.ts';
import { isolated } from '../../text/names.ts';
import { stateWords } from '../../text/text-states.ts';
import { themePaths } from '../../text/theme-paths.ts';
import { momentWords } from '../../text/zoned-times.ts';
import { dayIn } from './day-in.ts';
import type { StudioPage } from './document.ts';
import { listAtPlace } from './list-place.ts';
import { readOnlyOf } from './read-only.ts';
import type { PageSources } from './studio-pages.ts';
import { siteLink, studioPath } from './visitor.ts';

const DAY_MS = 86_400_000;

const Genre = z.enum(['pages', 'articles', 'blogs', 'supprimes']);
const Order = z.enum(['modif', 'titre', 'parution']);
const Filter = z.enum(['publies', 'prevus', 'modifies', 'brouillons', 'retires']);
const Words = storableText.max(200);
/** A folded title and an id. */
const Place = storableText.max(1_000);
const TITLE_PLACE = new RegExp(`^(.*)_(${UUID})$`, 's');

/** `/studio/<site>/contenu`: the texts of a site. @param asked its query; what is wrong there counts for nothing */
export async function openContentsPage(
  { database: { management }, originOf }: PageSources,
  site: MemberSite,
  asked: Readonly<Record<string, unknown>>,
): Promise<StudioPage> {
  const query = queryOf(asked);
  const after = Place.safeParse(asked.apres).data || undefined;
  const zone = await zoneOfSite(management, site.id);
  const wish = { siteId: site.id, query, zone };
  const [overviews, { list }] = await Promise.all([
    overviewsOf(management, [site.id]),
    listAtPlace((place) => listed(management, wish, place ?? null), after),
  ]);
  const [overview] = overviews;
  const theme = overview?.published ?? null;
  return {
    title: `${isolated(site.nom)} – contenu`,
    site,
    overview,
    section: 'contents',
    view: 'contents',
    props: {
      site: { id: site.id, ...siteLink(site), address: originOf(site) },
      readOnly: readOnlyOf(site),
      customise: theme && themePaths(studioPath(site), theme.id).personnaliser,
      query,
      ...list,
    },
  };
}

function queryOf(asked: Readonly<Record<string, unknown>>): ListQuery {
  const genre = Genre.safeParse(asked.genre).data ?? 'pages';
  const isOfTexts = genre === 'pages' || genre === 'articles';
  return {
    genre,
    q: isOfTexts ? (Words.safeParse(asked.q).data?.trim() ?? '') : '',
    tri: (isOfTexts && Order.safeParse(asked.tri).data) || 'modif',
    etat: (isOfTexts && Filter.safeParse(asked.etat).data) || null,
    blog: genre === 'articles' && typeof asked.blog === 'string' && isId(asked.blog) ? asked.blog : null,
  };
}

type List = Pick<ContentsProps, 'isFirst' | 'next' | 'texts' | 'blogs' | 'deleted'>;
const NOTHING: List = { isFirst: true, next: null, texts: [], blogs: [], deleted: [] };

interface Wish {
  readonly siteId: string;
  readonly query: ListQuery;
  /** Of the site: in it times are told. */
  readonly zone: string;
}

/** @throws Refusal `invalid_input` where the list cannot begin there */
async function listed(db: Queryable, { siteId, query, zone }: Wish, after: string | null): Promise<List> {
  const isFirst = after === null;
  const { genre } = query;
  if (genre === 'blogs') return { ...NOTHING, blogs: await listBlogs(db, siteId) };
  if (genre === 'supprimes') {
    const place = after === null ? null : await readCursor(db, after, 'apres');
    const found = await listDeleted(db, siteId, { after: place, limit: TEXTS_SHOWN + 1 });
    const deleted = found.slice(0, TEXTS_SHOWN);
    const last = found.length > TEXTS_SHOWN ? deleted.at(-1) : undefined;
    return {
      ...{ ...NOTHING, isFirst, next: last ? cursorAt(last.supprime_le, last.id) : null },
      deleted: deleted.map((row) => ({ ...row, goes: dayIn(goesAt(row.supprime_le), zone) })),
    };
  }
  const [found, blogs] = await Promise.all([
    listTexts(db, siteId, genre, {
      words: searchedWords(query.q),
      filter: query.etat,
      blog: query.blog,
      order: query.tri,
      after: after === null ? null : await placeIn(db, query, after),
      limit: TEXTS_SHOWN + 1,
    }),
    genre === 'articles' ? listBlogs(db, siteId) : [],
  ]);
  const texts = found.slice(0, TEXTS_SHOWN);
  const last = found.length > TEXTS_SHOWN ? texts.at(-1) : undefined;
  return {
    ...{ ...NOTHING, isFirst, blogs, next: last ? cursorAt(last.cle, last.id) : null },
    texts: texts.map((text) => rowOf(genre, text, zone)),
  };
}

const goesAt = (deletedAt: string): string => new Date(Date.parse(deletedAt) + KEPT_DAYS * DAY_MS).toISOString();

async function placeIn(db: Queryable, { tri }: ListQuery, after: string) {
  if (tri !== 'titre') {
    const { at, id } = await readCursor(db, after, 'apres');
    return { cle: at, id };
  }
  const [, cle, id] = TITLE_PLACE.exec(after) ?? [];
  if (cle === undefined || id === undefined) throw wrongInput('apres');
  return { cle, id };
}

function rowOf(genre: TextGenre, text: ListedText, zone: string): TextRow {
  const { id, titre, slug, blog_titre, etat, en_travail, publie_le, maj_le } = text;
  const isPublished = etat === 'publie' || etat === 'prevu';
  const address = addressOfText(genre, text);
  return {
    id,
    title: titre || address,
    address,
    isHome: genre === 'pages' && slug === '',
    blog: blog_titre,
    state: stateWords(genre === 'pages', text, (instant) => momentWords(instant, zone)),
    isLive: etat === 'publie',
    isPublished,
    isPublishable: !isPublished || en_travail,
    changedAt: maj_le,
    date: genre === 'articles' && etat === 'publie' && publie_le !== null ? dayIn(publie_le, zone) : null,
  };
}
