import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lentRenderer, sharedProgram, startTestProgram, type TestProgram } from '../../../support/program.ts';
import { createPublicSite, type PublicSite } from '../../../support/public-site.ts';
import { runs } from '../../../support/soak.ts';

const RUNS = runs(4, 60);
/** Every write is a request of its own. */
const TIMEOUT_MS = 180_000;
const SLUGS = ['un', 'deux'] as const;
const PATHS = ['/', '/?demande=merci', '/un', '/un?demande=erreur', '/deux', '/absente'];

/** What pages may show: the rest decides whether they may be kept. */
const SECTIONS = [
  '{{ page.titre }}|{{ page.slug }}|{{ page.contenu }}|{{ page.demande }}|{{ site.nom }}|{{ menus | json }}',
  '{{ page.demande }}',
  "{{ '2020-01-02' | date: '%F' }}{{ page.titre }}",
  "{% if page.demande == 'merci' %}{{ 'now' | date: '%s' | size }}{% endif %}{{ page.titre }}",
  "{% if page.titre == 'b' %}{% render 'absent' %}{% endif %}",
  '{% style %}a{}{% endstyle %}{{ nonce }}',
];

type Step = (site: PublicSite) => Promise<unknown>;
interface NamedStep {
  readonly name: string;
  readonly run: Step;
}

const text = fc.constantFrom('a', 'b', 'é😀');
const step = (name: string, run: Step): NamedStep => ({ name, run });

async function pageId(site: PublicSite, slug: string): Promise<string | undefined> {
  const { pages } = (await site.manage('GET', '/api/pages')).json();
  return pages.find((page: { slug: string; id: string }) => page.slug === slug)?.id;
}

const writePage = (slug: string, titre: string) =>
  step(`page ${slug} ${titre}`, async (site) => {
    const id = await pageId(site, slug);
    if (id === undefined) await site.manage('POST', '/api/pages', { slug, titre });
    else await site.manage('PATCH', '/api/pages', { id, titre });
  });

const removePage = (slug: string) =>
  step(`no page ${slug}`, async (site) => {
    const id = await pageId(site, slug);
    if (id !== undefined) await site.manage('DELETE', `/api/pages?id=${id}`);
  });

const writeSection = (contenu: string) =>
  step(`section ${contenu}`, (site) => site.write('sections/texte.liquid', contenu));

const writeMenu = (titre: string) =>
  step(`menu ${titre}`, (site) => site.manage('PATCH', '/api/menus', { menus: { principal: [{ titre, url: '/' }] } }));

const publishCopy = step('publication of a copy', async (site) => {
  const { themes } = (await site.manage('GET', '/api/themes')).json();
  const { themeId } = (await site.manage('POST', '/api/themes', { action: 'dupliquer', id: themes[0].id })).json();
  await site.manage('PATCH', '/api/themes', { id: themeId, publier: true });
});

const republish = step('publication of the first', (site) =>
  site.manage('PATCH', '/api/themes', { id: site.themeId, publier: true }),
);

const write = fc.oneof(
  fc.tuple(fc.constantFrom(...SLUGS), text).map(([slug, titre]) => writePage(slug, titre)),
  fc.constantFrom(...SLUGS).map(removePage),
  fc.constantFrom(...SECTIONS).map(writeSection),
  text.map(writeMenu),
  fc.constantFrom(publishCopy, republish),
);

let instances: TestProgram[];
beforeAll(async () => {
  const first = await sharedProgram();
  instances = [first, await startTestProgram({}, { databaseUrl: first.databaseUrl, sandbox: await lentRenderer(1) })];
});
afterAll(async () => {
  for (const instance of instances) await instance.close();
});

interface Kept {
  readonly etag: string;
  readonly text: string;
}

/** A browser: it keeps what has a tag, and shows that again when it is told that nothing changed. */
class CachingClient {
  readonly #host: string;
  readonly #kept = new Map<string, Kept>();
  unchanged = 0;

  constructor(host: string) {
    this.#host = host;
  }

  async show(path: string, instance: TestProgram): Promise<[status: number, text: string]> {
    const kept = this.#kept.get(path);
    const headers: Record<string, string> = kept ? { 'if-none-match': kept.etag } : {};
    const answer = await instance.ask({ host: this.#host, path, headers });
    if (answer.status === 304) {
      this.unchanged++;
      return [200, kept?.text ?? 'nothing is kept'];
    }
    const { etag } = answer.headers;
    if (etag === undefined) this.#kept.delete(path);
    else this.#kept.set(path, { etag, text: answer.text });
    return [answer.status, answer.text];
  }
}

const withoutNonce = (html: string) => html.replaceAll(/[A-Za-z0-9+/]{22}==/g, 'NONCE');

it(
  'whatever is written in between, a client with a cache sees what one without sees, on every instance',
  async () => {
    let unchanged = 0;
    const action = fc.oneof(
      { arbitrary: write, weight: 1 },
      { arbitrary: fc.tuple(fc.constantFrom(...PATHS), fc.nat(1)), weight: 3 },
    );
    const [first] = instances;
    if (!first) throw new Error('no instance runs');
    const site = await createPublicSite(first, {
      'templates/page.json': '{"sections":{"a":{"type":"texte"}},"order":["a"]}',
      'templates/404.json': '{"sections":{"a":{"type":"texte"}},"order":["a"]}',
      'sections/texte.liquid': SECTIONS[0] ?? '',
    });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 30 }), async (actions) => {
        await republish.run(site);
        const client = new CachingClient(site.host);
        for (const next of actions) {
          if ('run' in next) {
            await next.run(site);
            // The section is written to the first theme: it is the one that shows.
            if (next.name.startsWith('section')) await republish.run(site);
            continue;
          }
          const [path, number] = next;
          const instance = instances[number] ?? first;
          const seen = await client.show(path, instance);
          const plain = await instance.ask({ host: site.host, path });
          expect([seen[0], withoutNonce(seen[1])]).toEqual([plain.status, withoutNonce(plain.text)]);
        }
        unchanged += client.unchanged;
      }),
      { numRuns: RUNS },
    );
    expect(unchanged).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);
