-- What the operator sees (docs/operations.md, Seeing what happens): what each site uses, what fails of its themes, which are in quarantine.

-- Each instance adds what it has counted, once a minute.
CREATE TABLE usages (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  -- when the hour began
  heure timestamptz NOT NULL,
  pages bigint NOT NULL,
  -- processor time of renders, milliseconds
  ms bigint NOT NULL,
  octets bigint NOT NULL,
  PRIMARY KEY (site_id, heure)
);
CREATE INDEX usages_par_heure ON usages (heure);

CREATE TABLE echecs (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  theme_id uuid NOT NULL,
  -- path of a file; or a word for why there was no page
  lieu text NOT NULL CHECK (char_length(lieu) <= 120),
  ligne integer,
  colonne integer,
  message text NOT NULL CHECK (char_length(message) <= 300),
  -- of the theme, when it failed last
  version text NOT NULL,
  nombre bigint NOT NULL,
  premier_le timestamptz NOT NULL,
  dernier_le timestamptz NOT NULL,
  PRIMARY KEY (site_id, theme_id, lieu)
);
CREATE INDEX echecs_par_date ON echecs (dernier_le);

-- A quarantine is in the memory of one instance; this says where, and the instance looks here whether it was lifted by hand.
CREATE TABLE quarantaines (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  -- of a preview, a rehearsal or a profile an id of its own
  theme_id uuid NOT NULL,
  instance text NOT NULL,
  version text NOT NULL,
  raison text NOT NULL CHECK (raison IN ('limites', 'processus')),
  depuis timestamptz NOT NULL,
  jusqua timestamptz NOT NULL,
  levee_le timestamptz,
  PRIMARY KEY (site_id, theme_id, instance)
);
CREATE INDEX quarantaines_par_fin ON quarantaines (jusqua);
