import type { PageRequest, SiteContent, ThemeFiles } from '../../engine/index.ts';

/** One setting of each type. */
const SETTINGS = [
  { id: 'titre', type: 'text', default: 'T' },
  { id: 'texte', type: 'textarea', default: 'a' },
  { id: 'nombre', type: 'number', default: 1 },
  { id: 'rang', type: 'range', min: 0, max: 9, default: 4 },
  { id: 'coche', type: 'checkbox', default: true },
  { id: 'choix', type: 'select', options: [{ value: 'a' }, { value: 'b' }], default: 'b' },
  { id: 'couleur', type: 'color', default: '#336699' },
  { id: 'fond', type: 'color', default: 'hsl(10 20% 30%)' },
  { id: 'image', type: 'image_picker' },
  { id: 'photo', type: 'image_picker', default: '/medias/00000000-0000-0000-0000-000000000000/a.jpg' },
  { id: 'lien', type: 'url', default: '/' },
  { id: 'menu', type: 'menu_picker', default: 'principal' },
  { id: 'video', type: 'video_url', default: 'https://youtu.be/aaaaaaaaaaa' },
  { id: 'police', type: 'font_picker', default: 'systeme' },
];

/** A page that uses what most pages use. A spare isolate renders the page, so that V8 has compiled the runtime before a theme enters. */
export const WARM_UP_FILES: ThemeFiles = {
  'layout/theme.liquid': `<title>{{ page.titre | escape }} – {{ site.nom | escape }}</title>{{ 'a.css' | asset_url | stylesheet_tag }}
{% section 'tete' %}{{ content_for_layout }}{% render 'lien', titre: page.titre, url: '/' %}`,
  'templates/index.json': JSON.stringify({
    sections: {
      a: {
        type: 'liste',
        settings: { titre: 'Été', image: 'a.svg', fond: 'rgb(1 2 3)', lien: '/a' },
        blocks: { b: { type: 'c', settings: { texte: 'a\nb', nombre: 2 } }, d: { type: 'c' } },
        block_order: ['b', 'd'],
      },
    },
    order: ['a'],
  }),
  'config/settings_schema.json': JSON.stringify([{ name: 'G', settings: SETTINGS }]),
  'config/settings_data.json': JSON.stringify({
    current: { couleur: 'red', police: 'inter', sections: { tete: { settings: { menu: 'principal' } } } },
  }),
  'assets/a.svg': '<svg viewBox="0 0 4 3">',
  'sections/tete.liquid': `{% assign liens = menus[section.settings.menu] %}{% for lien in menus.principal %}
{% render 'lien', titre: lien.titre, url: lien.url %}{% unless forloop.last %}, {% endunless %}{% endfor %}{{ liens.size }}`,
  'sections/liste.liquid': `{% for bloc in section.blocks limit: 4 %}{% case bloc.type %}{% when 'c' %}{{ bloc.settings.texte | lignes }}
{{ bloc.settings.image }}{{ bloc.id | default: 'x' | append: 'é' | replace: 'b', 'a' | split: 'a' | join: ', ' }}{% endcase %}{% if forloop.index > 1 and bloc.id != blank %}
{{ forloop.index | plus: 1 }}{% endif %}{% endfor %}{% capture texte %}{{ settings.couleur | teinte: 10 }}{% endcapture %}{{ texte | strip | escape }}
{{ section.settings.titre | escape }}{{ section.settings.image | asset_url }}{{ section.settings.image.width }}{{ section.settings.photo | image_url: width: 640 | image_tag: sizes: '50vw' }}{{ settings.police | font_famille }}
{% if section.settings.titre contains 'a' or section.blocks == empty %}{{ page.contenu }}{% endif %}{% schema %}${JSON.stringify(
    {
      name: 'Liste',
      settings: SETTINGS,
      blocks: [{ type: 'c', name: 'C', settings: SETTINGS }],
    },
  )}{% endschema %}`,
  'snippets/lien.liquid': '<a href="{{ url | escape }}">{{ titre | escape }}</a>',
};

export const WARM_UP_CONTENT: SiteContent = {
  site: { nom: 'A & B', slug: 'a', description: '', adresse: 'http://a' },
  menus: { principal: [{ titre: '<é>', url: '/' }] },
  pictures: {
    '00000000-0000-0000-0000-000000000000': {
      ...{ name: 'a.jpg', kind: 'photo', width: 4000, height: 3000, alt: '&', focal: { x: 250, y: 500 } },
      ...{ content: '000000000000', colour: '', placeholder: '' },
    },
  },
};
export const WARM_UP_REQUEST: PageRequest = {
  templates: ['index'],
  page: { titre: 'É', slug: '', contenu: '', demande: '', genre: 'accueil', adresse: '/' },
  nonce: 'n',
};
