-- A name whose proof is gone goes to whoever proves it now, after seven days (docs/domains.md, Names change hands).

-- The text of the proof; null for a name that was proven before this column, or that an operator gave.
ALTER TABLE domaines ADD COLUMN jeton text CHECK (char_length(jeton) BETWEEN 32 AND 100);
-- Since when another site proves the name while this proof is gone, and when that was seen last.
ALTER TABLE domaines ADD COLUMN perdu_depuis timestamptz;
ALTER TABLE domaines ADD COLUMN perdu_vu_le timestamptz;

-- Another site proves a name of this one.
ALTER TABLE courriels DROP CONSTRAINT courriels_genre_check;
ALTER TABLE courriels ADD CONSTRAINT courriels_genre_check CHECK (genre IN ('inscription', 'oubli', 'adresse', 'adresse_changee',
  'mot_de_passe_change', 'navigateur', 'invitation', 'demandes', 'compte_supprime', 'site_supprime', 'securite', 'domaine_perdu'));
