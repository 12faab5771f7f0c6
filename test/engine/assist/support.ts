import { ThemeDocuments } from '../../../engine/document/theme-documents.ts';
import type { ThemeFiles } from '../../../engine/types.ts';

/** A small theme that has a bit of everything. */
export const THEME: ThemeFiles = {
  'layout/theme.liquid': `<head>{{ 'fin.css' | asset_url | stylesheet_tag }}</head>{% section 'entete' %}{{ content_for_layout }}`,
  'sections/entete.liquid': `<h1>{{ section.settings.titre }}</h1>{% schema %}{"name": "En-tête", "settings": [{"type": "text", "id": "titre", "label": "Titre"}]}{% endschema %}`,
  'sections/hero.liquid': `{%- render 'carte', titre: section.settings.titre -%}{% render 'bloc', section: section %}
{% for block in section.blocks %}{% case block.type %}{% when 'lien' %}{{ block.settings.adresse }}{% when 'mot' %}{{ block.settings.texte }}{% endcase %}{% endfor %}
{% schema %}{
  "name": "Héros",
  "settings": [
    {"type": "text", "id": "titre", "label": "Titre", "default": "Bonjour", "info": "Le grand titre."},
    {"type": "select", "id": "taille", "label": "Taille", "options": [{"value": "petit", "label": "Petite"}, {"value": "grand", "label": "Grande"}], "default": "petit"},
    {"type": "checkbox", "id": "plein", "label": "Pleine largeur"},
    {"type": "image_picker", "id": "image", "label": "Image"},
    {"type": "color", "id": "fond", "label": "Fond"},
    {"type": "font_picker", "id": "police", "label": "Police"}
  ],
  "blocks": [
    {"type": "lien", "name": "Lien", "settings": [{"type": "url", "id": "adresse", "label": "Adresse"}]},
    {"type": "mot", "name": "Mot", "settings": [{"type": "text", "id": "texte", "label": "Texte"}]}
  ]
}{% endschema %}`,
  'snippets/carte.liquid': `{% doc %}
@param {string} titre - le titre de la carte
@param {string} [texte] - le texte
{% enddoc %}<b>{{ titre }}</b>{{ texte }}`,
  'snippets/bloc.liquid': `{{ section.settings.titre }}{% include 'fin' %}`,
  'snippets/fin.liquid': 'fin',
  'assets/fin.css': 'a { background: url(fin.svg) } b { background: url("autre.svg") }',
  'assets/fin.svg': '<svg/>',
  'config/settings_schema.json': `[{"name": "Couleurs", "settings": [{"type": "color", "id": "accent", "label": "Accent", "default": "#ff0000"}]}]`,
  'config/settings_data.json': `{"current": {"accent": "#00ff00", "sections": {"entete": {"settings": {"titre": "Chez nous"}}}}}`,
  'templates/index.json': `{"sections": {"a": {"type": "hero", "settings": {"titre": "Un", "image": "fin.svg"}, "blocks": {"x": {"type": "lien", "settings": {"adresse": "/"}}}, "block_order": ["x"]}}, "order": ["a"]}`,
};

/** The theme with one file that has a cursor, written `¦`. */
export function marked(path: string, text: string): { theme: ThemeDocuments; offset: number } {
  const offset = text.indexOf('¦');
  if (offset === -1) throw new Error(`no cursor in ${text}`);
  return { theme: ThemeDocuments.of({ ...THEME, [path]: text.replace('¦', '') }), offset };
}

/** The theme with a cursor behind the first place of some text in one of its files. */
export function placed(path: string, before: string): { theme: ThemeDocuments; offset: number } {
  const at = THEME[path]?.indexOf(before) ?? -1;
  if (at === -1) throw new Error(`no ${before} in ${path}`);
  return { theme: ThemeDocuments.of(THEME), offset: at + before.length };
}
