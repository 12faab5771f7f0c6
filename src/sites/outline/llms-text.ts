import type { Outline, OutlineBlog } from '../../storage/public-outline.ts';

/** Longest description of a link and of the site, UTF-16 code units. */
const DESCRIPTION_UNITS = 300;

/**
 * The description of a site for language models (llmstxt.org): its name, the owner's description, links with titles.
 * @param origin scheme and host before each path
 * @returns null when the site has no published page (docs/decisions/public-pages.md)
 */
export function llmsTextOf({ nom, description, pages, blogs }: Outline, origin: string): string | null {
  if (pages.length === 0) return null;
  const link = (path: string, title: string, words = '') => {
    const said = inline(shortened(words));
    return `- [${inline(title) || path}](${origin}${path})${said && `: ${said}`}`;
  };
  const about = atLineStart(inline(shortened(description)));
  const blocks = [
    `# ${inline(nom)}`,
    ...(about ? [`> ${about}`] : []),
    ['## Pages', '', ...pages.map(({ slug, titre }) => link(`/${slug}`, titre))].join('\n'),
    ...(blogs.length > 0 ? [['## Blog', '', ...blogs.flatMap(blogLinks)].join('\n')] : []),
  ];
  return `${blocks.join('\n\n')}\n`;

  function blogLinks({ slug: blog, titre, description: words, articles }: OutlineBlog): string[] {
    return [
      link(`/blog/${blog}`, titre, words),
      ...articles.map((article) => link(`/blog/${blog}/${article.slug}`, article.titre, article.extrait)),
    ];
  }
}

/** Text inside a line of Markdown: on one line, with all markup escaped. */
const inline = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>&#~|]/g, '\\$&');

/** The same where a block could begin: a list, a rule, an underlined title. */
const atLineStart = (line: string): string => line.replace(/^(\d*)([-+=.)])/, '$1\\$2');

/** The beginning of a long text, to the end of a word. */
function shortened(text: string): string {
  if (text.length <= DESCRIPTION_UNITS) return text;
  const begun = text.slice(0, DESCRIPTION_UNITS).replace(/[\ud800-\udbff]$/, '');
  return `${begun.replace(/\s\S*$/, '')}…`;
}
