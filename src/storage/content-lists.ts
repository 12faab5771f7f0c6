/** What the list of a site's texts shows (docs/content.md, The list): a page of the list at a time, and nothing of what stands in a text. */
import { folded, patternsOf, shownSince, wasShown } from './expressions.ts';
import type { Queryable } from './statement.ts';

/** How many texts a page of the list shows. */
export const TEXTS_SHOWN = 50;

export type TextGenre = 'pages' | 'articles';
export type TextOrder = 'modif' | 'titre' | 'parution';
/** What visitors see of a text at this instant. */
export type TextState = 'publie' | 'prevu' | 'brouillon' | 'retire';
export type TextFilter = 'publies' | 'prevus' | 'modifies' | 'brouillons' | 'retires';

/** A text of a list. Of work in progress only the title is told, and of a text that visitors do not see the address. */
export interface ListedText {
  readonly id: string;
  readonly titre: string;
  /** Empty for the home page. */
  readonly slug: string;
  /** Of articles; null of pages. */
  readonly blog_id: string | null;
  readonly blog_slug: string | null;
  readonly blog_titre: string | null;
  readonly etat: TextState;
  /** Whether there is work in progress. */
  readonly en_travail: boolean;
  readonly publie_le: string | null;
  /** Null once the instant has come. */
  readonly retire_le: string | null;
  readonly prevu_le: string | null;
  readonly maj_le: string;
  /** What the list is sorted by. */
  readonly cle: string;
}

export interface TextWish {
  /** Each must stand in the title, the address or the excerpt; null for all texts. */
  readonly words: readonly string[] | null;
  readonly filter: TextFilter | null;
  /** Id of a blog; null for all. */
  readonly blog: string | null;
  readonly order: TextOrder;
  /** The list begins after this text. */
  readonly after: { readonly cle: string; readonly id: string } | null;
  readonly limit: number;
}

const NOW = 'vitrine_maintenant()';

/** A title as visitors see it, or would: a planned change whose instant has come may not be written into the row yet. */
const SHOWN_TITLE = `CASE WHEN t.prevu_le <= ${NOW} THEN coalesce(t.prevu->>'titre', t.titre) ELSE t.titre END`;
const TITLE = `coalesce(nullif(t.travail->>'titre', ''), ${SHOWN_TITLE})`;
const WANTED = folded('m');

/** The address of work in progress, if a text may have it (`BLOG_SLUG` in `src/content/slugs.ts`): a link is made of it. */
const TYPED_SLUG = "substring(t.travail->>'slug' FROM '^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$')";

/** The SQL of one kind of text. */
interface Source {
  readonly tables: string;
  /** The column that says whether visitors see a text. */
  readonly published: string;
  /** What a search looks at. */
  readonly searched: string;
  readonly shownfrom: string;
  /** Whether a text is of the blog that is asked for. */
  readonly ofblog: string;
  readonly blog: string;
}

const SOURCES: Readonly<Record<TextGenre, Source>> = {
  pages: {
    tables: 'pages t',
    published: 't.publiee',
    searched: folded(
      "concat_ws(' ', t.titre, '/' || t.slug, t.travail->>'titre', '/' || (t.travail->>'slug'), t.prevu->>'titre')",
    ),
    shownfrom: `coalesce(t.publie_le, ${shownSince('t.')})`,
    ofblog: '$4::uuid IS NULL',
    blog: 'NULL::uuid AS blog_id, NULL::text AS blog_slug, NULL::text AS blog_titre',
  },
  articles: {
    tables: 'articles t JOIN blogs b ON b.site_id = t.site_id AND b.id = t.blog_id',
    published: 't.publie',
    searched: folded(
      `concat_ws(' ', t.titre, '/blog/' || b.slug || '/' || t.slug, t.extrait,
         t.travail->>'titre', '/' || (t.travail->>'slug'), t.travail->>'extrait', t.prevu->>'titre', t.prevu->>'extrait')`,
    ),
    shownfrom: 't.publie_le',
    ofblog: '($4::uuid IS NULL OR t.blog_id = $4)',
    blog: 't.blog_id, b.slug AS blog_slug, b.titre AS blog_titre',
  },
};

