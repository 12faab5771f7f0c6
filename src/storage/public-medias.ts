import type { PictureRow } from '../media/picture-facts.ts';
import { inOrder, type Numbered } from './batch.ts';
import type { Queryable } from './statement.ts';

/** A file of the library as a visitor asks for it. */
export interface MediaAddress {
  readonly siteId: string;
  readonly id: string;
  /** Name of the variant without its format; empty where none is named: the variant of the stable address. */
  readonly variant: string;
}

/** What is known of a file of the library when it is sent. */
export interface PublicMedia extends Omit<PictureRow, 'alt' | 'couleur' | 'apercu'> {
  /** Name of the original in the store. */
  readonly objet: string;
  /** Bytes of the original. */
  readonly octets: number;
  /** Name of the variant that was asked for, without its format: at the stable address, the width that the picture has there. */
  readonly variante: string;
  /** Bytes of that variant, by the name of its file, in the formats that are in the store; of a drawing, what is sent of it. */
  readonly variantes: Readonly<Record<string, number>>;
}

/** Width of the pictures at stable addresses, at most; one of the widths that pictures are made in, pixels. */
const STABLE_WIDTH = 1_600;

/** Reads many files of libraries, each with what the store has of the variant, in one statement; null where there is none. */
export async function probeMedias(db: Queryable, medias: readonly MediaAddress[]): Promise<(PublicMedia | null)[]> {
  const { rows } = await db.query<Numbered<PublicMedia>>({
    name: 'probe-medias',
    text: `SELECT a.n::int AS n, m.id, m.nom, m.type, encode(m.empreinte, 'hex') AS empreinte, m.objet, m.octets::float8 AS octets,
                  m.largeur, m.hauteur, m.images, m.focal_x, m.focal_y, m.variante, v.variantes
           FROM unnest($1::uuid[], $2::uuid[], $3::text[]) WITH ORDINALITY AS a (site_id, id, variante, n)
           CROSS JOIN LATERAL (SELECT site_id, id, nom, type, empreinte, objet, octets, largeur, hauteur, images, focal_x, focal_y,
                                      coalesce(nullif(a.variante, ''), least(largeur, $4)::text) AS variante
                               FROM medias_publics WHERE site_id = a.site_id AND id = a.id
                               GROUP BY site_id, id, nom, type, empreinte, objet, octets, largeur, hauteur, images, focal_x, focal_y) m
           CROSS JOIN LATERAL (SELECT coalesce(json_object_agg(nom, octets), '{}') AS variantes FROM variantes_publiques
                               WHERE site_id = m.site_id AND empreinte = m.empreinte
                                 AND nom IN (m.variante || '.avif', m.variante || '.webp', m.variante || '.jpg', m.variante || '.png',
                                             'dessin.svg')) v
           WHERE m.site_id = ANY ($1::uuid[])`,
    values: [medias.map((m) => m.siteId), medias.map((m) => m.id), medias.map((m) => m.variant), STABLE_WIDTH],
  });
  return inOrder(medias, rows);
}

/** Reads what pages say of many pictures, in one statement; null where there is none. */
export async function findPictures(
  db: Queryable,
  pictures: readonly Pick<MediaAddress, 'siteId' | 'id'>[],
): Promise<(PictureRow | null)[]> {
  const { rows } = await db.query<Numbered<PictureRow>>({
    name: 'find-pictures',
    text: `SELECT a.n::int AS n, m.id, m.nom, m.alt, m.type, encode(m.empreinte, 'hex') AS empreinte, m.largeur, m.hauteur, m.images,
                  m.focal_x, m.focal_y, m.couleur, m.apercu
           FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS a (site_id, id, n)
           CROSS JOIN LATERAL (SELECT site_id, id, nom, alt, type, empreinte, largeur, hauteur, images, focal_x, focal_y, couleur, apercu
                               FROM medias_publics WHERE site_id = a.site_id AND id = a.id
                               GROUP BY site_id, id, nom, alt, type, empreinte, largeur, hauteur, images, focal_x, focal_y, couleur, apercu) m
           WHERE m.site_id = ANY ($1::uuid[])`,
    values: [pictures.map((p) => p.siteId), pictures.map((p) => p.id)],
  });
  return inOrder(pictures, rows);
}
