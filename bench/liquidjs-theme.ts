/**
 * The rival: liquidjs without a sandbox. It parses every template and builds every object before the first page, and implements only those
 * rules of themes that the benches need.
 */
import { Liquid, type Template } from 'liquidjs';
import type { SiteContent, ThemeFiles } from '../engine/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: theme data is free-form
type Json = Record<string, any>;

const SCHEMA = /\{%-?\s*schema\s*-?%\}([\s\S]*?)\{%-?\s*endschema\s*-?%\}/;
/** A file as liquidjs reads it: it has no `doc`; its `comment` is as silent. */
const forLiquidjs = (source: string): string => source.replace(/(\{%-?\s*(?:end)?)doc\b/g, '$1comment');

/** @returns what parses a file of a theme alone, its schema left out */
export function parserOfFiles(): (source: string) => void {
  const liquid = createLiquid({});
  liquid.registerTag('section', { parse: () => undefined, render: () => '' });
  return (source) => {
    liquid.parse(forLiquidjs(source).replace(SCHEMA, ''));
  };
}

const ENTITIES: Json = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const defaults = (settings: Json[] = []): Json =>
  Object.fromEntries(settings.filter((s) => s.id && s.default !== undefined).map((s) => [s.id, s.default]));

/**
 * @param nonce the nonce of every page
 * @returns a function that renders a page by the name of its template
 */
export function liquidjsTheme(files: ThemeFiles, content: SiteContent, nonce: string) {
  const named = (folder: string, extension: string) =>
    Object.entries(files).flatMap(([path, source]): [string, string][] =>
      path.startsWith(`${folder}/`) ? [[path.slice(folder.length + 1, -extension.length), forLiquidjs(source)]] : [],
    );
  const liquid = createLiquid(Object.fromEntries(named('snippets', '.liquid')));
  const types = new Map(
    named('sections', '.liquid').map(([type, source]) => {
      const schema: Json = JSON.parse(SCHEMA.exec(source)?.[1] ?? '{}');
      return [type, { schema, template: liquid.parse(source.replace(SCHEMA, '')) }];
    }),
  );
  for (const [name] of named('snippets', '.liquid')) liquid.parseFileSync(name);

  const sectionObject = (id: string, value: Json): Json => {
    const schema = types.get(value.type)?.schema ?? {};
    const blocks = (value.block_order ?? []).map((key: string) => {
      const block = value.blocks[key];
      const declared = schema.blocks?.find((candidate: Json) => candidate.type === block.type);
      return { id: key, type: block.type, settings: { ...defaults(declared?.settings), ...block.settings } };
    });
    return { id, type: value.type, settings: { ...defaults(schema.settings), ...value.settings }, blocks };
  };

  const groups: Json[] = JSON.parse(files['config/settings_schema.json'] ?? '[]');
  const { sections: fixed = {}, ...current } = JSON.parse(files['config/settings_data.json'] ?? '{}').current ?? {};
  const settings = { ...Object.assign({}, ...groups.map((group) => defaults(group.settings))), ...current };
  const fixedSections = new Map(
    [...types.keys()].map((type) => [type, sectionObject(type, { type, ...fixed[type] })] as const),
  );
  const templates = new Map(
    named('templates', '.json').map(([name, source]) => {
      const { order, sections }: Json = JSON.parse(source);
      return [name, order.map((key: string) => sectionObject(key, sections[key])) as Json[]];
    }),
  );
  const renderSection = (section: Json, scope: Json): string => {
    const template: Template[] | undefined = types.get(section.type)?.template;
    return template ? liquid.renderSync(template, { ...scope, section }) : '';
  };
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

  return (template: string, page: Json): string => {
    const scope = { ...content, page, settings, nonce, template };
    const body = (templates.get(template) ?? []).map((section) => renderSection(section, scope)).join('');
    return liquid.renderSync(layout, { ...scope, content_for_layout: body });
  };
}

function createLiquid(snippets: Record<string, string>): Liquid {
  const liquid = new Liquid({ templates: snippets, cache: true });
  liquid.registerFilter('asset_url', (file: string) => `/theme-assets/t/${file}`);
  liquid.registerFilter('stylesheet_tag', (url: string) => `<link rel="stylesheet" href="${url}">`);
  for (const name of ['font_face', 'font_precharge']) liquid.registerFilter(name, () => '');
  liquid.registerFilter('teinte', (colour: string) => colour);
  liquid.registerFilter('lignes', (text: string) =>
    String(text ?? '')
      .replace(/[&<>"']/g, (character) => ENTITIES[character])
      .replace(/\r\n|\n|\r/g, '<br>'),
  );
  return liquid;
}
