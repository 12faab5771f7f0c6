-- Who may do what. Applied after the migrations whenever this file changes; each pool works as one of these roles.

DO $$
DECLARE own text;
BEGIN
  REVOKE ALL ON ALL TABLES IN SCHEMA public FROM vitrine_public, vitrine_gestion, vitrine_service;
  REVOKE ALL ON ALL FUNCTIONS IN SCHEMA public FROM vitrine_public, vitrine_gestion, vitrine_service;
EXCEPTION WHEN insufficient_privilege THEN
  -- Something there belongs to somebody else, as what an extension has brought.
  FOR own IN
    SELECT format('TABLE %s', oid::regclass) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm', 'f', 'p') AND pg_has_role(relowner, 'USAGE')
    UNION ALL
    SELECT format('ROUTINE %s', oid::regprocedure) FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND pg_has_role(proowner, 'USAGE')
  LOOP
    EXECUTE format('REVOKE ALL ON %s FROM vitrine_public, vitrine_gestion, vitrine_service', own);
  END LOOP;
END $$;
GRANT USAGE ON SCHEMA public TO vitrine_public, vitrine_gestion, vitrine_service;
GRANT SELECT ON vitrine_migrations, vitrine_droits TO vitrine_public, vitrine_gestion, vitrine_service;

-- Public pages.
GRANT SELECT ON etats_publics, themes_publies, fichiers_publies, actifs_publics, pages_publiques, menus, domaines,
  blogs_publics, articles_publics, parutions_publiques, descriptions_publiques, medias_publics, variantes_publiques, slugs_publics,
  redirections_publiques, reglages_publics TO vitrine_public;

-- The management API: everything of a site, nothing secret of an account.
GRANT SELECT ON sites, membres, domaines, revendications, slugs TO vitrine_gestion;
GRANT EXECUTE ON FUNCTION vitrine_tenir_site(uuid), vitrine_changer_contenu(uuid), vitrine_masquer(uuid, boolean), vitrine_proteger(uuid, text)
  TO vitrine_gestion;
-- The service role makes and deletes whole sites, each in one transaction.
GRANT SELECT, INSERT, UPDATE, DELETE ON themes, fichiers, fichiers_remplaces, versions, pages, menus, parametres, blogs,
  articles, versions_de_contenus, contenus_supprimes, demandes, redirections, medias, variantes TO vitrine_gestion, vitrine_service;
-- a text is never changed: its key is made of it
GRANT SELECT, INSERT, DELETE ON textes, originaux TO vitrine_gestion, vitrine_service;
GRANT SELECT ON fichiers_complets TO vitrine_gestion, vitrine_service;

-- the record of a site: what is written stays as it is; the service role ends it, and makes people who have gone unknown
GRANT SELECT, INSERT ON journal TO vitrine_gestion;
GRANT SELECT, INSERT, UPDATE, DELETE ON journal TO vitrine_service;

-- what the operator sees of each site, and of the installation
GRANT SELECT, INSERT, UPDATE, DELETE ON usages, echecs, quarantaines, instances TO vitrine_gestion, vitrine_service;

-- what visitors try: codes of protected sites, forms
GRANT SELECT, INSERT, UPDATE, DELETE ON tentatives TO vitrine_gestion;

-- Authentication: the service key (docs/decisions/database-roles.md).
GRANT SELECT, INSERT, UPDATE, DELETE ON comptes, cles, sessions, tentatives, passkeys, generateurs, codes_de_secours, defis TO vitrine_service;

-- People: their links, mail, memberships, and the sites themselves.
GRANT SELECT, INSERT, UPDATE, DELETE ON sites, membres, domaines, revendications, slugs, invitations, liens, courriels, octrois, transmissions, contacts TO vitrine_service;
GRANT EXECUTE ON FUNCTION vitrine_tenir_site(uuid), vitrine_changer_contenu(uuid) TO vitrine_service;
-- that a visitor has written is told with the request
GRANT SELECT, INSERT, UPDATE ON courriels TO vitrine_gestion;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    -- Citus resolves views before it asks the shards, which it does as the same role: what a view shows takes the privilege on its tables.
    GRANT SELECT ON sites, slugs, themes, fichiers, textes, pages, parametres, blogs, articles, redirections, medias, variantes TO vitrine_public;
    -- Its nodes connect to each other as the role of the statement.
    IF EXISTS (SELECT FROM pg_roles WHERE rolname LIKE 'vitrine\_%' AND NOT rolcanlogin) THEN
      ALTER ROLE vitrine_public LOGIN;
      ALTER ROLE vitrine_gestion LOGIN;
      ALTER ROLE vitrine_service LOGIN;
    END IF;
  END IF;
END $$;
