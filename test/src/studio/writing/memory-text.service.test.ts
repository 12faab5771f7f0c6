/**
 * Whatever is done with a text, the API answers as the platform of the simulated world, visitors see what that platform says, and the list and the
 * versions tell it.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTexts } from '../../../../src/storage/content-lists.ts';
import type { RolePools } from '../../../../src/storage/role-pools.ts';
import { ApiRefusal } from '../../../../src/studio/api/client.ts';
import { NAMES, type TextKind } from '../../../../src/studio/writing/store/fields.ts';
import { type BlogSite, createBlogSite } from '../../../support/blog-site.ts';
import { freshDatabase, openPools, query } from '../../../support/database.ts';
import { handInInstants } from '../../../support/database-instant.ts';
import { type KeepingVisitor, keepingVisitor } from '../../../support/keeping-visitor.ts';
import { createKey, startTestProgram, type TestProgram } from '../../../support/program.ts';
import { runs } from '../../../support/soak.ts';
import { type KeptText, MemoryText } from './memory-text.ts';
import { calledOff, type Left, versionsAfter } from './text-history.ts';

const RUNS = runs(3, 400);
const HOUR = 3_600_000;

const section = (type: string) => JSON.stringify({ sections: { a: { type } }, order: ['a'] });
const THEME = {
  'templates/page.json': section('page'),
  'templates/autre.json': section('page'),
  'templates/article.json': section('article'),
  'sections/page.liquid': '[{{ page.titre }}|{{ page.contenu }}|{{ page.seo_titre }}]',
  'sections/article.liquid': '[{{ article.titre }}|{{ article.contenu }}|{{ page.seo_titre }}]',
};

let programs: readonly TestProgram[];
let pools: RolePools;
let site: BlogSite;
let blogs: readonly string[];
let keys: readonly string[];
/** How the keys are called. */
let authors: readonly string[];
let visitors: readonly KeepingVisitor[];
let handIn: (instant: string) => Promise<void>;
/** The instant of the database, milliseconds since 1970: it never goes back. */
let now = Date.UTC(2031, 0, 1);
/** How many texts were made. */
let made = 0;

beforeAll(async () => {
  const databaseUrl = await freshDatabase();
  handIn = await handInInstants(databaseUrl);
  const first = await startTestProgram({}, { databaseUrl });
  programs = [first, await startTestProgram({}, { databaseUrl })];
  pools = openPools(databaseUrl, 'vitrine_gestion');
  site = await createBlogSite(first, THEME);
  blogs = [await site.addBlog('j'), await site.addBlog('k')];
  keys = [site.key, await createKey(databaseUrl, site.accountId)];
  const { rows } = await query(databaseUrl, 'SELECT prefixe FROM cles WHERE compte_id = $1', [site.accountId]);
  authors = keys.map((key) => rows.find(({ prefixe }) => key.startsWith(prefixe))?.prefixe);
  visitors = programs.map((program) => keepingVisitor(program, site.host));
});
const program = (): TestProgram => {
  const [first] = programs;
  if (!first) throw new Error('there is no program');
  return first;
};
afterAll(() => Promise.all([...programs.map((program) => program.close()), pools.end()]));

type Drawn = Readonly<Record<string, unknown>>;

/** Values as they are drawn: of addresses the end, of blogs the number. */
const values = (kind: TextKind): fc.Arbitrary<Drawn> => {
  const own: Record<TextKind, Record<string, fc.Arbitrary<string>>> = {
    pages: { gabarit: fc.constantFrom('page', 'autre', '../x') },
    articles: { extrait: fc.constantFrom('', 'E'), blog_id: fc.constantFrom('0', '1') },
  };
  const all: Record<string, fc.Arbitrary<string>> = {
    titre: fc.constantFrom('Un', ' Deux ', 'Trois', 'Quatre', '', '\u200b'),
    contenu: fc.constantFrom('alpha', 'beta', 'gamma'),
    slug: fc.constantFrom('a', 'b', 'a', 'Pas bon'),
    seo_titre: fc.constantFrom('', 'S'),
    image: fc.constantFrom('', '/i.png', '/i.png', 'javascript:x'),
    ...own[kind],
  };
  const one = Object.entries(all).map(([field, drawn]) => drawn.map((value): Drawn => ({ [field]: value })));
  return fc.oneof(fc.record(all, { requiredKeys: [] }), ...one);
};
/** Milliseconds from the present instant on. */
const later = fc.constantFrom(HOUR, 2 * HOUR, 3 * HOUR, 24 * HOUR, 0, -HOUR);

