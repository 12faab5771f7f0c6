-- Who may do what. Applied after the migrations whenever this file changes; each pool works as one of these roles.

REVOKE ALL ON ALL TABLES IN SCHEMA public FROM vitrine_public, vitrine_gestion, vitrine_service;
GRANT USAGE ON SCHEMA public TO vitrine_public, vitrine_gestion, vitrine_service;
GRANT SELECT ON vitrine_migrations, vitrine_droits TO vitrine_public, vitrine_gestion, vitrine_service;

-- Public pages.
GRANT SELECT ON sites_publics, themes_publies, fichiers_publies, actifs_publics, pages_publiques, menus, domaines,
  blogs_publics, articles_publics, descriptions_publiques TO vitrine_public;

-- The management API: everything of a site, nothing secret of an account.
GRANT SELECT ON sites, membres, domaines TO vitrine_gestion;
GRANT SELECT (id, email, type) ON comptes TO vitrine_gestion;
GRANT UPDATE (contenu_maj_le) ON sites TO vitrine_gestion;
GRANT SELECT, INSERT, UPDATE, DELETE ON themes, fichiers, fichiers_remplaces, versions, pages, menus, parametres, blogs,
  articles, demandes TO vitrine_gestion;
-- a text is never changed: its key is made of it
GRANT SELECT, INSERT, DELETE ON textes, originaux TO vitrine_gestion;
GRANT SELECT ON fichiers_complets TO vitrine_gestion;
GRANT UPDATE (masque, code_acces) ON sites TO vitrine_gestion;

-- what visitors try: codes of protected sites, forms
GRANT SELECT, INSERT, UPDATE, DELETE ON tentatives TO vitrine_gestion;

-- Authentication: the specification's service key.
GRANT SELECT, INSERT, UPDATE ON cles TO vitrine_service;
GRANT SELECT ON comptes TO vitrine_service;
-- a better hash of the same password; and the lock under which an account's live keys are counted
GRANT UPDATE (mot_de_passe) ON comptes TO vitrine_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions, tentatives TO vitrine_service;
