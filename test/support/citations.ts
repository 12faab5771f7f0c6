/** Finds what comments, titles of tests and pages cite, and which of it leads nowhere (docs/testing.md, Citations). */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';

const ROOMS = ['.ci', 'bench', 'catalog', 'concurrency', 'deploy', 'docs', 'engine', 'sandbox', 'src', 'test'];
const TEXT = /\.(?:tsx?|c?js|sql|css|md|ya?ml|conf|cfg|ini|service|timer|target)$|\/[\w-]+$/;
/** Written by programs, recorded by others, a theme, or never edited again; and the examples of what leads nowhere. */
const NOT_OURS =
  /^(?:bench\/report|test\/corpus|catalog\/\w+|src\/storage\/migrations)\/|^test\/(?:support\/)?citations\./;

const CODE = /^\.(?:tsx?|c?js)$/;
/** A comment, of lines one after the other; or a text in quotes. Where a regular expression has a quote, code counts as one: that does no harm. */
const TOKENS =
  /\/\*[\s\S]*?\*\/|(?<![:\w])\/\/.*(?:\n[ \t]*\/\/.*)*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
/** What begins a line of a comment. */
const MARGIN = /\n[ \t]*(?:\*(?!\/)|\/\/|--|#)?[ \t]*/g;
/** A value in a text, of which the brace that ends it stays: what follows is the rest of a word. */
const VALUE = /\$\{[^}]*(?=\})/g;
const BLOCK = /^```[\s\S]*?^```/gm;
/** Addresses elsewhere, and the folder of the program on an operator's machine. */
const ELSEWHERE = /https?:\/\/[^\s)]+|(?:file:\/\/)?\/opt\/vitrine\//g;

const PAGE = /(?<![}\w./-])([\w./-]*\w\.md)\b(?:#([\p{L}\p{N}_-]+))?`?(?:, (?=[\p{Lu}`]))?/gu;
const RULES = /docs\/rules\.md, (Rule \d+(?:(?:, | and )Rule \d+)*)/g;
const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
const FILE =
  /(?<![\w./*…-])(?:(?:bench|concurrency|deploy|docs|engine|sandbox|src|test)\/[\w./-]*)?[\w-]+\.(?:tsx?|sql)\b(?!\()/g;

/** Words that name no page: what they mean stands outside of this repository, or nobody can tell where. */
const HOMELESS = [
  /\bspecification\b/gi,
  /\bdecisions\b(?= *[,)])|\b(?:the|of|by) decisions\b/gi,
  /\barchitecture, [A-Z]/g,
  /\bissues? (?:[#“"«]|\d)/gi,
  /\.\.\/shared\b/g,
  /\brules? \d+/gi,
];
/** What checks the product against the specification; and the pages that say in our words what it asks for. */
const KNOWS_THE_SPECIFICATION = /^(?:test\/specification\/|docs\/rules\.md$|docs\/decisions\/)/;

/** Paths of all texts that people write, from the top of the repository. */
export async function textsOfRepository(): Promise<string[]> {
  const inRooms = ROOMS.map(async (room) => {
    const entries = await readdir(room, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  });
  const atTop = (await readdir('.')).filter((name) => name.endsWith('.md'));
  return [...atTop, ...(await Promise.all(inRooms)).flat()].filter((path) => TEXT.test(path) && !NOT_OURS.test(path));
}

/** The headings of a page as they are written. */
export const headingsOf = (page: string): string[] =>
  [...page.replace(BLOCK, '').matchAll(/^#+ +(.+?) *$/gm)].map(([, heading = '']) => heading);

/** The address of a heading in its page, as code hosts make it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** What a file says to people, each comment and each text in quotes by itself; of what is no code, all of it. */
function proseOf(path: string, text: string): string[] {
  const tokens = CODE.test(extname(path)) ? [...text.matchAll(TOKENS)].map(([token]) => token) : [text];
  return tokens
    .filter((token) => token.includes(' '))
    .map((token) => token.replace(BLOCK, '').replace(VALUE, '').replace(ELSEWHERE, '').replace(MARGIN, ' '));
}

/** What a repository cites. */
export class Citations {
  readonly #names: ReadonlySet<string>;
  readonly #headings = new Map<string, Promise<string[]>>();

  /** @param paths of the files that may be cited by their names alone */
  constructor(paths: readonly string[]) {
    this.#names = new Set(paths.map((path) => basename(path)));
  }

  /**
   * What leads nowhere in a file, in sentences.
   * @param path from the top of the repository: it tells the kind of the file, and from where its links lead
   */
  async complaints(path: string, text: string): Promise<string[]> {
    const found: (string | null)[] = [];
    for (const said of proseOf(path, text)) {
      const prose = said.replace(LINK, '');
      for (const page of prose.matchAll(PAGE)) found.push(await this.#ofPage(dirname(path), page, prose));
      for (const [, rules = ''] of prose.matchAll(RULES))
        for (const rule of rules.split(/, | and /)) found.push(await this.#ofHeading('docs/rules.md', `${rule} `));
      for (const [file] of prose.matchAll(FILE)) found.push(this.#ofFile(file));
      if (!KNOWS_THE_SPECIFICATION.test(path)) found.push(...homelessIn(prose));
    }
    if (path.endsWith('.md'))
      for (const [, link = ''] of text.replace(BLOCK, '').matchAll(LINK)) found.push(await this.#ofLink(path, link));
    return found.filter((complaint) => complaint !== null);
  }

  async #ofPage(folder: string, page: RegExpExecArray, prose: string): Promise<string | null> {
    const [all, name = '', anchor] = page;
    const path = [name, join(folder, name), join('node_modules', name)].find((each) => existsSync(each));
    if (!path) return `there is no page ${name}`;
    if (anchor) return this.#ofAnchor(path, anchor);
    return all.endsWith(', ') ? this.#ofHeading(path, prose.slice(page.index + all.length)) : null;
  }

  /** @param said text that begins with a heading of the page; of “Rule 8: addresses” the part before the colon does */
  async #ofHeading(path: string, said: string): Promise<string | null> {
    const isThere = (await this.#headingsOf(path))
      .flatMap((heading) => [heading, heading.split(':')[0] ?? ''])
      .some((heading) => said.startsWith(heading) && !/^[\p{L}\p{N}]/u.test(said.slice(heading.length)));
    return isThere ? null : `${path} has no heading ${said.slice(0, 40)}`;
  }

  async #ofAnchor(path: string, anchor: string): Promise<string | null> {
    const isThere = (await this.#headingsOf(path)).some((heading) => anchorOf(heading) === anchor);
    return isThere ? null : `${path} has no heading #${anchor}`;
  }

  async #ofLink(path: string, link: string): Promise<string | null> {
    if (/^[a-z]+:/.test(link)) return null;
    const [file = '', anchor] = link.split('#');
    const target = file ? join(dirname(path), file) : path;
    if (!existsSync(target)) return `the link ${link} leads nowhere`;
    return anchor ? this.#ofAnchor(target, anchor) : null;
  }

  #ofFile(file: string): string | null {
    return (file.includes('/') ? existsSync(file) : this.#names.has(file)) ? null : `there is no file ${file}`;
  }

  #headingsOf(path: string): Promise<string[]> {
    const headings = this.#headings.get(path) ?? readFile(path, 'utf8').then(headingsOf);
    this.#headings.set(path, headings);
    return headings;
  }
}

function homelessIn(prose: string): string[] {
  const rest = prose.replace(RULES, '').replaceAll('test/specification', '');
  return HOMELESS.flatMap((word) => [...rest.matchAll(word)]).map(([said]) => `“${said}” names no page`);
}