function bodies(kind: TextKind) {
  const { isPublished } = NAMES[kind];
  const [travail, publier] = [values(kind), fc.constant<true>(true)];
  const begin = kind === 'pages' ? fc.option(later, { freq: 4 }) : later;
  const asked: [number, fc.Arbitrary<object>][] = [
    [5, fc.record({ travail })],
    [4, fc.record({ publier })],
    [2, fc.record({ publier, travail })],
    [2, fc.record({ publier, publie_le: begin })],
    [3, fc.record({ prevoir: later })],
    [2, fc.record({ prevoir: later, travail })],
    [2, fc.record({ prevoir: fc.constant(null) })],
    [2, fc.record({ retire_le: fc.option(later, { freq: 4 }) })],
    [2, fc.record({ publie_le: begin })],
    [2, fc.record({ [isPublished]: fc.boolean() })],
    [3, values(kind)],
    [1, fc.record({ travail: fc.constant(null) })],
    [
      2,
      fc
        .tuple(
          values(kind),
          fc.record(
            {
              ...{ travail: fc.option(travail), publier, prevoir: fc.option(later), publie_le: begin },
              ...{ retire_le: fc.option(later), [isPublished]: fc.boolean() },
            },
            { requiredKeys: [] },
          ),
        )
        .map(([fields, acts]) => ({ ...fields, ...acts })),
    ],
  ];
  return fc.oneof(...asked.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

type Step =
  | { readonly kind: 'ask'; readonly body: Drawn; readonly guard: 'none' | 'right' | 'old'; readonly by: number }
  | { readonly kind: 'wait'; readonly until: 'before' | 'then' | 'later' }
  | { readonly kind: 'remove' | 'restore' | 'again' };

const steps = (kind: TextKind): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 12,
        arbitrary: fc.record({
          ...{ kind: fc.constant<'ask'>('ask'), body: bodies(kind) as fc.Arbitrary<Drawn> },
          guard: fc.constantFrom<('none' | 'right' | 'old')[]>('none', 'none', 'right', 'right', 'old'),
          by: fc.constantFrom(0, 0, 1),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant<'wait'>('wait'),
          until: fc.constantFrom<('before' | 'then' | 'later')[]>('before', 'then', 'then', 'later'),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constantFrom<('remove' | 'restore' | 'again')[]>('remove', 'restore', 'restore', 'again'),
        }),
      },
    ),
    { minLength: 4, maxLength: 16 },
  );

const told = async (work: () => unknown): Promise<readonly [number, unknown]> => {
  try {
    return [200, await work()];
  } catch (error) {
    if (error instanceof ApiRefusal) return [error.status, error.code];
    throw error;
  }
};

/** One text, of the platform and of the simulated one. */
class Play {
  readonly kind: TextKind;
  readonly memory: MemoryText;
  readonly #path: string;
  readonly #stem = `t${++made}`;
  readonly #first: Drawn;
  #versions: readonly Left[] = [];
  /** Whether it was deleted before the instant from which visitors were to see it. */
  #wasPlanned = false;
  /** The last version of the text, and one before. */
  #majLe = '';
  #older = '2020-01-01T00:00:00Z';
  #address = '';

