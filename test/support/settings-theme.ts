const json = (value: unknown) => JSON.stringify(value, null, 2);
const schema = (value: unknown) => `{% schema %}${json(value)}{% endschema %}`;

/** A theme with a setting of each type, blocks with a limit, and a section that its layout renders. */
export const SETTINGS_THEME: Readonly<Record<string, string>> = {
  'layout/theme.liquid': `<!DOCTYPE html><html lang="fr"><head><title>Essai</title>
<style nonce="{{ nonce }}">body { background: {{ settings.fond }}; color: {{ settings.texte }}; }</style></head>
<body>{% section 'tete' %}{{ content_for_layout }}</body></html>`,
  'config/settings_schema.json': json([
    {
      name: 'Couleurs',
      settings: [
        { type: 'header', content: 'La page', info: 'Ce qu’elle a de couleurs.' },
        { type: 'color', id: 'fond', label: 'Fond', default: '#ffffff' },
        { type: 'color', id: 'texte', label: 'Texte', default: '#222222', info: 'Celle des paragraphes.' },
        { type: 'paragraph', content: 'Un fond clair se lit mieux.' },
      ],
    },
    {
      name: 'Tous les types',
      settings: [
        { type: 'text', id: 'text', label: 'Un texte' },
        { type: 'textarea', id: 'textarea', label: 'Des lignes' },
        { type: 'richtext', id: 'richtext', label: 'Un texte mis en forme', default: '<p>Bonjour <em>vous</em></p>' },
        { type: 'number', id: 'number', label: 'Un nombre', unit: 'kg', default: 3 },
        { type: 'range', id: 'range', label: 'Une mesure', min: 0, max: 10, step: 0.5, unit: 'px', default: 4 },
        { type: 'checkbox', id: 'checkbox', label: 'Une case', default: true },
        {
          type: 'select',
          id: 'select',
          label: 'Un choix',
          default: 'a',
          options: [
            { value: 'a', label: 'A' },
            { value: 'b', label: 'B' },
          ],
        },
        {
          type: 'radio',
          id: 'radio',
          label: 'Une alternative',
          default: 'x',
          options: [
            { value: 'x', label: 'Cet un' },
            { value: 'y', label: 'Cet autre' },
          ],
        },
        { type: 'image_picker', id: 'image', label: 'Une image', default: 'rond.svg' },
        { type: 'url', id: 'url', label: 'Un lien' },
        { type: 'menu_picker', id: 'menu', label: 'Un menu', default: 'principal' },
        { type: 'video_url', id: 'video', label: 'Une vidéo' },
        { type: 'font_picker', id: 'police', label: 'Une police', default: 'systeme' },
        { type: 'nouveau', id: 'nouveau', label: 'Un type inconnu', default: { a: 1 } },
      ],
    },
  ]),
  'config/settings_data.json': json({ current: { texte: '#222222', inconnu: 1e21 } }),
  'sections/tete.liquid': `<header><b>{{ section.settings.nom }}</b> <a href="/a-propos">À propos</a></header>${schema({ name: 'En-tête', settings: [{ type: 'text', id: 'nom', label: 'Nom', default: 'Le nom' }] })}`,
  'sections/liste.liquid': `<section><h2>{{ section.settings.titre }}</h2>
<ul>{% for block in section.blocks %}<li>{{ block.settings.mot }}</li>{% endfor %}</ul></section>${schema({
    name: 'Liste',
    settings: [{ type: 'text', id: 'titre', label: 'Titre', default: 'Une liste' }],
    blocks: [{ type: 'point', name: 'Point', settings: [{ type: 'text', id: 'mot', label: 'Mot', default: 'neuf' }] }],
    max_blocks: 3,
  })}`,
  'sections/note.liquid': `<aside>{{ section.settings.titre }}</aside>${schema({ name: 'Note', settings: [{ type: 'text', id: 'titre', label: 'Titre', default: 'Une note' }] })}`,
  'templates/index.json': json({
    sections: {
      un: {
        type: 'liste',
        settings: { titre: 'Première' },
        blocks: { a: { type: 'point', settings: { mot: 'alpha' } }, b: { type: 'point', settings: { mot: 'bravo' } } },
        block_order: ['a', 'b'],
      },
      deux: { type: 'note', settings: { titre: 'Deuxième' } },
    },
    order: ['un', 'deux'],
  }),
  'templates/page.json': json({ sections: { n: { type: 'note', settings: { titre: 'Sur une page' } } }, order: ['n'] }),
  'assets/rond.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4"/></svg>',
};
