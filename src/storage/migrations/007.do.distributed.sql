-- What a database that is distributed by site (Citus) takes as well as one that is not: docs/architecture.md, Portable SQL.

-- Of the functions in an UPDATE, Citus takes none that is volatile, and none that is stable of a column.
CREATE FUNCTION vitrine_apres(instant timestamptz) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN instant + interval '1 microsecond';

-- What the role of the management API may change of a site, and nothing else of it. Citus has no privileges on columns.

CREATE FUNCTION vitrine_tenir_site(site uuid) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM FROM sites WHERE id = site FOR NO KEY UPDATE;
  RETURN FOUND;
END $$;

CREATE FUNCTION vitrine_changer_contenu(site uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE sites SET contenu_maj_le = greatest(statement_timestamp(), vitrine_apres(contenu_maj_le)) WHERE id = site;
END $$;

CREATE FUNCTION vitrine_masquer(site uuid, oui boolean) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE sites SET masque = oui WHERE id = site;
END $$;

CREATE FUNCTION vitrine_proteger(site uuid, code text) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE sites SET code_acces = code WHERE id = site;
END $$;

REVOKE ALL ON FUNCTION vitrine_tenir_site(uuid), vitrine_changer_contenu(uuid), vitrine_masquer(uuid, boolean), vitrine_proteger(uuid, text)
  FROM PUBLIC;

-- A site as its visitors may know it. Programs of before read sites_publics, which joins articles of all sites; the next migration drops it.
CREATE VIEW etats_publics AS
  SELECT id, slug, nom, contenu_maj_le, masque,
         -- signs the cookie of visitors who know the code: never the hash itself
         encode(sha256(convert_to('acces:' || code_acces, 'UTF8')), 'hex') AS cle_acces
  FROM sites;

-- When an article of a site appeared last: its content has a new version then. A site without blogs has no row.
CREATE VIEW parutions_publiques WITH (security_barrier) AS
  SELECT b.site_id, (SELECT max(a.publie_le) FROM articles a
                     WHERE a.site_id = b.site_id AND a.publie AND a.publie_le <= statement_timestamp()) AS derniere
  FROM blogs b GROUP BY b.site_id;
