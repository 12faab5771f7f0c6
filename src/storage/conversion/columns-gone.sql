-- The columns of before are empty by now, and the constraints have been validated.

ALTER TABLE fichiers ALTER COLUMN texte SET NOT NULL;
ALTER TABLE fichiers DROP CONSTRAINT fichiers_ont_leur_texte, DROP CONSTRAINT fichiers_ont_un_texte,
  DROP COLUMN cle_de_code, DROP COLUMN contenu;
DROP FUNCTION vitrine_cle_de_code(text, text);
