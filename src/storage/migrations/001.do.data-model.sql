-- The data of vitrine. Accounts own sites through memberships; a site owns themes and contents; a theme owns files and their versions.
-- The id of the site is in every key of what a site owns, so that these tables can be distributed by site (distribution.sql).
-- This file is never edited: a change of the tables is a migration with the next number (docs/architecture.md, A change of the tables).

-- Accounts ------------------------------------------------------------------------------------------------------------------------

-- Who can sign in.
CREATE TABLE comptes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL UNIQUE CHECK (email = lower(email) AND char_length(email) BETWEEN 3 AND 254),
  -- hash of the password
  mot_de_passe text NOT NULL,
  type text NOT NULL DEFAULT 'client' CHECK (type IN ('client', 'partenaire', 'agence')),
  cree_le timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Browsers that are signed in.
CREATE TABLE sessions (
  -- SHA-256 of the cookie's value
  empreinte text PRIMARY KEY CHECK (empreinte ~ '^[0-9a-f]{64}$'),
  compte_id uuid NOT NULL REFERENCES comptes (id) ON DELETE CASCADE,
  cree_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  expire_le timestamptz NOT NULL
);
CREATE INDEX sessions_par_compte ON sessions (compte_id);
CREATE INDEX sessions_par_fin ON sessions (expire_le);

-- Keys of the API.
CREATE TABLE cles (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  compte_id uuid NOT NULL REFERENCES comptes (id) ON DELETE CASCADE,
  nom text CHECK (char_length(nom) BETWEEN 1 AND 80),
  -- SHA-256 of the key, and the characters that people know the key by
  empreinte text NOT NULL UNIQUE CHECK (empreinte ~ '^[0-9a-f]{64}$'),
  prefixe text NOT NULL CHECK (char_length(prefixe) = 12),
  portee text NOT NULL DEFAULT 'themes' CHECK (portee IN ('lecture', 'themes', 'atelier')),
  cree_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  derniere_utilisation timestamptz,
  expire_le timestamptz,
  revoquee_le timestamptz
);
CREATE INDEX cles_par_compte ON cles (compte_id);

-- Attempts in a fixed window, counted by what presents itself: a secret, an account, an address.
CREATE TABLE tentatives (
  genre text NOT NULL CHECK (genre IN ('cle', 'compte', 'adresse', 'formulaire', 'code')),
  empreinte text NOT NULL,
  debut timestamptz NOT NULL DEFAULT clock_timestamp(),
  nombre integer NOT NULL DEFAULT 1,
  PRIMARY KEY (genre, empreinte)
);
CREATE INDEX tentatives_par_debut ON tentatives (debut);

-- Sites ---------------------------------------------------------------------------------------------------------------------------

