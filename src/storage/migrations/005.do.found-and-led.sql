-- A site that is found and led: addresses that lead on, requests that are read and put away, the main address, what themes may show of the
-- settings (docs/redirects.md, docs/settings.md).

-- Addresses of a site that are gone.
CREATE TABLE redirections (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  -- path, perhaps with a query, as src/content/redirects.ts writes it
  de text NOT NULL CHECK (starts_with(de, '/') AND octet_length(de) <= 2000),
  -- path of the site, or https address, that visitors are led to; null where they are told that the page is gone (410)
  vers text CHECK (octet_length(vers) <= 2000),
  -- whether all that is beneath `de` is led on to the same place beneath `vers`: of blogs
  dessous boolean NOT NULL DEFAULT false,
  moyen text NOT NULL CHECK (moyen IN ('adresse', 'main', 'import')),
  cree_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site_id, de),
  CHECK (NOT dessous OR vers IS NOT NULL)
);
CREATE INDEX redirections_par_cible ON redirections (site_id, vers);
CREATE INDEX redirections_par_date ON redirections (site_id, cree_le DESC, de);

-- Requests: those that came before this migration count as read.
ALTER TABLE demandes
  ADD COLUMN lue_le timestamptz DEFAULT now(),
  ADD COLUMN classement text NOT NULL DEFAULT 'recue' CHECK (classement IN ('recue', 'archivee', 'indesirable'));
ALTER TABLE demandes ALTER COLUMN lue_le DROP DEFAULT;
-- Each page of the studio tells how many nobody has read.
CREATE INDEX demandes_non_lues ON demandes (site_id) WHERE lue_le IS NULL AND classement = 'recue';

-- The domain of a site that its absolute addresses are made of; a site without one has the subdomain of its slug.
ALTER TABLE domaines ADD COLUMN principal boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX domaines_un_principal ON domaines (site_id) WHERE principal;

-- The views are what the role of the public pages may read.

CREATE VIEW redirections_publiques WITH (security_barrier) AS
  SELECT site_id, de, vers, dessous FROM redirections;

-- What themes may show of the settings: these names, and nothing else of a tab.
CREATE VIEW reglages_publics WITH (security_barrier) AS
  SELECT site_id, onglet, (
    SELECT coalesce(jsonb_object_agg(v.key, v.value), '{}') FROM jsonb_each(valeurs) v
    WHERE v.key = ANY (CASE onglet
      WHEN 'general' THEN ARRAY['activite', 'fuseau']
      WHEN 'seo' THEN ARRAY['image']
      WHEN 'contact' THEN ARRAY['telephone', 'courriel_public', 'adresse_postale', 'horaires', 'exceptions']
      ELSE ARRAY['facebook', 'instagram', 'linkedin', 'youtube', 'tiktok', 'pinterest', 'x', 'threads', 'mastodon', 'bluesky', 'whatsapp',
        'google'] END)) AS valeurs
  FROM parametres WHERE onglet IN ('general', 'seo', 'contact', 'reseaux') AND jsonb_typeof(valeurs) = 'object';
