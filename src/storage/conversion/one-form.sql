-- Nothing but this program's form is written and read from now on. No program of before may run any more.

CREATE OR REPLACE VIEW fichiers_complets AS
  SELECT f.site_id, f.theme_id, f.chemin, t.contenu, f.texte, f.depuis, f.maj_le
  FROM fichiers f JOIN textes t ON t.cle = f.texte;

-- The same files as engine/theme/paths.ts takes for code have a key.
CREATE OR REPLACE VIEW fichiers_publies WITH (security_barrier) AS
  SELECT f.site_id, f.theme_id, f.chemin, x.contenu,
         CASE WHEN f.chemin IN ('layout/theme.liquid', 'config/settings_schema.json')
                OR (starts_with(f.chemin, 'sections/') AND right(f.chemin, 7) = '.liquid')
                OR (starts_with(f.chemin, 'snippets/') AND right(f.chemin, 7) = '.liquid')
              THEN encode(f.texte, 'hex') END AS cle_de_code
  FROM fichiers f JOIN themes t ON t.site_id = f.site_id AND t.id = f.theme_id JOIN textes x ON x.cle = f.texte
  WHERE t.role = 'publie';

CREATE OR REPLACE VIEW actifs_publics WITH (security_barrier) AS
  SELECT f.site_id, f.theme_id, f.chemin, x.contenu, f.maj_le
  FROM fichiers f JOIN textes x ON x.cle = f.texte WHERE f.chemin LIKE 'assets/%';

-- Views first: whoever reads has locked a view, and then waits for its tables.
LOCK TABLE themes, fichiers IN ACCESS EXCLUSIVE MODE;

DROP TRIGGER IF EXISTS fichiers_deux_formes ON fichiers;
DROP FUNCTION IF EXISTS vitrine_deux_formes();

ALTER TABLE themes ALTER COLUMN numero SET DEFAULT 1,
  ADD CONSTRAINT themes_ont_une_version CHECK (numero > 0) NOT VALID;
-- Checked for the rows that are there in steps that lock nothing (text-conversion.ts).
ALTER TABLE fichiers ADD CONSTRAINT fichiers_ont_leur_texte CHECK (texte IS NOT NULL) NOT VALID;