-- Sites, and whether visitors may see them.
CREATE TABLE sites (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- never of the form of an id, since a site is designated by either
  slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'
    AND slug !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
  nom text NOT NULL CHECK (char_length(nom) BETWEEN 1 AND 80),
  etat text NOT NULL DEFAULT 'essai' CHECK (etat IN ('essai', 'actif', 'retard', 'expire', 'aucun')),
  suspendu boolean NOT NULL DEFAULT false,
  a_activer boolean NOT NULL DEFAULT false,
  -- what the owner decides about visitors
  masque boolean NOT NULL DEFAULT false,
  code_acces text CHECK (char_length(code_acces) BETWEEN 1 AND 200),
  -- Null where the site answers; else why it does not, by what an operator has taken off: `site`, or the id of the account whose sites all
  -- were. The site answers again when none of these is left.
  hors_ligne jsonb CHECK (jsonb_typeof(hors_ligne) = 'object' AND hors_ligne <> '{}'),
  -- version of the contents: what an isolate holds of them is compared with it
  contenu_maj_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  cree_le timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Which accounts work on a site, and as what.
CREATE TABLE membres (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  compte_id uuid NOT NULL REFERENCES comptes (id) ON DELETE CASCADE,
  role text NOT NULL DEFAULT 'proprietaire' CHECK (role IN ('proprietaire', 'editeur', 'lecteur')),
  PRIMARY KEY (site_id, compte_id)
);
CREATE INDEX membres_par_compte ON membres (compte_id);

-- Host names of sites besides that of their slug.
CREATE TABLE domaines (
  hote text PRIMARY KEY CHECK (hote = lower(hote) AND char_length(hote) BETWEEN 1 AND 253),
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE
);
CREATE INDEX domaines_par_site ON domaines (site_id);

-- Themes (docs/versions.md) -------------------------------------------------------------------------------------------------------

-- Texts of files, each stored once, whatever themes, sites and versions have it.
CREATE TABLE textes (
  -- SHA-256 of the folder and the text (vitrine_cle_de_texte, below)
  cle bytea PRIMARY KEY CHECK (octet_length(cle) = 32),
  contenu text NOT NULL
);

-- Trees of the catalog that themes were installed from, each once for all sites.
CREATE TABLE originaux (
  -- key of the tree
  arbre bytea NOT NULL CHECK (octet_length(arbre) = 32),
  chemin text NOT NULL,
  texte bytea NOT NULL REFERENCES textes,
  PRIMARY KEY (arbre, chemin)
);
CREATE INDEX originaux_par_texte ON originaux (texte);

-- Themes of sites: the published one and drafts.
CREATE TABLE themes (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  nom text NOT NULL CHECK (char_length(nom) BETWEEN 1 AND 80),
  version text NOT NULL DEFAULT '1.0.0' CHECK (char_length(version) <= 20),
  role text NOT NULL DEFAULT 'brouillon' CHECK (role IN ('publie', 'brouillon')),
  -- number of the present version
  numero integer NOT NULL DEFAULT 1 CHECK (numero > 0),
  -- when it was published last; null for a theme that visitors never saw
  publie_le timestamptz,
  -- the version that visitors saw when another theme took its place: what "revenir" publishes again; it means nothing for a published theme
  retire_numero integer,
  -- the catalog's theme that it was installed from, and the tree that this theme had
  origine text CHECK (char_length(origine) BETWEEN 1 AND 40),
  original bytea CHECK (octet_length(original) = 32),
  -- the theme with which its line of descent begins
  lignee uuid NOT NULL,
  -- the theme that it was copied from, and the version of that theme; both stay when it is published
  fait_de uuid,
  fait_du_numero integer CHECK (fait_du_numero > 0),
  -- of the working draft only: the published theme that it is a copy of
  issu_de uuid,
  -- the name of the deployment that it is of
  deploiement text CHECK (char_length(deploiement) BETWEEN 1 AND 80),
  cree_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  maj_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site_id, id),
  CHECK (issu_de IS NULL OR role = 'brouillon'),
  CHECK ((fait_de IS NULL) = (fait_du_numero IS NULL))
);
CREATE UNIQUE INDEX themes_un_publie_par_site ON themes (site_id) WHERE role = 'publie';
CREATE UNIQUE INDEX themes_un_brouillon_de_travail_par_site ON themes (site_id) WHERE issu_de IS NOT NULL;
CREATE UNIQUE INDEX themes_un_precedent_par_site ON themes (site_id) WHERE retire_numero IS NOT NULL;
CREATE UNIQUE INDEX themes_un_par_deploiement ON themes (site_id, deploiement) WHERE deploiement IS NOT NULL;

-- The present files of themes.
CREATE TABLE fichiers (
  site_id uuid NOT NULL,
  theme_id uuid NOT NULL,
  chemin text NOT NULL CHECK (char_length(chemin) BETWEEN 3 AND 120),
  texte bytea NOT NULL REFERENCES textes,
  -- the version in which this text came
  depuis integer NOT NULL,
  maj_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site_id, theme_id, chemin),
  FOREIGN KEY (site_id, theme_id) REFERENCES themes (site_id, id) ON DELETE CASCADE
);
CREATE INDEX fichiers_par_texte ON fichiers (texte);

-- Who wrote what of a theme, and when: one row for each write.
CREATE TABLE versions (
  site_id uuid NOT NULL,
  theme_id uuid NOT NULL,
  numero integer NOT NULL CHECK (numero > 0),
  -- address of the account, or name of the key; null where nobody knows
  auteur text CHECK (char_length(auteur) <= 254),
  moyen text NOT NULL CHECK (moyen IN ('fichier', 'suppression', 'lot', 'reglages', 'import', 'installation', 'copie', 'retour',
    'actualisation', 'deploiement')),
  -- the catalog's tree that the theme came from until this version gave it another one
  original_avant bytea CHECK (octet_length(original_avant) = 32),
  cree_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site_id, theme_id, numero),
  FOREIGN KEY (site_id, theme_id) REFERENCES themes (site_id, id) ON DELETE CASCADE
);

-- The texts that files had before: from version `depuis` on, until version `jusqua` replaced or removed them.
CREATE TABLE fichiers_remplaces (
  site_id uuid NOT NULL,
  theme_id uuid NOT NULL,
  jusqua integer NOT NULL,
  chemin text NOT NULL,
  texte bytea NOT NULL REFERENCES textes,
  depuis integer NOT NULL CHECK (depuis < jusqua),
  maj_le timestamptz NOT NULL,
  PRIMARY KEY (site_id, theme_id, jusqua, chemin),
  FOREIGN KEY (site_id, theme_id) REFERENCES themes (site_id, id) ON DELETE CASCADE
);
CREATE INDEX fichiers_remplaces_par_texte ON fichiers_remplaces (texte);

