-- What an act of an account rests on, so that a recovery undoes what was weakly proven, and nothing else (docs/decisions/recovery.md).

-- `appui_le`: since when what proved an act has stood, a second factor or the mailbox of the address; null where a password or a session alone did:
-- such an act rests on nothing that is older than the act.
ALTER TABLE passkeys ADD COLUMN appui_le timestamptz;
ALTER TABLE generateurs ADD COLUMN appui_le timestamptz;
ALTER TABLE codes_de_secours ADD COLUMN appui_le timestamptz, ADD COLUMN cree_le timestamptz NOT NULL DEFAULT now();
ALTER TABLE cles ADD COLUMN appui_le timestamptz;
ALTER TABLE invitations ADD COLUMN appui_le timestamptz;
-- Of a change of address that waits.
ALTER TABLE liens ADD COLUMN appui_le timestamptz;
-- Of the address: since when it is the account's stands in confirme_le.
ALTER TABLE comptes ADD COLUMN appui_le timestamptz;

-- A session that has shown a factor, or a code that came by mail: when, and since when the factor, or the address, has stood.
ALTER TABLE sessions ADD COLUMN preuve_forte_le timestamptz, ADD COLUMN preuve_appui_le timestamptz;

-- A code that was sent to the address of an account.
ALTER TABLE defis DROP CONSTRAINT defis_genre_check;
ALTER TABLE defis ADD CONSTRAINT defis_genre_check CHECK (genre IN ('connexion', 'passkey', 'ajout', 'preuve', 'courriel'));
ALTER TABLE courriels DROP CONSTRAINT courriels_genre_check;
ALTER TABLE courriels ADD CONSTRAINT courriels_genre_check CHECK (genre IN ('inscription', 'oubli', 'adresse', 'adresse_changee',
  'mot_de_passe_change', 'navigateur', 'invitation', 'demandes', 'compte_supprime', 'site_supprime', 'securite', 'domaine_perdu', 'code', 'transmission', 'contact'));

-- Roles that were given and taken, for as long as a recovery can undo them.
CREATE TABLE octrois (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- whose role
  compte_id uuid NOT NULL,
  role_avant text CHECK (role_avant IN ('proprietaire', 'editeur', 'lecteur')),
  -- null: no member any more
  role text CHECK (role IN ('proprietaire', 'editeur', 'lecteur')),
  -- the account that decided it, and when; null for an operator
  par uuid,
  decide_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  fait_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  appui_le timestamptz,
  PRIMARY KEY (site_id, id)
);
CREATE INDEX octrois_par_auteur ON octrois (par);
CREATE INDEX octrois_par_date ON octrois (fait_le);

-- A link that undoes: from when on, and when that was done. A link of a release before has neither.
ALTER TABLE liens ADD COLUMN depuis timestamptz, ADD COLUMN servi_le timestamptz;

-- An operator's mark counts with a factor that is older than the mark, and sleeps after a recovery of the account.
ALTER TABLE comptes ADD COLUMN exploitant_le timestamptz, ADD COLUMN exploitant_dort boolean NOT NULL DEFAULT false;
UPDATE comptes SET exploitant_le = now() WHERE exploitant;
ALTER TABLE sessions ADD COLUMN facteur_cree_le timestamptz;

-- A site that its owner wants to hand over waits until who gets it agrees.
CREATE TABLE transmissions (
  site_id uuid PRIMARY KEY REFERENCES sites (id) ON DELETE CASCADE,
  de uuid NOT NULL REFERENCES comptes (id) ON DELETE CASCADE,
  a uuid NOT NULL REFERENCES comptes (id) ON DELETE CASCADE,
  demandee_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  appui_le timestamptz
);
CREATE INDEX transmissions_par_donneur ON transmissions (de);
CREATE INDEX transmissions_par_receveur ON transmissions (a);

-- An account that its person has deleted goes after thirty days.
ALTER TABLE comptes ADD COLUMN efface_demande_le timestamptz, ADD COLUMN efface_le timestamptz, ADD COLUMN efface_appui_le timestamptz;
CREATE INDEX comptes_a_effacer ON comptes (efface_le) WHERE efface_le IS NOT NULL;

-- Contact addresses of sites: who gave one, and whether its reader has agreed.
CREATE TABLE contacts (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  courriel text NOT NULL,
  -- the contact address before
  avant text,
  par uuid,
  donne_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  appui_le timestamptz,
  -- fingerprint of the link by which the reader agrees
  lien text UNIQUE,
  confirme_le timestamptz,
  PRIMARY KEY (site_id, courriel)
);
CREATE INDEX contacts_par_auteur ON contacts (par);
