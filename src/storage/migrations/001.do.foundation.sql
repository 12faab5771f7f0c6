-- Accounts own sites through memberships; a site owns themes; a theme owns files.
-- The site id stands in every key of what a site owns, so that the tables can be distributed by site.

CREATE TABLE comptes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL UNIQUE CHECK (email = lower(email) AND char_length(email) BETWEEN 3 AND 254),
  mot_de_passe text NOT NULL,
  type text NOT NULL DEFAULT 'client' CHECK (type IN ('client', 'partenaire', 'agence')),
  cree_le timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE sites (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- never of the form of an id, since a site is designated by either
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'
    AND slug !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
  nom text NOT NULL CHECK (char_length(nom) BETWEEN 1 AND 80),
  etat text NOT NULL DEFAULT 'essai' CHECK (etat IN ('essai', 'actif', 'retard', 'expire', 'aucun')),
  suspendu boolean NOT NULL DEFAULT false,
  a_activer boolean NOT NULL DEFAULT false,
  -- version of pages and menus: what an isolate holds of them is compared with it
  contenu_maj_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  cree_le timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE membres (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  compte_id uuid NOT NULL REFERENCES comptes (id) ON DELETE CASCADE,
  role text NOT NULL DEFAULT 'proprietaire' CHECK (role IN ('proprietaire', 'editeur', 'lecteur')),
  PRIMARY KEY (site_id, compte_id)
);
CREATE INDEX membres_par_compte ON membres (compte_id);

CREATE TABLE domaines (
  hote text PRIMARY KEY CHECK (hote = lower(hote) AND char_length(hote) BETWEEN 1 AND 253),
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE
);
CREATE INDEX domaines_par_site ON domaines (site_id);

CREATE TABLE themes (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  nom text NOT NULL CHECK (char_length(nom) BETWEEN 1 AND 80),
  version text NOT NULL DEFAULT '1.0.0' CHECK (char_length(version) <= 20),
  role text NOT NULL DEFAULT 'brouillon' CHECK (role IN ('publie', 'brouillon')),
  origine text CHECK (char_length(origine) BETWEEN 1 AND 40),
  issu_de uuid,
  maj_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site_id, id),
  CHECK (issu_de IS NULL OR role = 'brouillon')
);
CREATE UNIQUE INDEX themes_un_publie_par_site ON themes (site_id) WHERE role = 'publie';
CREATE UNIQUE INDEX themes_un_brouillon_de_travail_par_site ON themes (site_id) WHERE issu_de IS NOT NULL;

CREATE TABLE fichiers (
  site_id uuid NOT NULL,
  theme_id uuid NOT NULL,
  chemin text NOT NULL CHECK (char_length(chemin) BETWEEN 3 AND 120),
  contenu text NOT NULL,
  maj_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site_id, theme_id, chemin),
  FOREIGN KEY (site_id, theme_id) REFERENCES themes (site_id, id) ON DELETE CASCADE
);

CREATE TABLE pages (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- empty for the home page
  slug text NOT NULL CHECK (slug ~ '^([a-z0-9]([a-z0-9-]{0,78}[a-z0-9])?)?$'),
  titre text NOT NULL CHECK (char_length(titre) <= 200),
  gabarit text NOT NULL DEFAULT 'page' CHECK (gabarit ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'),
  contenu text NOT NULL DEFAULT '',
  publiee boolean NOT NULL DEFAULT true,
  maj_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site_id, id),
  UNIQUE (site_id, slug)
);

CREATE TABLE menus (
  site_id uuid PRIMARY KEY REFERENCES sites (id) ON DELETE CASCADE,
  menus jsonb NOT NULL DEFAULT '{}',
  maj_le timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE cles (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  compte_id uuid NOT NULL REFERENCES comptes (id) ON DELETE CASCADE,
  nom text CHECK (char_length(nom) BETWEEN 1 AND 80),
  empreinte text NOT NULL UNIQUE CHECK (empreinte ~ '^[0-9a-f]{64}$'),
  prefixe text NOT NULL CHECK (char_length(prefixe) = 12),
  portee text NOT NULL DEFAULT 'themes' CHECK (portee IN ('lecture', 'themes', 'atelier')),
  cree_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  derniere_utilisation timestamptz,
  expire_le timestamptz,
  revoquee_le timestamptz
);
CREATE INDEX cles_par_compte ON cles (compte_id);

-- What the role of the public pages may read: never a key, a password hash or a file of an unpublished theme,
-- but the assets of every theme, whose address has no role in it.

CREATE VIEW sites_publics AS
  SELECT id, slug, nom, contenu_maj_le FROM sites;

CREATE VIEW themes_publies WITH (security_barrier) AS
  SELECT site_id, id, maj_le FROM themes WHERE role = 'publie';

CREATE VIEW fichiers_publies WITH (security_barrier) AS
  SELECT f.site_id, f.theme_id, f.chemin, f.contenu
  FROM fichiers f JOIN themes t ON t.site_id = f.site_id AND t.id = f.theme_id
  WHERE t.role = 'publie';

CREATE VIEW actifs_publics WITH (security_barrier) AS
  SELECT site_id, theme_id, chemin, contenu FROM fichiers WHERE chemin LIKE 'assets/%';

CREATE VIEW pages_publiques WITH (security_barrier) AS
  SELECT site_id, slug, titre, gabarit, contenu FROM pages WHERE publiee;

-- Fingerprint of the privileges.sql that was applied last.
CREATE TABLE vitrine_droits (empreinte text PRIMARY KEY);
