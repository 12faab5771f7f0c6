-- Distributes a migrated database by site (Citus): what belongs to a site is in the shard of its id, everything else on each node.
-- It takes what is left to do from Citus's catalog, so that it can be run again; in one transaction with the privileges (distribution.ts).

SET LOCAL citus.multi_shard_modify_mode TO 'sequential';

DO $$
DECLARE
  of_sites text[] := ARRAY['themes', 'fichiers', 'fichiers_remplaces', 'versions', 'pages', 'menus', 'parametres', 'blogs', 'articles',
    'versions_de_contenus', 'contenus_supprimes', 'demandes', 'redirections', 'medias', 'variantes', 'usages', 'echecs', 'quarantaines', 'journal'];
  everywhere text[] := ARRAY['comptes', 'sites', 'membres', 'domaines', 'revendications', 'slugs', 'invitations', 'liens', 'courriels', 'cles',
    'octrois', 'transmissions', 'contacts', 'sessions', 'tentatives', 'passkeys', 'generateurs', 'codes_de_secours', 'defis', 'textes', 'originaux', 'instances'];
  name text;
  password text;
  link record;
BEGIN
  -- A foreign key has to wait until both tables have their places: with it Citus would move the tables twice, and make views anew.
  CREATE TEMPORARY TABLE links ON COMMIT DROP AS
    SELECT conrelid::regclass::text AS of_table, conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE contype = 'f' AND conrelid = ANY ((of_sites || everywhere)::regclass[])
      AND EXISTS (SELECT FROM unnest(of_sites || everywhere) AS t WHERE t::regclass NOT IN (SELECT logicalrelid FROM pg_dist_partition));
  FOR link IN SELECT * FROM links LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', link.of_table, link.conname);
  END LOOP;

  FOREACH name IN ARRAY everywhere LOOP
    IF name::regclass NOT IN (SELECT logicalrelid FROM pg_dist_partition) THEN
      PERFORM create_reference_table(name);
    END IF;
  END LOOP;

  FOREACH name IN ARRAY of_sites LOOP
    IF name::regclass IN (SELECT logicalrelid FROM pg_dist_partition) THEN
      CONTINUE;
    ELSIF name = of_sites[1] THEN
      PERFORM create_distributed_table(name, 'site_id', colocate_with => 'none', shard_count => current_setting('vitrine.shards')::int);
    ELSE
      PERFORM create_distributed_table(name, 'site_id', colocate_with => of_sites[1]);
    END IF;
  END LOOP;

  FOR link IN SELECT * FROM links LOOP
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', link.of_table, link.conname, link.definition);
  END LOOP;

  -- The roles get passwords that only the nodes know, which connect to each other with them (privileges.sql).
  FOREACH name IN ARRAY ARRAY['vitrine_public', 'vitrine_gestion', 'vitrine_service'] LOOP
    IF NOT EXISTS (SELECT FROM pg_dist_authinfo WHERE rolename = name) THEN
      password := gen_random_uuid()::text || gen_random_uuid();
      EXECUTE format('ALTER ROLE %I PASSWORD %L', name, password);
      INSERT INTO pg_dist_authinfo (nodeid, rolename, authinfo) VALUES (0, name, 'password=' || password);
    END IF;
  END LOOP;
END $$;
