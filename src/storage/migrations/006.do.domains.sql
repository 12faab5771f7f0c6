-- Names of sites: who claims a name proves that it is theirs, by a TXT record at the name (docs/domains.md).

-- A claim of a name. Several sites may claim one name: the first of them that proves it has it.
CREATE TABLE revendications (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  hote text NOT NULL CHECK (hote = lower(hote) AND char_length(hote) BETWEEN 1 AND 253),
  -- what has to stand in the TXT record; another one for each claim
  jeton text NOT NULL CHECK (char_length(jeton) BETWEEN 32 AND 100),
  cree_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site_id, hote)
);
CREATE INDEX revendications_par_date ON revendications (cree_le);

-- When the site proved that the name is its own; null for a name that an operator's command gave.
ALTER TABLE domaines ADD COLUMN prouve_le timestamptz;

-- When a proxy last asked whether it may get a certificate for the name, and was told that it may.
ALTER TABLE domaines ADD COLUMN certificat_le timestamptz;
