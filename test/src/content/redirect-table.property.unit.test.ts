/** Random sequences of changed addresses, held against a model that knows which text visitors saw last at each address. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joined, placeAsked, queryOf } from '../../../src/content/redirect-addresses.ts';
import { answersFor, candidatesAt, ledTo } from '../../../src/content/redirect-match.ts';
import { type RedirectRow, RedirectTable } from '../../../src/content/redirect-table.ts';
import { runs } from '../../support/soak.ts';

interface Text {
  readonly kind: 'page' | 'blog' | 'article';
  slug: string;
  /** Of an article. */
  blog?: Text;
  isShown: boolean;
  wasShown: boolean;
}

/** A site, and what its visitors remember. */
class World {
  rows: RedirectRow[] = [];
  readonly texts: Text[] = [];
  /** Who was seen last at an address, and has left it. */
  readonly remembered = new Map<string, Text>();

  pathOf({ kind, slug, blog }: Text): string {
    if (kind === 'page') return `/${slug}`;
    return kind === 'blog' ? `/blog/${slug}` : `/blog/${blog?.slug}/${slug}`;
  }

  at(path: string): Text | undefined {
    return this.texts.find((text) => this.pathOf(text) === path);
  }

  /** Writes the table as the program does, and reads it again. */
  change<T>(act: (table: RedirectTable) => T): T {
    const paths = this.texts.map((text) => this.pathOf(text));
    const shown = this.texts.filter(({ isShown }) => isShown).map((text) => this.pathOf(text));
    const table = new RedirectTable(this.rows, { standing: new Set(paths), shown: new Set(shown) });
    const result = act(table);
    const { removed, added, moved } = table.changes();
    const written = new Set([...added, ...moved].map(({ de }) => de));
    const changed = new Map(moved.map((row) => [row.de, row]));
    this.rows = [
      ...this.rows.filter(({ de }) => !removed.includes(de) && !added.some((row) => row.de === de)),
      ...added,
    ].map((row) => changed.get(row.de) ?? row);
    expect(written.size).toBe(added.length + moved.length);
    return result;
  }

  /** What visitors get: a page, a redirect, or nothing. */
  visit(path: string): string | null {
    if (this.at(path)?.isShown) return path;
    const led = this.#ledFrom(path);
    if (!led?.isAbove || this.at(led.vers)?.isShown) return led?.vers ?? null;
    return this.#ledFrom(led.vers)?.vers ?? led.vers;
  }

  #ledFrom(url: string): { readonly vers: string; readonly isAbove: boolean } | null {
    const place = placeAsked(url);
    for (const candidate of place ? candidatesAt(place) : []) {
      const row = this.rows.find(({ de }) => de === candidate.de);
      if (row?.vers && answersFor(row, candidate)) {
        return { vers: ledTo(row.vers, candidate, queryOf(url)), isAbove: candidate.beneath !== '' };
      }
    }
    return null;
  }

  /** A text is seen at its address: nobody else is remembered there. */
  see(text: Text): void {
    if (text.isShown) this.remembered.delete(this.pathOf(text));
  }

  rename(text: Text, act: () => void): void {
    const inside = text.kind === 'blog' ? this.texts.filter(({ blog }) => blog === text) : [];
    const before = [text, ...inside].map((one) => [one, this.pathOf(one)] as const);
    const from = this.pathOf(text);
    const [slug, blog] = [text.slug, text.blog];
    act();
    const to = this.pathOf(text);
    if (from === to || this.texts.some((other) => other !== text && this.pathOf(other) === to)) {
      text.slug = slug;
      if (blog) text.blog = blog;
      return;
    }
    const move = { from, to, leaves: text.wasShown };
    this.change((table) => (text.kind === 'blog' ? table.moveBlog(move) : table.moveText(move)));
    // Another blog at the address of a renamed one takes over what is beneath, but for what has a redirect of its own (docs/redirects.md, Addresses that change).
    for (const [path, one] of this.remembered) {
      const isTaken = text.kind === 'blog' && path.startsWith(`${to}/`) && one.blog !== text;
      if (isTaken && !this.rows.some(({ de }) => de === path)) this.remembered.delete(path);
    }
    for (const [one, path] of before) if (one.isShown || (one === text && one.wasShown)) this.remembered.set(path, one);
    for (const [one] of before) this.see(one);
  }
}

const SLUGS = ['a', 'b', 'c', 'd'];
const number = fc.nat(11);
const slug = fc.constantFrom(...SLUGS);
const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('rename' as const), text: number, slug }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), text: number, to: number }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('show' as const), text: number }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('add' as const), de: slug, vers: slug }) },
);
const kinds = fc.array(fc.constantFrom('page' as const, 'blog' as const, 'article' as const), { maxLength: 7 });

it('each former address leads to the present one of its text in one hop, unless another text took it', () => {
  fc.assert(
    fc.property(kinds, fc.array(act, { maxLength: 40 }), (wanted, acts) => {
      const world = new World();
      for (const [n, kind] of wanted.entries()) {
        const blogs = world.texts.filter((text) => text.kind === 'blog');
        const blog = blogs[n % Math.max(1, blogs.length)];
        if (kind === 'article' && !blog) continue;
        const text: Text = {
          kind,
          slug: `t${n}`,
          isShown: kind === 'blog' || n % 3 > 0,
          wasShown: kind === 'blog' || n % 3 > 0,
          ...(kind === 'article' && blog && { blog }),
        };
        world.texts.push(text);
      }
      for (const one of acts) {
        if (one.kind === 'add') {
          const de = `/${one.de}`;
          const added = world.change((table) => table.put({ de, vers: `/${one.vers}`, dessous: false, moyen: 'main' }));
          if (added) world.remembered.delete(de);
        } else {
          const text = world.texts[one.text % Math.max(1, world.texts.length)];
          if (!text) continue;
          if (one.kind === 'rename') world.rename(text, () => Object.assign(text, { slug: one.slug }));
          if (one.kind === 'move' && text.kind === 'article') {
            const blogs = world.texts.filter(({ kind }) => kind === 'blog');
            world.rename(text, () => Object.assign(text, { blog: blogs[one.to % blogs.length] }));
          }
          if (one.kind === 'show' && text.kind !== 'blog') {
            if (text.isShown) text.isShown = false;
            else {
              text.isShown = text.wasShown = true;
              world.change((table) => table.giveWay(world.pathOf(text)));
              world.see(text);
            }
          }
        }
        for (const [path, text] of world.remembered) {
          const there = world.at(path);
          if (there?.isShown || !text.isShown) continue;
          expect(world.visit(path), `${path} ${JSON.stringify(world.rows)}`).toBe(world.pathOf(text));
        }
        for (const row of world.rows) {
          // Nobody goes round, whatever is shown.
          const passed = new Set<string>();
          for (let at: string | null = row.de; at !== null && placeAsked(at); ) {
            const place = placeAsked(at);
            expect(passed.has(at), `${row.de} ${JSON.stringify(world.rows)}`).toBe(false);
            passed.add(at);
            const next: RedirectRow | undefined = place ? world.rows.find(({ de }) => de === joined(place)) : undefined;
            at = next?.vers ?? null;
          }
        }
      }
    }),
    { numRuns: runs(1_500, 100_000) },
  );
});