-- Contents of sites ---------------------------------------------------------------------------------------------------------------

-- Pages.
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

-- All menus of a site, by name.
CREATE TABLE menus (
  site_id uuid PRIMARY KEY REFERENCES sites (id) ON DELETE CASCADE,
  menus jsonb NOT NULL DEFAULT '{}',
  maj_le timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Settings of a site, a row for each tab of its form.
CREATE TABLE parametres (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  onglet text NOT NULL CHECK (onglet IN ('general', 'seo', 'contact', 'reseaux', 'acces')),
  valeurs jsonb NOT NULL,
  maj_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site_id, onglet)
);

-- Blogs.
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

-- Articles of blogs.
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
  -- visitors see the article from then on
  publie_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  maj_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site_id, id),
  UNIQUE (site_id, blog_id, slug),
  FOREIGN KEY (site_id, blog_id) REFERENCES blogs (site_id, id) ON DELETE CASCADE
);
CREATE INDEX articles_par_date ON articles (site_id, publie_le DESC, id);
CREATE INDEX articles_parus ON articles (site_id, publie_le DESC) WHERE publie;

-- What visitors send through forms.
CREATE TABLE demandes (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- address of the page with the form
  page text NOT NULL,
  champs jsonb NOT NULL,
  -- the names of the fields in the order of the form: jsonb has an order of its own
  ordre text[] NOT NULL,
  recue_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site_id, id)
);
CREATE INDEX demandes_par_date ON demandes (site_id, recue_le DESC, id);

-- What the operator sees (docs/operations.md, Seeing what happens) ----------------------------------------------------------------

-- What each site uses: each instance adds what it has counted, once a minute.
CREATE TABLE usages (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  -- when the hour began
  heure timestamptz NOT NULL,
  pages bigint NOT NULL,
  -- processor time of renders, milliseconds
  ms bigint NOT NULL,
  octets bigint NOT NULL,
  PRIMARY KEY (site_id, heure)
);
CREATE INDEX usages_par_heure ON usages (heure);

-- What fails in the themes of a site.
CREATE TABLE echecs (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  theme_id uuid NOT NULL,
  -- path of a file; or a word for why there was no page
  lieu text NOT NULL CHECK (char_length(lieu) <= 120),
  ligne integer,
  colonne integer,
  message text NOT NULL CHECK (char_length(message) <= 300),
  -- of the theme, when it failed last
  version text NOT NULL,
  nombre bigint NOT NULL,
  premier_le timestamptz NOT NULL,
  dernier_le timestamptz NOT NULL,
  PRIMARY KEY (site_id, theme_id, lieu)
);
CREATE INDEX echecs_par_date ON echecs (dernier_le);

-- Themes in quarantine. A quarantine is in the memory of one instance; the instance looks here whether it was lifted by hand.
CREATE TABLE quarantaines (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  -- of a preview, a rehearsal or a profile an id of its own
  theme_id uuid NOT NULL,
  instance text NOT NULL,
  version text NOT NULL,
  raison text NOT NULL CHECK (raison IN ('limites', 'processus')),
  depuis timestamptz NOT NULL,
  jusqua timestamptz NOT NULL,
  levee_le timestamptz,
  PRIMARY KEY (site_id, theme_id, instance)
);
CREATE INDEX quarantaines_par_fin ON quarantaines (jusqua);

-- Fingerprint of the privileges.sql that was applied last.
CREATE TABLE vitrine_droits (empreinte text PRIMARY KEY);

-- Views ---------------------------------------------------------------------------------------------------------------------------

-- Files with their texts, for whoever may read all themes.
CREATE VIEW fichiers_complets AS
  SELECT f.site_id, f.theme_id, f.chemin, t.contenu, f.texte, f.depuis, f.maj_le
  FROM fichiers f JOIN textes t ON t.cle = f.texte;

-- The other views are what the role of the public pages may read: never a key, a password hash or a file of an unpublished theme, but the
-- assets of every theme, whose address has no role in it.

-- Sites as their visitors may know them.
CREATE VIEW etats_publics AS
  SELECT id, slug, nom, contenu_maj_le, masque,
         -- signs the cookie of visitors who know the code: never the hash itself
         encode(sha256(convert_to('acces:' || code_acces, 'UTF8')), 'hex') AS cle_acces,
         -- that it is off, and whether the law is why; the reason in words is for its members
         CASE WHEN hors_ligne IS NULL THEN NULL
              WHEN jsonb_path_exists(hors_ligne, '$.*.genre ? (@ == "loi")') THEN 'loi'
              ELSE 'decision' END AS hors_ligne
  FROM sites;

