-- Words: pages and articles that are worked on without being shown, planned, kept in versions, and had back after a deletion (docs/content.md).

-- The instant that decides what visitors see: the one place where the program asks for it, so that tests can hand in an instant.
CREATE FUNCTION vitrine_maintenant() RETURNS timestamptz
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN statement_timestamp();

ALTER TABLE pages
  ADD COLUMN image text NOT NULL DEFAULT '',
  -- for search engines; empty where title and text serve
  ADD COLUMN seo_titre text NOT NULL DEFAULT '' CHECK (char_length(seo_titre) <= 200),
  ADD COLUMN seo_description text NOT NULL DEFAULT '' CHECK (char_length(seo_description) <= 1000),
  -- visitors see a published page from then on, and until then; null without a plan
  ADD COLUMN publie_le timestamptz,
  ADD COLUMN retire_le timestamptz,
  -- work in progress: the fields that differ from those that are shown; null for none
  ADD COLUMN travail jsonb CHECK (jsonb_typeof(travail) = 'object'),
  -- a planned change: the fields that are shown from `prevu_le` on
  ADD COLUMN prevu jsonb CHECK (jsonb_typeof(prevu) = 'object'),
  ADD COLUMN prevu_le timestamptz,
  -- when what visitors see was changed last, as far as `maj_le` is `montre_pour` still: `maj_le` changes with work in progress, too. Else the
  -- release before this one, which shows all that it writes, has written the row, at `maj_le`
  ADD COLUMN montre_le timestamptz,
  ADD COLUMN montre_pour timestamptz,
  ADD CHECK ((prevu IS NULL) = (prevu_le IS NULL)),
  ADD CHECK (retire_le > publie_le);

ALTER TABLE articles
  ADD COLUMN seo_titre text NOT NULL DEFAULT '' CHECK (char_length(seo_titre) <= 200),
  ADD COLUMN seo_description text NOT NULL DEFAULT '' CHECK (char_length(seo_description) <= 1000),
  ADD COLUMN retire_le timestamptz,
  ADD COLUMN travail jsonb CHECK (jsonb_typeof(travail) = 'object'),
  ADD COLUMN prevu jsonb CHECK (jsonb_typeof(prevu) = 'object'),
  ADD COLUMN prevu_le timestamptz,
  ADD COLUMN montre_le timestamptz,
  ADD COLUMN montre_pour timestamptz,
  -- no check of the order of beginning and end: the release before this one writes beginnings, and knows no ends
  ADD CHECK ((prevu IS NULL) = (prevu_le IS NULL));

-- Plans whose instant has come, until the program writes them into the row (src/content/).
CREATE INDEX pages_a_paraitre ON pages (site_id, publie_le) WHERE publie_le IS NOT NULL;
CREATE INDEX pages_a_retirer ON pages (site_id, retire_le) WHERE retire_le IS NOT NULL;
CREATE INDEX pages_a_changer ON pages (site_id, prevu_le) WHERE prevu_le IS NOT NULL;
CREATE INDEX articles_a_retirer ON articles (site_id, retire_le) WHERE retire_le IS NOT NULL;
CREATE INDEX articles_a_changer ON articles (site_id, prevu_le) WHERE prevu_le IS NOT NULL;

-- What pages and articles were.
CREATE TABLE versions_de_contenus (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  -- of the page or the article, also of a deleted one
  contenu_id uuid NOT NULL,
  numero integer NOT NULL CHECK (numero > 0),
  -- address of the account, or name of the key; null where nobody knows
  auteur text CHECK (char_length(auteur) <= 254),
  moyen text NOT NULL CHECK (moyen IN ('origine', 'enregistrement', 'publication', 'programmation')),
  -- every field that a person writes
  valeurs jsonb NOT NULL CHECK (jsonb_typeof(valeurs) = 'object'),
  cree_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- when the first of the saves came in whose place this version stands
  debut_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site_id, contenu_id, numero)
);

-- Pages, blogs and articles that were deleted, for 30 days.
CREATE TABLE contenus_supprimes (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  id uuid NOT NULL,
  genre text NOT NULL CHECK (genre IN ('page', 'article', 'blog')),
  titre text NOT NULL,
  -- the whole row
  valeurs jsonb NOT NULL CHECK (jsonb_typeof(valeurs) = 'object'),
  auteur text CHECK (char_length(auteur) <= 254),
  supprime_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site_id, id)
);
CREATE INDEX contenus_supprimes_par_date ON contenus_supprimes (site_id, supprime_le DESC, id);