/** What visitors see of a text. One that is hidden again is told from one that was never shown by its versions. */
const stateOf = (sql: Source) => `CASE
  WHEN ${sql.published} AND (t.retire_le IS NULL OR t.retire_le > ${NOW}) THEN CASE WHEN t.publie_le > ${NOW} THEN 'prevu' ELSE 'publie' END
  WHEN ${sql.published} OR ${wasShown('$1', 't.id')} THEN 'retire' ELSE 'brouillon' END`;

const filtersOf = (state: string): Readonly<Record<TextFilter, string>> => ({
  publies: `${state} = 'publie'`,
  prevus: `(${state} = 'prevu' OR (${state} = 'publie' AND t.prevu_le > ${NOW}))`,
  modifies: `t.travail IS NOT NULL AND ${state} IN ('publie', 'prevu')`,
  brouillons: `${state} = 'brouillon'`,
  retires: `${state} = 'retire'`,
});

const FALLING = { type: 'timestamptz', past: '<', order: 'cle DESC' };
const RISING = { type: 'text', past: '>', order: 'cle' };

const sortingsOf = ({ shownfrom }: Source) => ({
  modif: { key: 't.maj_le', ...FALLING },
  titre: { key: `${folded(TITLE)} COLLATE "C"`, ...RISING },
  parution: { key: shownfrom, ...FALLING },
});

/**
 * The texts of one kind. The rows of a page are found first: what they show besides may stand in a long value, which is read for them alone.
 * @param wish `after`: the key in the form in which an earlier answer told it
 */
export async function listTexts(
  db: Queryable,
  siteId: string,
  genre: TextGenre,
  { words, filter, blog, order, after, limit }: TextWish,
): Promise<ListedText[]> {
  const source = SOURCES[genre];
  const state = stateOf(source);
  const wanted = filter === null ? 'true' : filtersOf(state)[filter];
  const sql = { ...source, ...sortingsOf(source)[order], state, wanted };
  const { rows } = await db.query<ListedText>(
    `WITH trouves AS MATERIALIZED (
       SELECT t.id, ${sql.key} AS cle FROM ${sql.tables}
       WHERE t.site_id = $1 AND ${sql.ofblog} AND ${sql.wanted}
         AND ($3::text[] IS NULL OR ${sql.searched} LIKE ALL ((SELECT array_agg(${WANTED}) FROM unnest($3::text[]) m)::text[]))
         AND ($5::${sql.type} IS NULL OR ${sql.key} ${sql.past} $5 OR (${sql.key} = $5 AND t.id > $6::uuid))
       ORDER BY ${sql.order}, t.id LIMIT $2
     )
     SELECT t.id, ${TITLE} AS titre, ${sql.blog}, ${sql.state} AS etat, t.travail IS NOT NULL AS en_travail,
            CASE WHEN ${sql.state} IN ('publie', 'prevu') THEN t.slug ELSE coalesce(${TYPED_SLUG}, t.slug) END AS slug,
            t.publie_le, CASE WHEN t.retire_le > ${NOW} THEN t.retire_le END AS retire_le,
            CASE WHEN t.prevu_le > ${NOW} THEN t.prevu_le END AS prevu_le, t.maj_le, f.cle
     FROM trouves f, ${sql.tables} WHERE t.site_id = $1 AND t.id = f.id
     ORDER BY f.${sql.order}, t.id`,
    [siteId, limit, words && patternsOf(words), blog, after?.cle ?? null, after?.id ?? null],
  );
  return rows;
}

/** A blog with the number of its articles. */
export interface ListedBlog {
  readonly id: string;
  readonly slug: string;
  readonly titre: string;
  readonly description: string;
  readonly maj_le: string;
  readonly articles: number;
}

const BLOG_TITLE = folded('b.titre');

/** All blogs of a site, which are few, by their titles. */
export async function listBlogs(db: Queryable, siteId: string): Promise<ListedBlog[]> {
  const { rows } = await db.query<ListedBlog>(
    `SELECT b.id, b.slug, b.titre, b.description, b.maj_le, coalesce(a.nombre, 0) AS articles
     FROM blogs b LEFT JOIN (SELECT blog_id, count(*)::int AS nombre FROM articles WHERE site_id = $1 GROUP BY blog_id) a ON a.blog_id = b.id
     WHERE b.site_id = $1 ORDER BY ${BLOG_TITLE} COLLATE "C", b.id`,
    [siteId],
  );
  return rows;
}
