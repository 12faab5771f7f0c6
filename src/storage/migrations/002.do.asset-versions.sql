-- An asset is read only when its version is not held already.
CREATE OR REPLACE VIEW actifs_publics WITH (security_barrier) AS
  SELECT site_id, theme_id, chemin, contenu, maj_le FROM fichiers WHERE chemin LIKE 'assets/%';
