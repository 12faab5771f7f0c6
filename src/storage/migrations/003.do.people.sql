-- People: accounts that are made by the people themselves, their links and mail, invitations, former names of sites (docs/accounts.md).

-- When the address of an account was confirmed: null until then. Accounts that an operator makes need no confirmation. An account without a
-- confirmed address does not own that address: others may have it too, and sign-up tells nobody which addresses are known.
ALTER TABLE comptes ADD COLUMN confirme_le timestamptz DEFAULT now();
CREATE UNIQUE INDEX comptes_une_adresse ON comptes (email) WHERE confirme_le IS NOT NULL;
CREATE INDEX comptes_par_adresse ON comptes (email);
ALTER TABLE comptes DROP CONSTRAINT comptes_email_key;

-- What else is counted: sign-ups, forgotten passwords, links that are tried, mail, sites that an account makes.
ALTER TABLE tentatives DROP CONSTRAINT tentatives_genre_check;
ALTER TABLE tentatives ADD CONSTRAINT tentatives_genre_check
  CHECK (genre IN ('cle', 'compte', 'adresse', 'formulaire', 'code', 'inscription', 'oubli', 'lien', 'courriel', 'site'));

-- Every slug that a site has or had: no other site gets it.
CREATE TABLE slugs (
  slug text PRIMARY KEY,
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  depuis timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX slugs_par_site ON slugs (site_id);
INSERT INTO slugs (slug, site_id) SELECT slug, id FROM sites;

-- When a site that its owner has deleted goes for good; null for every other site.
ALTER TABLE sites ADD COLUMN efface_le timestamptz;
CREATE INDEX sites_a_effacer ON sites (efface_le) WHERE efface_le IS NOT NULL;

-- People who are asked to work on a site.
CREATE TABLE invitations (
  site_id uuid NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL CHECK (email = lower(email) AND char_length(email) BETWEEN 3 AND 254),
  role text NOT NULL CHECK (role IN ('proprietaire', 'editeur', 'lecteur')),
  -- who invites; null when that account is gone
  invite_par uuid REFERENCES comptes (id) ON DELETE SET NULL,
  cree_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  expire_le timestamptz NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (site_id, email)
);

-- Links that work once: what a mail, or an inviter, gives a person.
CREATE TABLE liens (
  -- SHA-256 of what stands in the link
  empreinte text PRIMARY KEY CHECK (empreinte ~ '^[0-9a-f]{64}$'),
  genre text NOT NULL CHECK (genre IN ('confirmation', 'mot_de_passe', 'adresse', 'annulation', 'invitation')),
  compte_id uuid REFERENCES comptes (id) ON DELETE CASCADE,
  invitation_id uuid REFERENCES invitations (id) ON DELETE CASCADE,
  -- the address that the link was sent to by mail; null for one that was shown to be copied
  envoye_a text CHECK (char_length(envoye_a) <= 254),
  -- of an address that changes: the other address
  email text CHECK (char_length(email) <= 254),
  expire_le timestamptz NOT NULL,
  CHECK ((genre = 'invitation') = (invitation_id IS NOT NULL) AND (genre = 'invitation') = (compte_id IS NULL))
);
CREATE INDEX liens_par_compte ON liens (compte_id, genre);
CREATE INDEX liens_par_invitation ON liens (invitation_id);
CREATE INDEX liens_par_fin ON liens (expire_le);

-- Mail that waits until a server has taken it. No secret stands here: a link is made when its mail is sent.
CREATE TABLE courriels (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  genre text NOT NULL CHECK (genre IN ('inscription', 'oubli', 'adresse', 'adresse_changee', 'mot_de_passe_change', 'navigateur',
    'invitation', 'demandes', 'compte_supprime', 'site_supprime')),
  -- empty where the site says it when the mail is sent
  destinataire text NOT NULL CHECK (char_length(destinataire) <= 254),
  compte_id uuid REFERENCES comptes (id) ON DELETE CASCADE,
  site_id uuid REFERENCES sites (id) ON DELETE CASCADE,
  invitation_id uuid REFERENCES invitations (id) ON DELETE CASCADE,
  -- what the mail says besides
  donnees jsonb NOT NULL DEFAULT '{}',
  cree_le timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- not before; null for one that is not tried any more
  a_envoyer_le timestamptz DEFAULT clock_timestamp(),
  -- who sends it has it until then
  pris_jusqua timestamptz,
  essais integer NOT NULL DEFAULT 0,
  -- why the last attempt failed, for operators
  raison text CHECK (char_length(raison) <= 300)
);
CREATE INDEX courriels_a_envoyer ON courriels (a_envoyer_le);
CREATE INDEX courriels_par_compte ON courriels (compte_id);
CREATE INDEX courriels_par_site ON courriels (site_id);
-- Visitors' requests: one message of a site waits, for all of them.
CREATE UNIQUE INDEX courriels_demandes ON courriels (site_id) WHERE genre = 'demandes';
CREATE INDEX courriels_par_invitation ON courriels (invitation_id);

-- Which site had a slug before.
CREATE VIEW slugs_publics WITH (security_barrier) AS SELECT slug, site_id FROM slugs;
