-- What the management API keeps: sessions, attempts, settings, blogs and what visitors send.

CREATE TABLE sessions (
  -- SHA-256 of the cookie's value
  empreinte text PRIMARY KEY CHECK (empreinte ~ '^[0-9a-f]{64}$'),
  compte_id uuid NOT NULL REFERENCES comptes (id) ON DELETE CASCADE,
  cree_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  expire_le timestamptz NOT NULL
);
CREATE INDEX sessions_par_compte ON sessions (compte_id);
CREATE INDEX sessions_par_fin ON sessions (expire_le);

-- Attempts in a fixed window, counted by what presents itself: a secret, an account, an address.
CREATE TABLE tentatives (
  genre text NOT NULL CHECK (genre IN ('cle', 'compte', 'adresse')),
  empreinte text NOT NULL,
  debut timestamptz NOT NULL DEFAULT clock_timestamp(),
  nombre integer NOT NULL DEFAULT 1,
  PRIMARY KEY (genre, empreinte)
);
CREATE INDEX tentatives_par_debut ON tentatives (debut);

CREATE TABLE parametres (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  onglet text NOT NULL CHECK (onglet IN ('general', 'seo', 'contact', 'reseaux', 'acces')),
  valeurs jsonb NOT NULL,
  maj_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site_id, onglet)
);

-- What the operator or the owner decides about visitors: read with each address.
ALTER TABLE sites ADD COLUMN masque boolean NOT NULL DEFAULT false;
ALTER TABLE sites ADD COLUMN code_acces text CHECK (char_length(code_acces) BETWEEN 1 AND 200);

CREATE TABLE blogs (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  slug text NOT NULL CHECK (slug ~ '^[a-z0-9]([a-z0-9-]{0,78}[a-z0-9])?$'),
  titre text NOT NULL CHECK (char_length(titre) BETWEEN 1 AND 200),
  description text NOT NULL DEFAULT '',
  maj_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site_id, id),
  UNIQUE (site_id, slug)
);

CREATE TABLE articles (
  site_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  blog_id uuid NOT NULL,
  slug text NOT NULL CHECK (slug ~ '^[a-z0-9]([a-z0-9-]{0,78}[a-z0-9])?$'),
  titre text NOT NULL CHECK (char_length(titre) BETWEEN 1 AND 200),
  extrait text NOT NULL DEFAULT '',
  contenu text NOT NULL DEFAULT '',
  image text NOT NULL DEFAULT '',
  publie boolean NOT NULL DEFAULT true,
  publie_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  maj_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site_id, id),
  UNIQUE (site_id, blog_id, slug),
  FOREIGN KEY (site_id, blog_id) REFERENCES blogs (site_id, id) ON DELETE CASCADE
);
CREATE INDEX articles_par_date ON articles (site_id, publie_le DESC, id);

CREATE TABLE demandes (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  recue_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  page text NOT NULL,
  champs jsonb NOT NULL,
  PRIMARY KEY (site_id, id)
);
CREATE INDEX demandes_par_date ON demandes (site_id, recue_le DESC, id);
