import { query } from './database.ts';
import type { Answer } from './http.ts';
import { createTenant, MINIMAL_THEME, type Tenant, type TestProgram } from './program.ts';

/** A site with a published theme, whose blogs are written through the API. */
export interface BlogSite extends Tenant {
  readonly host: string;
  visit(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Writes a file of the published theme. */
  write(chemin: string, contenu: string): Promise<void>;
  /** @returns the id of the new blog */
  addBlog(slug: string, more?: object): Promise<string>;
  /** @returns the id of the new article */
  addArticle(blogId: string, slug: string, more?: object): Promise<string>;
  changeArticle(id: string, change: object): Promise<void>;
}

const section = (type: string) => JSON.stringify({ sections: { a: { type } }, order: ['a'] });

/** Shows all that the objects `blog` and `article` hold. */
export const BLOG_THEME: Readonly<Record<string, string>> = {
  'templates/blog.json': section('liste'),
  'templates/article.json': section('article'),
  'sections/liste.liquid': '{{ template }}|{{ page.titre }}|{{ page.slug }}|{{ blog | json }}|{{ article | json }}',
  'sections/article.liquid': '{{ template }}|{{ page.titre }}|{{ page.slug }}|{{ article | json }}|{{ blog | json }}',
};

/** @param files of the theme, over the minimal ones */
export async function createBlogSite(vitrine: TestProgram, files: Readonly<Record<string, string>>): Promise<BlogSite> {
  const tenant = await createTenant(vitrine.databaseUrl);
  const host = `${tenant.slug}.localhost`;
  const api = async (method: string, path: string, body: unknown) => {
    const answer = await vitrine.ask({ method, path, key: tenant.key, body, besideSession: true });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.json();
  };
  const { rows } = await query(
    vitrine.databaseUrl,
    "INSERT INTO themes (site_id, nom, role, lignee) VALUES ($1, 'Thème', 'publie', gen_random_uuid()) RETURNING id",
    [tenant.siteId],
  );
  const path = `/api/themes/${rows[0].id}/fichiers`;
  const site: BlogSite = {
    ...tenant,
    host,
    visit: (address, headers = {}) => vitrine.ask({ host, path: address, headers }),
    write: async (chemin, contenu) => void (await api('PUT', path, { chemin, contenu })),
    addBlog: async (slug, more = {}) => (await api('POST', '/api/blogs', { slug, titre: `Blog ${slug}`, ...more })).id,
    addArticle: async (blog_id, slug, more = {}) =>
      (await api('POST', '/api/articles', { blog_id, slug, titre: `Article ${slug}`, ...more })).id,
    changeArticle: async (id, change) => void (await api('PATCH', '/api/articles', { id, ...change })),
  };
  await api('PUT', path, { lot: { ecrire: { ...MINIMAL_THEME, ...files } } });
  return site;
}
