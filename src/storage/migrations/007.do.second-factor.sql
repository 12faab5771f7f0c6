-- What an account is signed in with besides its password (docs/accounts.md, A second factor).

CREATE TABLE passkeys (
  -- the credential's id, base64url
  id text PRIMARY KEY CHECK (char_length(id) BETWEEN 16 AND 1400),
  compte_id uuid NOT NULL REFERENCES comptes (id) ON DELETE CASCADE,
  -- the name that its person gave it
  nom text NOT NULL CHECK (char_length(nom) BETWEEN 1 AND 80),
  cle_publique bytea NOT NULL CHECK (octet_length(cle_publique) <= 2000),
  compteur bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  cree_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  derniere_utilisation timestamptz
);
CREATE INDEX passkeys_par_compte ON passkeys (compte_id);

-- The application that shows codes; one for each account.
CREATE TABLE generateurs (
  compte_id uuid PRIMARY KEY REFERENCES comptes (id) ON DELETE CASCADE,
  secret bytea NOT NULL CHECK (octet_length(secret) BETWEEN 16 AND 200),
  -- null until a first code has shown that the application has the secret
  confirme_le timestamptz,
  -- the last step of time whose code was taken: a code counts once
  dernier_pas bigint NOT NULL DEFAULT 0,
  cree_le timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Codes to be kept on paper: each counts once, then its row goes.
CREATE TABLE codes_de_secours (
  compte_id uuid NOT NULL REFERENCES comptes (id) ON DELETE CASCADE,
  empreinte text NOT NULL CHECK (empreinte ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (compte_id, empreinte)
);

-- Beginnings that are finished once: a sign-in whose password was right, a challenge for a passkey.
CREATE TABLE defis (
  -- SHA-256 of what its browser presents
  empreinte text PRIMARY KEY CHECK (empreinte ~ '^[0-9a-f]{64}$'),
  genre text NOT NULL CHECK (genre IN ('connexion', 'passkey', 'ajout', 'preuve')),
  compte_id uuid REFERENCES comptes (id) ON DELETE CASCADE,
  -- what else is known of it
  donnees jsonb NOT NULL DEFAULT '{}',
  expire_le timestamptz NOT NULL
);
CREATE INDEX defis_par_compte ON defis (compte_id);
CREATE INDEX defis_par_fin ON defis (expire_le);

-- A session knows its browser and its place in words, when it has shown a second factor last, and when it has given the password or a second
-- factor again.
ALTER TABLE sessions
  ADD COLUMN navigateur text CHECK (char_length(navigateur) <= 200),
  ADD COLUMN lieu text CHECK (char_length(lieu) <= 200),
  ADD COLUMN second_facteur_le timestamptz,
  ADD COLUMN prouve_le timestamptz;

-- An operator looks after the whole installation at /exploitation.
ALTER TABLE comptes ADD COLUMN exploitant boolean NOT NULL DEFAULT false;

ALTER TABLE tentatives DROP CONSTRAINT tentatives_genre_check;
ALTER TABLE tentatives ADD CONSTRAINT tentatives_genre_check
  CHECK (genre IN ('cle', 'compte', 'adresse', 'formulaire', 'code', 'inscription', 'oubli', 'lien', 'courriel', 'site', 'second', 'domaine'));

-- A factor was added, taken away or used up.
ALTER TABLE courriels DROP CONSTRAINT courriels_genre_check;
ALTER TABLE courriels ADD CONSTRAINT courriels_genre_check CHECK (genre IN ('inscription', 'oubli', 'adresse', 'adresse_changee',
  'mot_de_passe_change', 'navigateur', 'invitation', 'demandes', 'compte_supprime', 'site_supprime', 'securite'));
