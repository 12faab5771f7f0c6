import type { Liquid } from 'liquidjs';
import { printed } from './printed.ts';
import { escapeHtml } from './text.ts';

/**
 * `asset_url`: the address of a file of the theme's assets by its bare name; a path stays a path and matches no route
 * (rule 8). `stylesheet_tag`: the element that loads an address as a style sheet.
 */
export function registerUrlFilters(liquid: Liquid, themeId: string): void {
  liquid.registerFilter('asset_url', (file: unknown) => {
    const segments = printed(file).toWellFormed().split('/');
    return `/theme-assets/${themeId}/${segments.map(encodeURIComponent).join('/')}`;
  });
  liquid.registerFilter(
    'stylesheet_tag',
    (url: unknown) => `<link rel="stylesheet" href="${escapeHtml(printed(url))}">`,
  );
}