  constructor(kind: TextKind, isPublished: boolean, travail: Drawn | null) {
    this.kind = kind;
    this.memory = new MemoryText(kind, randomUUID(), () => now);
    this.#path = `/api/${kind}`;
    this.#first = {
      ...{ id: this.memory.id, slug: `${this.#stem}-a`, titre: 'Titre', [NAMES[kind].isPublished]: isPublished },
      ...(kind === 'articles' && { blog_id: blogs[0], publie_le: new Date(now - HOUR).toISOString() }),
      ...(travail && { travail: this.#fields(travail) }),
    };
  }

  async begin(): Promise<void> {
    await this.#create();
    const { text } = this.memory;
    if (text?.isPublished) this.#versions = [{ moyen: 'publication', auteur: authors[0] ?? '', valeurs: text.shown }];
    if (text?.work) {
      const valeurs = { ...text.shown, ...text.work };
      this.#versions = [...this.#versions, { moyen: 'enregistrement', auteur: authors[0] ?? '', valeurs }];
    }
    await this.#look();
  }

  async take(step: Step): Promise<void> {
    if (step.kind === 'ask') await this.#change(step);
    else if (step.kind === 'wait') await this.#wait(step.until);
    else if (step.kind === 'again') await this.#create();
    else {
      const isThere = this.memory.text !== null;
      const isRemoval = step.kind === 'remove';
      const answer = await (isRemoval
        ? this.#ask('DELETE', `${this.#path}?id=${this.memory.id}`)
        : this.#ask('POST', '/api/contenus-supprimes', { id: this.memory.id }));
      expect(answer.status).toBe(isThere === isRemoval ? 200 : 404);
      const text = this.memory.now;
      this.#wasPlanned = isRemoval ? (text ? stateOf(text) === 'prevu' : this.#wasPlanned) : this.#wasPlanned;
      if (isRemoval && isThere) this.memory.delete();
      // A publication was called off by the deletion.
      if (!isRemoval && !isThere && this.#wasPlanned) this.#versions = calledOff(this.#versions);
      if (!isRemoval && !isThere) this.memory.restore();
      if (isThere === isRemoval) this.#majLe = '';
    }
    await this.#look();
  }

  #ask(method: string, path: string, body?: object, by = 0) {
    return program().ask({ method, path, key: keys[by] ?? '', besideSession: true, ...(body && { body }) });
  }

  async #create(): Promise<void> {
    const answer = await this.#ask('POST', this.#path, this.#first);
    const [status, said] = await told(() => this.memory.answer({ method: 'POST', body: this.#first })?.body);
    expect(answer.status).toBe(status === 200 ? 201 : status);
    if (status !== 200) expect(answer.json().error).toBe(said);
    else if (this.#majLe === '') this.#majLe = answer.json().majLe;
    else expect(answer.json().majLe).toBe(this.#majLe);
  }

  async #change({ body: drawn, guard, by }: Extract<Step, { kind: 'ask' }>): Promise<void> {
    const body = { id: this.memory.id, ...this.#wish(drawn) };
    const before = this.memory.now;
    const wasVisible = this.memory.visible !== null;
    const garde = (right: string, old: string) =>
      guard === 'none' ? {} : { garde: { site: site.siteId, majLe: guard === 'right' ? right : old } };
    const answer = await this.#ask(
      'PATCH',
      this.#path,
      { ...body, ...garde(this.#majLe || this.#older, this.#older) },
      by,
    );
    const [status, said] = await told(
      () => this.memory.answer({ method: 'PATCH', body: { ...body, ...garde(before?.majLe ?? '', '') } })?.body,
    );
    const { majLe, ...rest } = answer.json();
    if (status !== 200) return expect([answer.status, rest.error]).toEqual([status, said]);
    expect([answer.status, rest, majLe !== undefined]).toEqual([200, { ok: true }, 'majLe' in (said as object)]);
    const after = this.memory.now;
    if (!before || !after || before.majLe === after.majLe) return;
    if (majLe) expect(majLe > this.#majLe).toBe(true);
    this.#older = this.#majLe || this.#older;
    this.#majLe = majLe ?? '';
    const author = authors[by] ?? '';
    this.#versions = versionsAfter(this.kind, this.#versions, { body, before, after, author, wasVisible });
  }

  async #wait(until: 'before' | 'then' | 'later'): Promise<void> {
    const text = this.memory.now;
    const instants = [text?.from, text?.until, text?.plannedFor].map((instant) => Date.parse(instant ?? ''));
    const next = Math.min(...instants.filter((instant) => instant > now));
    if (Number.isFinite(next) && until !== 'later') now = until === 'then' ? next : Math.max(now, next - 1);
    else now += HOUR;
    await handIn(new Date(now).toISOString());
  }

  /** Compares all that can be seen of the text. */
  async #look(): Promise<void> {
    const { memory, kind } = this;
    const { one } = NAMES[kind];
    const answer = await this.#ask('GET', `${this.#path}?id=${memory.id}`);
    const text = memory.now;
    if (text) {
      const { maj_le, montre_le: _, ...real } = answer.json()[one];
      const { maj_le: __, ...expected } = memory.told;
      expect(real).toEqual(expected);
      if (this.#majLe === '') this.#majLe = maj_le;
      expect(maj_le).toBe(this.#majLe);
      const { slug = '', blog_id } = text.shown;
      this.#address = kind === 'pages' ? `/${slug}` : `/blog/${blog_id === blogs[0] ? 'j' : 'k'}/${slug}`;
    } else expect([answer.status, answer.json().error]).toEqual([404, 'introuvable']);
    const { visible } = memory;
    for (const { visit } of visitors) {
      const { status, text: page } = await visit(this.#address);
      expect(status, this.#address).toBe(visible ? 200 : 404);
      if (visible) expect(page).toContain(`[${visible.titre}|${visible.contenu}|${visible.seo_titre}]`);
    }
    const wish = { words: null, filter: null, blog: null, order: 'modif', after: null, limit: 5_000 } as const;
    const listed = (await listTexts(pools, site.siteId, kind, wish)).find(({ id }) => id === memory.id);
    expect(listed && [listed.etat, listed.en_travail]).toEqual(text ? [stateOf(text), text.work !== null] : undefined);
    const { rows } = await query(
      program().databaseUrl,
      'SELECT moyen, auteur, valeurs FROM versions_de_contenus WHERE contenu_id = $1 ORDER BY numero',
      [memory.id],
    );
    expect(rows).toEqual(this.#versions);
  }

  /** Values for this text alone. */
  #fields(drawn: Drawn): Drawn {
    const { slug, blog_id } = drawn;
    return {
      ...drawn,
      ...(typeof slug === 'string' && { slug: slug.length > 1 ? slug : `${this.#stem}-${slug}` }),
      ...(typeof blog_id === 'string' && { blog_id: blogs[Number(blog_id)] }),
    };
  }

  #wish(drawn: Drawn): Drawn {
    const instants = ['prevoir', 'publie_le', 'retire_le'].flatMap((name) => {
      const value = drawn[name];
      return typeof value === 'number' ? [[name, new Date(now + value).toISOString()]] : [];
    });
    const { travail } = drawn;
    return {
      ...this.#fields(drawn),
      ...(travail !== null && travail !== undefined && { travail: this.#fields(travail as Drawn) }),
      ...Object.fromEntries(instants),
    };
  }
}

/** The state of a text in the list. */
function stateOf({ isPublished, from, hasAppeared }: KeptText): string {
  if (!isPublished) return hasAppeared ? 'retire' : 'brouillon';
  return from !== null && Date.parse(from) > now ? 'prevu' : 'publie';
}

describe.each(['pages', 'articles'] as const)('a text of /api/%s', (kind) => {
  it('is what the simulated platform says, whatever is done with it', async () => {
    let done = 0;
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.option(values(kind)), steps(kind), async (isPublished, travail, acts) => {
        now += HOUR;
        await handIn(new Date(now).toISOString());
        const play = new Play(kind, isPublished, travail);
        await play.begin();
        for (const step of acts) {
          await play.take(step);
          done++;
        }
      }),
      // To shrink a failure would take minutes: each text is a new one.
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(done).toBeGreaterThan(RUNS * 4 - 1);
  });
});
