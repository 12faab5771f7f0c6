-- The record of a site: who did what when (docs/journal.md). A row is written in the transaction of the act.

CREATE TABLE journal (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  fait_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  acte text NOT NULL CHECK (char_length(acte) BETWEEN 1 AND 60),
  -- how it was done: from the studio, by a key, by an operator, by the program itself
  moyen text NOT NULL CHECK (moyen IN ('compte', 'cle', 'exploitant', 'programme')),
  -- whose act it was; null where it was nobody's of this installation, or the account is gone
  compte_id uuid,
  -- address of the account, or name and first characters of the key, as they were then; null when the person is unknown by now
  auteur text CHECK (char_length(auteur) <= 400),
  -- of what, in facts of the act; nothing secret
  details jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(details) = 'object'),
  PRIMARY KEY (site_id, id)
);
CREATE INDEX journal_par_date ON journal (site_id, fait_le DESC, id DESC);
CREATE INDEX journal_par_age ON journal (fait_le);
CREATE INDEX journal_par_compte ON journal (compte_id) WHERE compte_id IS NOT NULL;
-- of whom entries tell that others have made, as those of members
CREATE INDEX journal_par_personne ON journal ((details ->> 'compte')) WHERE details ? 'compte';
