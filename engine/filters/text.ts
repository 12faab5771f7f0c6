import type { Context, Liquid } from 'liquidjs';
import { printed } from './printed.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** `lignes`: escapes HTML, then turns line breaks into `<br>` (rule 10). */
export function registerTextFilters(liquid: Liquid): void {
  liquid.registerFilter('lignes', function (this: { context: Context }, value: unknown) {
    const text = printed(value);
    this.context.memoryLimit.use(text.length);
    return escapeHtml(text).replace(/\r\n|\n|\r/g, '<br>');
  });
}