-- When an article of a site appeared last: its content has a new version then. A site without blogs has no row.
CREATE VIEW parutions_publiques WITH (security_barrier) AS
  SELECT b.site_id, (SELECT max(a.publie_le) FROM articles a
                     WHERE a.site_id = b.site_id AND a.publie AND a.publie_le <= statement_timestamp()) AS derniere
  FROM blogs b GROUP BY b.site_id;

-- The published theme of each site.
CREATE VIEW themes_publies WITH (security_barrier) AS
  SELECT site_id, id, maj_le FROM themes WHERE role = 'publie';

-- The files of published themes. Those that engine/language/paths.ts takes for code have a key.
CREATE VIEW fichiers_publies WITH (security_barrier) AS
  SELECT f.site_id, f.theme_id, f.chemin, x.contenu,
         CASE WHEN f.chemin IN ('layout/theme.liquid', 'config/settings_schema.json')
                OR (starts_with(f.chemin, 'sections/') AND right(f.chemin, 7) = '.liquid')
                OR (starts_with(f.chemin, 'snippets/') AND right(f.chemin, 7) = '.liquid')
              THEN encode(f.texte, 'hex') END AS cle_de_code
  FROM fichiers f JOIN themes t ON t.site_id = f.site_id AND t.id = f.theme_id JOIN textes x ON x.cle = f.texte
  WHERE t.role = 'publie';

-- The assets of all themes, drafts too.
CREATE VIEW actifs_publics WITH (security_barrier) AS
  SELECT f.site_id, f.theme_id, f.chemin, x.contenu, f.maj_le
  FROM fichiers f JOIN textes x ON x.cle = f.texte WHERE f.chemin LIKE 'assets/%';

-- Published pages.
CREATE VIEW pages_publiques WITH (security_barrier) AS
  SELECT site_id, slug, titre, gabarit, contenu, maj_le FROM pages WHERE publiee;

-- Blogs.
CREATE VIEW blogs_publics WITH (security_barrier) AS
  SELECT site_id, id, slug, titre, description FROM blogs;

-- Articles that have appeared.
CREATE VIEW articles_publics WITH (security_barrier) AS
  SELECT site_id, id, blog_id, slug, titre, extrait, contenu, image, publie_le, maj_le
  FROM articles WHERE publie AND publie_le <= clock_timestamp();

-- What a site says of itself in a sentence or two; no other setting is for everybody.
CREATE VIEW descriptions_publiques WITH (security_barrier) AS
  SELECT DISTINCT ON (site_id) site_id, valeurs->>'description' AS description FROM parametres
  WHERE onglet IN ('seo', 'general') AND jsonb_typeof(valeurs->'description') = 'string' AND valeurs->>'description' ~ '\S'
  ORDER BY site_id, onglet = 'seo' DESC;

-- Functions -----------------------------------------------------------------------------------------------------------------------

-- The key of a text: SHA-256 of the folder and the text, under which code is compiled too (sandbox/web-process/code/code-key.ts).
-- The encoding of the database is UTF-8 and stays so: what convert_to gives never changes.
CREATE FUNCTION vitrine_cle_de_texte(chemin text, contenu text) RETURNS bytea
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN sha256(convert_to(split_part(chemin, '/', 1) || E'\n' || contenu, 'UTF8'));

-- The next instant. Citus refuses an UPDATE that calls a volatile function, or a stable function of a column: this one is immutable.
CREATE FUNCTION vitrine_apres(instant timestamptz) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN instant + interval '1 microsecond';

-- What the role of the management API may change of a site, and nothing else of it: functions with the rights of the owner of the tables,
-- since Citus has no privileges on columns. Only this role may call them (privileges.sql).

-- Locks a site for a transaction. Returns whether the site is there.
CREATE FUNCTION vitrine_tenir_site(site uuid) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM FROM sites WHERE id = site FOR NO KEY UPDATE;
  RETURN FOUND;
END $$;

-- Gives the contents of a site a new version.
CREATE FUNCTION vitrine_changer_contenu(site uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE sites SET contenu_maj_le = greatest(statement_timestamp(), vitrine_apres(contenu_maj_le)) WHERE id = site;
END $$;

-- Hides a site from visitors, or shows it.
CREATE FUNCTION vitrine_masquer(site uuid, oui boolean) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE sites SET masque = oui WHERE id = site;
END $$;

-- Gives a site an access code, or takes it off.
CREATE FUNCTION vitrine_proteger(site uuid, code text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE sites SET code_acces = code WHERE id = site;
END $$;

REVOKE ALL ON FUNCTION vitrine_tenir_site(uuid), vitrine_changer_contenu(uuid), vitrine_masquer(uuid, boolean), vitrine_proteger(uuid, text)
  FROM PUBLIC;
