-- What visitors see besides pages: who may see a site, its blog; and what is counted of them.

-- A site's content has a new version, too, when the time of an article comes.
CREATE INDEX articles_parus ON articles (site_id, publie_le DESC) WHERE publie;

CREATE OR REPLACE VIEW sites_publics AS
  SELECT s.id, s.slug, s.nom,
         greatest(s.contenu_maj_le, (SELECT max(a.publie_le) FROM articles a
                                   WHERE a.site_id = s.id AND a.publie AND a.publie_le <= clock_timestamp()))
           AS contenu_maj_le,
         s.masque,
         -- signs the cookie of visitors who know the code: never the hash itself
         encode(sha256(convert_to('acces:' || s.code_acces, 'UTF8')), 'hex') AS cle_acces
  FROM sites s;

CREATE OR REPLACE VIEW pages_publiques WITH (security_barrier) AS
  SELECT site_id, slug, titre, gabarit, contenu, maj_le FROM pages WHERE publiee;

-- What the owner says of the site in a few words; no other setting is for everybody.
-- What a site says of itself in a sentence or two.
CREATE VIEW descriptions_publiques WITH (security_barrier) AS
  SELECT DISTINCT ON (site_id) site_id, valeurs->>'description' AS description FROM parametres
  WHERE onglet IN ('seo', 'general') AND jsonb_typeof(valeurs->'description') = 'string' AND valeurs->>'description' ~ '\S'
  ORDER BY site_id, onglet = 'seo' DESC;

CREATE VIEW blogs_publics WITH (security_barrier) AS
  SELECT site_id, id, slug, titre, description FROM blogs;

CREATE VIEW articles_publics WITH (security_barrier) AS
  SELECT site_id, id, blog_id, slug, titre, extrait, contenu, image, publie_le, maj_le
  FROM articles WHERE publie AND publie_le <= clock_timestamp();

ALTER TABLE tentatives DROP CONSTRAINT tentatives_genre_check,
  ADD CONSTRAINT tentatives_genre_check CHECK (genre IN ('cle', 'compte', 'adresse', 'formulaire', 'code'));
