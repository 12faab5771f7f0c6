import { Refusal } from '../errors.ts';
import { findMentions, findPlaceOnWeb, type Mention, type TextGenre } from '../storage/mentions.ts';
import type { Queryable } from '../storage/statement.ts';

/**
 * The places of a site that name the address of a page, an article or a blog, as a path or with a host of the site: themes, drafts, other texts, menus,
 * settings. Who names what is beneath a blog names the blog. Everything names the home page: of that nothing is told.
 * @throws Refusal `introuvable`
 */
export async function findCitations(db: Queryable, siteId: string, genre: TextGenre, id: string): Promise<Mention[]> {
  const place = await findPlaceOnWeb(db, siteId, genre, id);
  if (!place) throw new Refusal('introuvable');
  const { path, slug, hosts } = place;
  if (path === '/') return [];
  const own = [...hosts.map((host) => host.replaceAll('.', '[.]')), `${slug}[.][a-z0-9.-]+`].join('|');
  const found = await findMentions(db, siteId, { part: path, pattern: addressPattern(path, own, genre), except: id });
  return found.filter((mention) => mention.genre !== 'version');
}

/**
 * Matches an address by itself, or behind a host of the site: never the end of another path, nor the beginning of a longer one, but of those beneath a
 * blog.
 */
function addressPattern(path: string, hosts: string, genre: TextGenre): string {
  const end = genre === 'blog' ? '(?![A-Za-z0-9_-])' : '(?!/?[A-Za-z0-9_-]|[.][A-Za-z0-9])';
  return `(^|[^A-Za-z0-9_./:-]|//(${hosts})(:[0-9]+)?)${path}${end}`;
}
