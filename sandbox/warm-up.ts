import type { PageRequest, SiteContent, ThemeFiles } from '../engine/index.ts';
import type { GuestIsolate } from './isolate.ts';
import type { CompiledTheme } from './protocol.ts';

/**
 * A page that uses what most pages use. A spare isolate renders it before it is needed, so that V8 has compiled the runtime when
 * a theme's first page asks for it.
 */
export const WARM_UP_FILES: ThemeFiles = {
  'layout/theme.liquid': `<title>{{ page.titre | escape }} – {{ site.nom | escape }}</title>{{ 'a.css' | asset_url | stylesheet_tag }}
{% section 'tete' %}{{ content_for_layout }}{% render 'lien', titre: page.titre, url: '/' %}`,
  'templates/index.json':
    '{"sections":{"a":{"type":"liste","blocks":{"b":{"type":"c"}},"block_order":["b"]}},"order":["a"]}',
  'config/settings_schema.json': '[{"name":"G","settings":[{"id":"couleur","type":"color","default":"#336699"}]}]',
  'sections/tete.liquid': `{% assign liens = menus[section.settings.menu] %}{% for lien in menus.principal %}
{% render 'lien', titre: lien.titre, url: lien.url %}{% unless forloop.last %}, {% endunless %}{% endfor %}{{ liens.size }}`,
  'sections/liste.liquid': `{% for bloc in section.blocks limit: 4 %}{% case bloc.type %}{% when 'c' %}{{ bloc.settings.texte | lignes }}
{{ bloc.id | default: 'x' | append: 'é' | replace: 'b', 'a' | split: 'a' | join: ', ' }}{% endcase %}{% if forloop.index > 1 and bloc.id != blank %}
{{ forloop.index | plus: 1 }}{% endif %}{% endfor %}{% capture texte %}{{ settings.couleur | teinte: 10 }}{% endcapture %}{{ texte | strip | escape }}
{% if section.settings.titre contains 'a' or section.blocks == empty %}{{ page.contenu }}{% endif %}`,
  'snippets/lien.liquid': '<a href="{{ url | escape }}">{{ titre | escape }}</a>',
};

const CONTENT: SiteContent = {
  site: { nom: 'A & B', slug: 'a', description: '' },
  menus: { principal: [{ titre: '<é>', url: '/' }] },
};
const REQUEST: PageRequest = {
  templates: ['index'],
  page: { titre: 'É', slug: '', contenu: '', demande: '' },
  nonce: 'n',
};

/** @param program of the files above */
export function warmUp(isolate: GuestIsolate, program: CompiledTheme): void {
  isolate.load(program);
  isolate.setContent('', CONTENT);
  isolate.render(REQUEST);
  isolate.contentVersion = null;
}
