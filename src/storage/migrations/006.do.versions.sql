-- Versions of themes. Each text is stored once, whatever themes, sites and versions have it; so a version costs what it changed.

-- SHA-256 of the folder and the text: the key under which code is compiled (sandbox/web-process/code/code-key.ts).
-- The encoding of the database is UTF-8 and stays so: what convert_to gives never changes.
CREATE FUNCTION vitrine_cle_de_texte(chemin text, contenu text) RETURNS bytea
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN sha256(convert_to(split_part(chemin, '/', 1) || E'\n' || contenu, 'UTF8'));

CREATE TABLE textes (
  cle bytea PRIMARY KEY CHECK (octet_length(cle) = 32),
  contenu text NOT NULL
);

-- Both at once: nobody who has read one of them meanwhile waits for the other.
LOCK TABLE themes, fichiers IN ACCESS EXCLUSIVE MODE;

ALTER TABLE themes
  -- the present version; 0 while the theme's texts are still in the files themselves (src/storage/text-conversion.ts)
  ADD COLUMN numero integer NOT NULL DEFAULT 0,
  -- the version that visitors saw when another theme took its place: what "revenir" publishes again; it means nothing for a published theme
  ADD COLUMN retire_numero integer,
  -- the catalog's tree that it was installed from
  ADD COLUMN original bytea CHECK (octet_length(original) = 32);
CREATE UNIQUE INDEX themes_un_precedent_par_site ON themes (site_id) WHERE retire_numero IS NOT NULL;

ALTER TABLE fichiers
  ALTER COLUMN contenu DROP NOT NULL,
  ADD COLUMN texte bytea,
  -- the version in which the present text came
  ADD COLUMN depuis integer NOT NULL DEFAULT 1,
  ADD CONSTRAINT fichiers_texte_fkey FOREIGN KEY (texte) REFERENCES textes NOT VALID,
  ADD CONSTRAINT fichiers_ont_un_texte CHECK (texte IS NOT NULL OR contenu IS NOT NULL) NOT VALID;

-- Who wrote what, and when: one row for each write of a theme.
CREATE TABLE versions (
  site_id uuid NOT NULL,
  theme_id uuid NOT NULL,
  numero integer NOT NULL CHECK (numero > 0),
  cree_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- address of the account, or name of the key; null where nobody knows
  auteur text CHECK (char_length(auteur) <= 254),
  moyen text NOT NULL CHECK (moyen IN ('fichier', 'suppression', 'lot', 'reglages', 'import', 'installation', 'copie',
    'retour', 'actualisation', 'migration')),
  -- the catalog's tree that the theme came from until this version gave it another one
  original_avant bytea CHECK (octet_length(original_avant) = 32),
  PRIMARY KEY (site_id, theme_id, numero),
  FOREIGN KEY (site_id, theme_id) REFERENCES themes (site_id, id) ON DELETE CASCADE
);

-- The texts that files had before: from version `depuis` on, until version `jusqua` replaced or removed them.
CREATE TABLE fichiers_remplaces (
  site_id uuid NOT NULL,
  theme_id uuid NOT NULL,
  jusqua integer NOT NULL,
  chemin text NOT NULL,
  depuis integer NOT NULL CHECK (depuis < jusqua),
  texte bytea NOT NULL REFERENCES textes,
  maj_le timestamptz NOT NULL,
  PRIMARY KEY (site_id, theme_id, jusqua, chemin),
  FOREIGN KEY (site_id, theme_id) REFERENCES themes (site_id, id) ON DELETE CASCADE
);
CREATE INDEX fichiers_remplaces_par_texte ON fichiers_remplaces (texte);

-- Trees of the catalog that themes were installed from, each once for all sites.
CREATE TABLE originaux (
  arbre bytea NOT NULL CHECK (octet_length(arbre) = 32),
  chemin text NOT NULL,
  texte bytea NOT NULL REFERENCES textes,
  PRIMARY KEY (arbre, chemin)
);
CREATE INDEX originaux_par_texte ON originaux (texte);

-- Files with their texts, for whoever may read all themes.
CREATE VIEW fichiers_complets AS
  SELECT site_id, theme_id, chemin, contenu, texte, depuis, maj_le FROM fichiers;

-- While programs of before may still run on this database, each file has its text in both forms, whoever writes it.
CREATE FUNCTION vitrine_deux_formes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.contenu IS NOT NULL AND (
       TG_OP = 'INSERT' AND NEW.texte IS NULL
       OR TG_OP = 'UPDATE' AND NEW.texte IS NOT DISTINCT FROM OLD.texte AND NEW.contenu IS DISTINCT FROM OLD.contenu) THEN
    NEW.texte := vitrine_cle_de_texte(NEW.chemin, NEW.contenu);
    INSERT INTO textes (cle, contenu) VALUES (NEW.texte, NEW.contenu) ON CONFLICT DO NOTHING;
  ELSIF NEW.contenu IS NULL
       OR TG_OP = 'UPDATE' AND OLD.texte IS NOT NULL AND NEW.texte IS DISTINCT FROM OLD.texte THEN
    SELECT t.contenu INTO STRICT NEW.contenu FROM textes t WHERE t.cle = NEW.texte;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER fichiers_deux_formes BEFORE INSERT OR UPDATE ON fichiers
  FOR EACH ROW EXECUTE FUNCTION vitrine_deux_formes();
