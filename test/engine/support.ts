import {
  type LoadedTheme,
  loadTheme,
  type PageRequest,
  type RenderResult,
  type SiteContent,
  type ThemeFiles,
} from '../../engine/index.ts';
import type { RenderLimits } from '../../engine/limits.ts';

export const CONTENT: SiteContent = {
  site: { nom: 'Chez Léa', slug: 'lea', description: '', adresse: 'https://lea.example' },
  menus: { principal: [{ titre: 'Accueil', url: '/' }] },
};

export const REQUEST: PageRequest = {
  templates: ['index'],
  page: { titre: 'Accueil', slug: '', contenu: '', demande: '', instant: 1_763_762_754_000 },
  nonce: 'abc',
};

/** A theme whose home page is one section with this markup, or these files laid over it. */
export function themeFiles(section: string, more: ThemeFiles = {}): ThemeFiles {
  return {
    'layout/theme.liquid': '{{ content_for_layout }}',
    'templates/index.json': '{"sections":{"cle":{"type":"s"}},"order":["cle"]}',
    'config/settings_schema.json': '[]',
    'sections/s.liquid': section,
    ...more,
  };
}

/** The home page of a theme as a JSON template. */
export const template = (value: object) => ({ 'templates/index.json': JSON.stringify(value) });

/** A theme compiled and loaded in this process. */
export function loadedTheme(files: ThemeFiles, limits?: Partial<RenderLimits>): LoadedTheme {
  return loadTheme('t', files, Date.now, limits);
}

export function renderTheme(files: ThemeFiles, limits?: Partial<RenderLimits>, request = REQUEST): RenderResult {
  return loadedTheme(files, limits).render(CONTENT, request);
}

/** The HTML of a page whose render must succeed. */
export function html(files: ThemeFiles, request = REQUEST): string {
  const result = renderTheme(files, undefined, request);
  if (result.outcome !== 'page') throw new Error(`the page ended as ${JSON.stringify(result)}`);
  return result.html;
}
