/** Themes of one program in one realm: whatever is rendered in between, each page is what it is in a realm of its own. */
import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import type { PageRequest, RenderResult, SiteContent, ThemeFiles } from '../../engine/index.ts';
import { compileUnit } from '../../engine/theme/compile-unit.ts';
import { REQUEST } from './support.ts';

/** Every tag and filter that remembers something within a page, or that is told once for each theme. */
const CODE: ThemeFiles = {
  'layout/theme.liquid': `{% increment n %}{% cycle 'a', 'b' %}{{ 'a.css' | asset_url | stylesheet_tag }}{{ settings.fond | teinte: 5 }}
{% section 'tete' %}{{ content_for_layout }}{{ nonce }}{{ template }}{{ page.titre }}{% increment n %}{% style %}a{}{% endstyle %}`,
  'sections/tete.liquid': `{{ site.nom }}{{ section.settings.titre }}{% for lien in section.settings.menu %}{{ lien.titre }}{% endfor %}
{% javascript %}tete(){% endjavascript %}{% schema %}{"settings":[{"id":"titre","type":"text","default":"T"},{"id":"menu","type":"menu_picker","default":"m"}]}{% endschema %}`,
  'sections/compte.liquid': `{% increment n %}{% increment n %}{% decrement d %}{% assign v = section.settings.v %}{{ v }}{{ settings.v }}
{% for i in (1..3) %}{% cycle 'x', 'y' %}{% ifchanged %}{{ v }}{% endifchanged %}{% endfor %}{% for i in (1..5) limit: 2 %}{{ i }}{% endfor %}{% for i in (1..5) offset: continue %}{{ i }}{% endfor %}
{% capture c %}{{ v }}{% endcapture %}{{ c }}{% render 'bloc', v: v %}{% include 'partage' %}{{ fuite }}{% javascript %}compte(){% endjavascript %}`,
  'sections/fixe.liquid': `{{ section.settings.v }}{{ section.id }}{% for b in section.blocks %}{{ b.settings.v }}{% endfor %}{{ 'i.svg' | asset_url }}{% javascript %}fixe(){% endjavascript %}`,
  'sections/heure.liquid': `{{ 'now' | date: '%s' }}{{ section.settings.v }}`,
  'sections/faute.liquid': `{{ section.settings.v }}{% if section.settings.v contains 'faute' %}{% render 'absent' %}{% endif %}`,
  'snippets/bloc.liquid': `{% increment n %}{{ v }}{% cycle 'p', 'q' %}{{ settings.v }}`,
  'snippets/partage.liquid': `{% assign fuite = v %}{% increment n %}`,
};
const SCHEMA =
  '[{"settings":[{"id":"v","type":"text","default":"d"},{"id":"fond","type":"color","default":"#102030"}]}]';

const UNITS = Object.entries(CODE).map(([path, source]) => ({
  path,
  code: `vitrine.unit(${compileUnit(path, source)})`,
}));

/** What an isolate holds: the engine's part that renders, and one program. */
class Realm {
  readonly #context = createContext({});
  readonly #vitrine: Guest;

  constructor() {
    const { render } = inject('bundles');
    runInContext(render, this.#context);
    this.#vitrine = runInContext('vitrine', this.#context);
    for (const { code } of UNITS) runInContext(code, this.#context);
    this.#vitrine.link(
      UNITS.map(({ path }) => path),
      SCHEMA,
    );
  }

  open(id: string, { files, content }: Site): void {
    this.#vitrine.open(id, JSON.stringify(files));
    this.#vitrine.setContent(id, JSON.stringify(content));
  }

  forget(id: string): void {
    this.#vitrine.forget(id);
  }

  render(id: string, request: PageRequest, now: number): unknown {
    runInContext(`Date.now = () => ${now}`, this.#context);
    const { bytes: _bytes, ...result } = this.#vitrine.render(id, JSON.stringify(request), 3_000);
    return JSON.parse(JSON.stringify(result));
  }
}

interface Guest {
  link(paths: readonly string[], settingsSchema: string): void;
  open(id: string, files: string): void;
  setContent(id: string, content: string): void;
  forget(id: string): void;
  render(id: string, request: string, timeMs: number): RenderResult & { readonly bytes: number };
}

const value = fc.constantFrom('', 'un', 'deux', 'faute', '<b>', '__proto__', 'é’');
const settings = fc.record({ v: value }, { requiredKeys: [] });
const section = fc.record({
  type: fc.constantFrom('compte', 'fixe', 'heure', 'faute', 'tete', 'inconnue'),
  settings,
  blocks: fc.constant({ b: { type: 't', settings: { v: 'bloc' } } }),
  block_order: fc.constantFrom([], ['b']),
});
const pageTemplate = fc
  .array(section, { maxLength: 4 })
  .map((sections) =>
    JSON.stringify({ sections: Object.fromEntries(sections.entries()), order: sections.map((_, index) => `${index}`) }),
  );

interface Site {
  readonly files: ThemeFiles;
  readonly content: SiteContent;
}

const site: fc.Arbitrary<Site> = fc.record({
  files: fc.record({
    'templates/index.json': pageTemplate,
    'templates/page.json': pageTemplate,
    'config/settings_data.json': fc
      .record({ v: value, fond: fc.constantFrom('red', '#abc', 'non') }, { requiredKeys: [] })
      .map((current) =>
        JSON.stringify({ current: { ...current, sections: { tete: { settings: { titre: current.v } } } } }),
      ),
  }),
  content: value.map((nom) => ({
    site: { nom, slug: 's', description: '', adresse: 'https://s.example' },
    menus: { m: [{ titre: `menu de ${nom}`, url: '/' }] },
  })),
});

const requestOf = (template: string, titre: string): PageRequest => ({
  ...REQUEST,
  templates: [template],
  page: { ...REQUEST.page, titre },
  nonce: `nonce ${titre}`,
});

const visit = fc.record({
  site: fc.nat({ max: 3 }),
  template: fc.constantFrom('index', 'page', 'absent'),
  titre: value,
  now: fc.nat({ max: 9 }).map((seconds) => seconds * 1_000),
  /** Whether the theme leaves and comes back before. */
  comesAnew: fc.boolean(),
});

it('each page is the same as when it is rendered alone, whatever is rendered in between', () => {
  let shown = 0;
  fc.assert(
    fc.property(
      fc.array(site, { minLength: 2, maxLength: 4 }),
      fc.array(visit, { minLength: 1, maxLength: 16 }),
      (sites, visits) => {
        const shared = new Realm();
        for (const [index, one] of sites.entries()) shared.open(`t${index}`, one);
        for (const { site: index, template, titre, now, comesAnew } of visits) {
          const at = index % sites.length;
          const [id, one] = [`t${at}`, sites[at] as Site];
          if (comesAnew) {
            shared.forget(id);
            shared.open(id, one);
          }
          const request = requestOf(template, titre);
          const alone = new Realm();
          alone.open(id, one);
          const together = shared.render(id, request, now);
          expect(together).toEqual(alone.render(id, request, now));
          if ((together as RenderResult).outcome === 'page') shown++;
        }
      },
    ),
    { numRuns: 40 },
  );
  expect(shown).toBeGreaterThan(60);
});
