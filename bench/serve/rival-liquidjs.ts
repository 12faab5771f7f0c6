/**
 * The rival: Fastify and liquidjs in one process, without sandbox or database, every template parsed before the first
 * request: `node rival-liquidjs.ts <theme files as JSON> <site content as JSON>`. It knows of a theme's rules what the
 * demo home page needs.
 */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { Liquid, type Template } from 'liquidjs';

// biome-ignore lint/suspicious/noExplicitAny: theme data is free-form
type Json = Record<string, any>;

const [, , themeFile = '', contentFile = ''] = process.argv;
const files: Record<string, string> = JSON.parse(readFileSync(themeFile, 'utf8'));
const content: Json = JSON.parse(readFileSync(contentFile, 'utf8'));

const SCHEMA = /\{%-?\s*schema\s*-?%\}([\s\S]*?)\{%-?\s*endschema\s*-?%\}/;
const snippets = Object.fromEntries(
  Object.entries(files)
    .filter(([path]) => path.startsWith('snippets/'))
    .map(([path, source]) => [path.slice('snippets/'.length, -'.liquid'.length), source]),
);
const liquid = new Liquid({ templates: snippets, cache: true, ownPropertyOnly: true });
liquid.registerFilter('asset_url', (file: string) => `/theme-assets/00000000-0000-4000-8000-000000000000/${file}`);
liquid.registerFilter('stylesheet_tag', (url: string) => `<link rel="stylesheet" href="${url}">`);
liquid.registerFilter('teinte', (colour: string) => colour);
liquid.registerFilter('lignes', (text: string) =>
  String(text ?? '')
    .replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
    .replace(/\r\n|\n|\r/g, '<br>'),
);

interface Section {
  readonly template: Template[];
  readonly schema: Json;
}
const sections = new Map<string, Section>();
for (const [path, source] of Object.entries(files)) {
  if (!path.startsWith('sections/')) continue;
  const schema = JSON.parse(SCHEMA.exec(source)?.[1] ?? '{}');
  sections.set(path.slice('sections/'.length, -'.liquid'.length), {
    template: liquid.parse(source.replace(SCHEMA, '')),
    schema,
  });
}

const defaults = (settings: Json[] = []) =>
  Object.fromEntries(settings.filter((s) => s.id && s.default !== undefined).map((s) => [s.id, s.default]));

/** The object `section`, whole before the first request. */
function sectionObject(id: string, value: Json): Json {
  const schema = sections.get(value.type)?.schema ?? {};
  const blocks = (value.block_order ?? []).map((key: string) => {
    const block = value.blocks[key];
    const declared = schema.blocks?.find((candidate: Json) => candidate.type === block.type);
    return { id: key, type: block.type, settings: { ...defaults(declared?.settings), ...block.settings } };
  });
  return { id, type: value.type, settings: { ...defaults(schema.settings), ...value.settings }, blocks };
}

const { sections: fixed = {}, ...current } = JSON.parse(files['config/settings_data.json'] ?? '{}').current ?? {};
const settings = {
  ...Object.assign(
    {},
    ...JSON.parse(files['config/settings_schema.json'] ?? '[]').map((g: Json) => defaults(g.settings)),
  ),
  ...current,
};
const index = JSON.parse(files['templates/index.json'] ?? '{}');
const pageSections = index.order.map((key: string) => sectionObject(key, index.sections[key]));
const fixedSections = new Map(
  ['header', 'footer', ...Object.keys(fixed)].map((name) => [
    name,
    sectionObject(name, { type: name, ...fixed[name] }),
  ]),
);
liquid.registerTag('section', {
  parse(token) {
    this.name = /'([^']+)'/.exec(token.args)?.[1] ?? '';
  },
  render(context) {
    const section = fixedSections.get(this.name);
    return section ? renderSection(section, context.environments as Json) : '';
  },
});
const layout = liquid.parse(files['layout/theme.liquid'] ?? '');

function renderSection(section: Json, scope: Json): string {
  const known = sections.get(section.type);
  return known ? liquid.renderSync(known.template, { ...scope, section }) : '';
}

const page = { titre: 'Accueil', slug: '', contenu: '', demande: '' };
const app = Fastify();
app.get('/', (_request, reply) => {
  const scope = { ...content, page, settings, nonce: 'bm9uY2U=', template: 'index' };
  const body = pageSections.map((section: Json) => renderSection(section, scope)).join('');
  return reply.type('text/html; charset=utf-8').send(liquid.renderSync(layout, { ...scope, content_for_layout: body }));
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: (app.server.address() as { port: number }).port });
