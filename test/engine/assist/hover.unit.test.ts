import { describe, expect, it } from 'vitest';
import { hoverAt } from '../../../engine/assist/index.ts';
import { marked, THEME } from './support.ts';

const SCHEMA = THEME['sections/hero.liquid']?.slice(THEME['sections/hero.liquid'].indexOf('{% schema %}')) ?? '';

function hover(path: string, text: string) {
  const { theme, offset } = marked(path, text);
  const found = hoverAt(theme, path, offset);
  return found && { word: text.replace('¦', '').slice(found.from, found.to), text: found.text };
}

describe('hover', () => {
  it.each([
    ['{% f¦or a in b %}{% endfor %}', 'for', '{% for element in liste %}…{% endfor %}'],
    ['{% for a in b %}{% end¦for %}', 'endfor', 'Répète le bloc'],
    ['{% for a ¦in b %}{% endfor %}', 'in', 'Sépare la variable'],
    ['{{ a | rep¦lace: "b" }}', 'replace', '`remplacement` (facultatif) : texte mis à sa place'],
    ['{{ pa¦ge.titre }}', 'page', 'La page demandée.'],
    ['{{ page.tit¦re }}', 'titre', '`page.titre` : un texte\n\nTitre de la page'],
    ['{{ blog.articles[0].bl¦og }}', 'blog', 'Blog de l’article.'],
    ['{{ blog.articles.si¦ze }}', 'size', 'Nombre d’éléments'],
    ['{{ bla¦nk }}', 'blank', 'Vide ou fait de blancs'],
    [`{{ section.settings.tit¦re }}${SCHEMA}`, 'titre', 'Le grand titre.'],
    [`{{ section.settings["tit¦re"] }}${SCHEMA}`, 'titre', 'Le grand titre.'],
    [`{{ section.settings.fond.re¦d }}${SCHEMA}`, 'red', 'Rouge, de 0 à 255.'],
    ['{{ settings.acc¦ent }}', 'accent', 'Par défaut : `#ff0000`.'],
    ['{% assign x = "a" | split: "" %}{{ ¦x }}', 'x', 'une liste'],
    [`{% for b in section.blocks %}{{ ¦b.id }}{% endfor %}${SCHEMA}`, 'b', '`b` : un objet'],
    ["{% render 'car¦te' %}", 'carte', '- `titre` (string) : le titre de la carte'],
    ["{% render 'carte', ti¦tre: 1 %}", 'titre', 'le titre de la carte'],
    ["{% section 'ent¦ete' %}", 'entete', '**En-tête** : section `entete`\n\nRéglages : `titre`.'],
    ["{{ 'fin¦.css' | asset_url }}", 'fin.css', '`assets/fin.css`'],
    ['{% liquid\n  ec¦ho 1\n%}', 'echo', 'Affiche une valeur'],
    ['{% schema %}{"sett¦ings": []}{% endschema %}', '"settings"', 'Réglages de la section'],
    ['{% schema %}{"settings": [{"type": "rich¦text"}]}{% endschema %}', '"richtext"', 'qui est du HTML'],
  ])('%s', (text, word, says) => {
    const found = hover('sections/test.liquid', text);
    expect(found).toMatchObject({ word });
    expect(found?.text).toContain(says);
  });

  it('in templates', () => {
    const text = '{"sections": {"a": {"type": "hero", "settings": {"tit¦re": "x"}}}}';
    expect(hover('templates/page.json', text)).toMatchObject({
      word: '"titre"',
      text: expect.stringContaining('Le grand titre.'),
    });
    const type = '{"sections": {"a": {"type": "he¦ro"}}}';
    expect(hover('templates/page.json', type)?.text).toContain('**Héros**');
    const option = '{"sections": {"a": {"type": "hero", "settings": {"taille": "pe¦tit"}}}}';
    expect(hover('templates/page.json', option)?.text).toContain('Petite');
    expect(hover('templates/page.json', '{"¦order": []}')?.text).toContain('dans l’ordre de la page');
  });

  it.each([
    'bon¦jour',
    '{{ inco¦nnu }}',
    '{{ page.inc¦onnu }}',
    '{{ ¦ }}',
    '{{ "te¦xte" }}',
    '{% comment %}{% i¦f a %}{% endcomment %}',
  ])('says nothing of %s', (text) => expect(hover('sections/test.liquid', text)).toBe(null));
});
