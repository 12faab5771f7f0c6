-- A site that an operator has taken off. Null where it answers; else why it does not, by what was taken off: `site`, or the id of the account
-- whose sites all were. It answers again when none of these is left.
ALTER TABLE sites ADD COLUMN hors_ligne jsonb;
ALTER TABLE sites ADD CONSTRAINT sites_hors_ligne CHECK (jsonb_typeof(hors_ligne) = 'object' AND hors_ligne <> '{}') NOT VALID;

-- Visitors may know that it is off, and whether the law is why; the reason in words is for its members.
CREATE OR REPLACE VIEW etats_publics AS
  SELECT id, slug, nom, contenu_maj_le, masque,
         -- signs the cookie of visitors who know the code: never the hash itself
         encode(sha256(convert_to('acces:' || code_acces, 'UTF8')), 'hex') AS cle_acces,
         CASE WHEN hors_ligne IS NULL THEN NULL
              WHEN jsonb_path_exists(hors_ligne, '$.*.genre ? (@ == "loi")') THEN 'loi'
              ELSE 'decision' END AS hors_ligne
  FROM sites;
