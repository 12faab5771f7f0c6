-- What operators see of the whole installation (docs/operations.md, The operator's page).

-- The instances of the program on this database: each says once a minute that it runs, and its row goes when it stops.
CREATE TABLE instances (
  -- host name and port
  nom text PRIMARY KEY CHECK (char_length(nom) BETWEEN 1 AND 300),
  -- release of the program, and the version of the database that it works with
  version text NOT NULL CHECK (char_length(version) BETWEEN 1 AND 100),
  base integer NOT NULL,
  demarree_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  vue_le timestamptz NOT NULL DEFAULT clock_timestamp()
);
