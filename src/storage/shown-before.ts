/**
 * Whether a text was ever shown, in SQL: it has a version of a publication. One that is hidden again is told from a draft by that.
 * @param site @param id expressions for the site and the text
 */
export const wasShown = (site: string, id: string): string =>
  `EXISTS (SELECT FROM versions_de_contenus v
           WHERE v.site_id = ${site} AND v.contenu_id = ${id} AND v.moyen IN ('origine', 'publication'))`;
