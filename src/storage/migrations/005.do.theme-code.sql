-- Each file of a theme's code carries a key of its text: what it is compiled to is kept and shared by that key, so that the text of a
-- file is read only where nobody has compiled it yet. PostgreSQL itself writes the key with the file, whatever program stores it.

-- The encoding of the database is UTF-8 and stays so: what convert_to gives never changes.
CREATE FUNCTION vitrine_cle_de_code(chemin text, contenu text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN encode(sha256(convert_to(split_part(chemin, '/', 1) || E'\n' || contenu, 'UTF8')), 'hex');

-- The same files as engine/theme/paths.ts takes for code.
ALTER TABLE fichiers ADD COLUMN cle_de_code text GENERATED ALWAYS AS (
  CASE WHEN chemin IN ('layout/theme.liquid', 'config/settings_schema.json')
         OR (starts_with(chemin, 'sections/') AND right(chemin, 7) = '.liquid')
         OR (starts_with(chemin, 'snippets/') AND right(chemin, 7) = '.liquid')
       THEN vitrine_cle_de_code(chemin, contenu) END) STORED;

CREATE OR REPLACE VIEW fichiers_publies WITH (security_barrier) AS
  SELECT f.site_id, f.theme_id, f.chemin, f.contenu, f.cle_de_code
  FROM fichiers f JOIN themes t ON t.site_id = f.site_id AND t.id = f.theme_id
  WHERE t.role = 'publie';
