-- A deployment marks the versions that it makes, and has at most one theme of a site under its name.
ALTER TABLE themes ADD COLUMN deploiement text;
ALTER TABLE themes ADD CONSTRAINT themes_nom_de_deploiement CHECK (char_length(deploiement) BETWEEN 1 AND 80);
CREATE UNIQUE INDEX themes_un_par_deploiement ON themes (site_id, deploiement) WHERE deploiement IS NOT NULL;

ALTER TABLE versions DROP CONSTRAINT versions_moyen_check;
-- What stood there before was admitted by less.
ALTER TABLE versions ADD CONSTRAINT versions_moyen_check CHECK (moyen IN ('fichier', 'suppression', 'lot', 'reglages', 'import',
  'installation', 'copie', 'retour', 'actualisation', 'migration', 'deploiement')) NOT VALID;
