-- The library of a site: pictures and documents that its members upload (docs/media.md).

-- What the library has. The bytes are in a store besides the database (src/media/store/).
CREATE TABLE medias (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  nom text NOT NULL CHECK (char_length(nom) BETWEEN 1 AND 200),
  -- what it shows, for who cannot see it
  alt text NOT NULL DEFAULT '' CHECK (char_length(alt) <= 1000),
  type text NOT NULL CHECK (type IN ('image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/svg+xml',
    'application/pdf')),
  -- SHA-256 of the file as it was uploaded
  empreinte bytea NOT NULL CHECK (octet_length(empreinte) = 32),
  -- name of the file in the store: each upload has its own, so that no removal takes what another upload has stored
  objet text NOT NULL CHECK (objet ~ '^[0-9a-f]{64}-[0-9a-f]{16}$'),
  octets bigint NOT NULL CHECK (octets > 0),
  -- upright, pixels; 0 where there is no size
  largeur integer NOT NULL CHECK (largeur >= 0),
  hauteur integer NOT NULL CHECK (hauteur >= 0),
  images integer NOT NULL DEFAULT 1 CHECK (images > 0),
  -- point that stays in sight, thousandths of width and height
  focal_x smallint NOT NULL DEFAULT 500 CHECK (focal_x BETWEEN 0 AND 1000),
  focal_y smallint NOT NULL DEFAULT 500 CHECK (focal_y BETWEEN 0 AND 1000),
  -- dominant colour, #rrggbb
  couleur text NOT NULL DEFAULT '' CHECK (couleur ~ '^(#[0-9a-f]{6})?$'),
  -- tiny picture as a data: address
  apercu text NOT NULL DEFAULT '' CHECK (char_length(apercu) <= 2000),
  cree_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  maj_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site_id, id),
  -- the same bytes again are the same picture
  UNIQUE (site_id, empreinte)
);
CREATE INDEX medias_par_date ON medias (site_id, cree_le DESC, id);

-- Variants of pictures that are in the store: a cache, of which anything may be removed at any time.
CREATE TABLE variantes (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  -- of the picture's file
  empreinte bytea NOT NULL CHECK (octet_length(empreinte) = 32),
  -- width, ratio with focal point, format: 640-4x5-500x250.webp
  nom text NOT NULL CHECK (char_length(nom) <= 60),
  octets bigint NOT NULL CHECK (octets > 0),
  faite_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site_id, empreinte, nom)
);
CREATE INDEX variantes_par_date ON variantes (site_id, faite_le);

-- Pictures as visitors may know them.
CREATE VIEW medias_publics WITH (security_barrier) AS
  SELECT site_id, id, nom, alt, type, empreinte, objet, octets, largeur, hauteur, images, focal_x, focal_y, couleur, apercu FROM medias;

-- What of these pictures is in the store.
CREATE VIEW variantes_publiques WITH (security_barrier) AS
  SELECT site_id, empreinte, nom, octets FROM variantes;
