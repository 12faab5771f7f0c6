import { type Renderer, sourcesOf } from '../../sandbox/index.ts';

/** A theme of one line, rendered like any other; its id is no theme's. */
const WITNESS = '00000000-0000-4000-8000-000000000000';
const WITNESS_FILES = {
  'layout/theme.liquid': "{{ 'theme.css' | asset_url }}{{ content_for_layout }}",
  'templates/index.json': '{"sections":{"a":{"type":"temoin"}},"order":["a"]}',
  'sections/temoin.liquid': ' {{ site.nom }}',
};

/**
 * Renders the witness theme through the sandbox, and compares what `asset_url` gives with what it must.
 * @throws Error when there is no page, or another one than expected
 */
export async function probeRendering(renderer: Renderer): Promise<void> {
  const outcome = await renderer.render(
    {
      theme: { id: WITNESS, version: '1' },
      content: { id: WITNESS, version: '1' },
      request: { templates: ['index'], page: { titre: '', slug: '', contenu: '', demande: '' }, nonce: '' },
    },
    {
      ...sourcesOf('1', WITNESS_FILES),
      content: async () => ({
        version: '1',
        values: { site: { nom: 'témoin', slug: '', description: '', adresse: '' }, menus: {} },
      }),
    },
  );
  const html = outcome.outcome === 'page' ? outcome.body.bytes().toString('utf8') : outcome.outcome;
  if (html !== `/theme-assets/${WITNESS}/theme.css témoin`) throw new Error(`the witness theme rendered ${html}`);
}