-- The views of the public pages: a text as it is at this instant, planned beginnings, ends and changes included.

CREATE OR REPLACE VIEW pages_publiques WITH (security_barrier) AS
  SELECT site_id, slug,
         CASE WHEN prevu_le <= vitrine_maintenant() THEN coalesce(prevu->>'titre', titre) ELSE titre END AS titre,
         CASE WHEN prevu_le <= vitrine_maintenant() THEN coalesce(prevu->>'gabarit', gabarit) ELSE gabarit END AS gabarit,
         CASE WHEN prevu_le <= vitrine_maintenant() THEN coalesce(prevu->>'contenu', contenu) ELSE contenu END AS contenu,
         greatest(CASE WHEN montre_pour = maj_le THEN montre_le ELSE maj_le END, CASE WHEN prevu_le <= vitrine_maintenant() THEN prevu_le END) AS maj_le,
         CASE WHEN prevu_le <= vitrine_maintenant() THEN coalesce(prevu->>'image', image) ELSE image END AS image,
         CASE WHEN prevu_le <= vitrine_maintenant() THEN coalesce(prevu->>'seo_titre', seo_titre) ELSE seo_titre END AS seo_titre,
         CASE WHEN prevu_le <= vitrine_maintenant() THEN coalesce(prevu->>'seo_description', seo_description) ELSE seo_description END
           AS seo_description
  FROM pages
  WHERE publiee AND (publie_le IS NULL OR publie_le <= vitrine_maintenant()) AND (retire_le IS NULL OR retire_le > vitrine_maintenant());

CREATE OR REPLACE VIEW articles_publics WITH (security_barrier) AS
  SELECT site_id, id, blog_id, slug,
         CASE WHEN prevu_le <= vitrine_maintenant() THEN coalesce(prevu->>'titre', titre) ELSE titre END AS titre,
         CASE WHEN prevu_le <= vitrine_maintenant() THEN coalesce(prevu->>'extrait', extrait) ELSE extrait END AS extrait,
         CASE WHEN prevu_le <= vitrine_maintenant() THEN coalesce(prevu->>'contenu', contenu) ELSE contenu END AS contenu,
         CASE WHEN prevu_le <= vitrine_maintenant() THEN coalesce(prevu->>'image', image) ELSE image END AS image,
         publie_le,
         greatest(CASE WHEN montre_pour = maj_le THEN montre_le ELSE maj_le END, CASE WHEN prevu_le <= vitrine_maintenant() THEN prevu_le END) AS maj_le,
         CASE WHEN prevu_le <= vitrine_maintenant() THEN coalesce(prevu->>'seo_titre', seo_titre) ELSE seo_titre END AS seo_titre,
         CASE WHEN prevu_le <= vitrine_maintenant() THEN coalesce(prevu->>'seo_description', seo_description) ELSE seo_description END
           AS seo_description
  FROM articles WHERE publie AND publie_le <= vitrine_maintenant() AND (retire_le IS NULL OR retire_le > vitrine_maintenant());

-- When a text of a site appeared, ended or changed last by a plan: its content has a new version then. A site without such an instant has no row.
CREATE OR REPLACE VIEW parutions_publiques WITH (security_barrier) AS
  SELECT site_id, max(derniere) AS derniere FROM (
    SELECT b.site_id, (SELECT max(a.publie_le) FROM articles a
                       WHERE a.site_id = b.site_id AND a.publie AND a.publie_le <= vitrine_maintenant()) AS derniere
    FROM blogs b GROUP BY b.site_id
    UNION ALL SELECT site_id, max(retire_le) FROM articles WHERE retire_le <= vitrine_maintenant() GROUP BY site_id
    UNION ALL SELECT site_id, max(prevu_le) FROM articles WHERE prevu_le <= vitrine_maintenant() GROUP BY site_id
    UNION ALL SELECT site_id, max(publie_le) FROM pages WHERE publie_le <= vitrine_maintenant() GROUP BY site_id
    UNION ALL SELECT site_id, max(retire_le) FROM pages WHERE retire_le <= vitrine_maintenant() GROUP BY site_id
    UNION ALL SELECT site_id, max(prevu_le) FROM pages WHERE prevu_le <= vitrine_maintenant() GROUP BY site_id
  ) i GROUP BY site_id;
